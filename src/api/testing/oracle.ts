import type { Readings } from '#reference-service/readings.ts'
import type { Trial } from '#reference-service/testing/trial.ts'

/** A token as stored by the service. */
export interface TrueToken {
  active: boolean
  write: boolean
  /** In the unit in which it was sent; null: none. */
  expires: number | null
  /** Whether its expiry means "not given": none, or the moment of its last update. */
  never: boolean
  /** Whether the service treats it as unexpired now. */
  current: boolean
  value: string
}

/** The stored token with this name, bypassing the API. */
export function trueToken({ database: store, clock }: Trial, readings: Readings, name: string): TrueToken | undefined {
  const [row] = store.read(`SELECT * FROM token WHERE name = :name`, { name })
  if (row === undefined) return undefined
  const expires = row.expiration_date as number | null
  const counted = (ms: unknown) => (readings.moments === 's' ? Math.floor(Number(ms) / 1000) : Number(ms))
  const never = expires === null || expires === counted(row.updated_at)
  const endless = never && readings['no-expiry-means'] === 'never'
  return {
    active: row.active === 1,
    write: row.write === 1,
    expires,
    never,
    current: endless || (expires !== null && expires > counted(clock.now)),
    value: String(row.value),
  }
}

/** The stored user, bypassing the API. */
export function trueUser({ database: store }: Trial, email: string) {
  const [row] = store.read(`SELECT * FROM user WHERE email = :email`, { email })
  if (row === undefined) return undefined
  return {
    admin: row.admin === 1,
    active: row.active === 1,
    password: String(row.password),
  }
}

/** What an admin asked for; `expires` 'never': no expiry. Undefined: the token should not exist. */
export type Wanted = { active: boolean; write: boolean; expires: number | 'never' } | undefined
