import type { Readings } from '#reference/readings.ts'
import type { Trial } from '#reference/testing/trial.ts'

/** A token as stored by the service. */
export interface TrueToken {
  active: boolean
  write: boolean
  /** In the unit in which it was sent; null: none. */
  expires: bigint | null
  /** Whether its expiry means "not given": none, or the moment of its last update. */
  never: boolean
  /** Whether the service treats it as unexpired now. */
  current: boolean
  value: string
}

/** The stored token with this name, bypassing the API. */
export function trueToken({ store, clock }: Trial, readings: Readings, name: string): TrueToken | undefined {
  const [row] = store.read(`SELECT * FROM token WHERE name = :name`, { name })
  if (row === undefined) return undefined
  const expires = row.expiration_date as bigint | null
  const counted = (ms: bigint) => (readings.moments === 's' ? ms / 1000n : ms)
  const compared = readings['expiry-compared-in']
  const now = compared === 's' ? BigInt(clock.now) / 1000n : BigInt(clock.now)
  const never = expires === null || expires === counted(row.updated_at as bigint)
  const endless = never && readings['no-expiry-means'] === 'never'
  return {
    active: row.active === 1n,
    write: row.write === 1n,
    expires,
    never,
    current: endless || compared === 'not-at-all' || (expires !== null && expires > now),
    value: String(row.value),
  }
}

/** The stored user, bypassing the API. */
export function trueUser({ store }: Trial, email: string) {
  const [row] = store.read(`SELECT * FROM user WHERE email = :email`, { email })
  if (row === undefined) return undefined
  return {
    admin: row.admin === 1n,
    active: row.active === 1n,
    password: String(row.password),
  }
}

/** What an admin asked for; `expires` 'never': no expiry. Undefined: the token should not exist. */
export type Wanted = { active: boolean; write: boolean; expires: bigint | 'never' } | undefined
