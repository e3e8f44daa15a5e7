import type { Token } from '#contract/token.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { Readings } from '#reference/readings.ts'
import { valueState } from '#contract/facts.ts'
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

const unitOf = { ms: 'milliseconds', s: 'seconds' } as const

const onUpdate = { kept: 'keeps', new: 'replaces', 'new-refused': 'replaces-and-needs-repair' } as const

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

/** Verdicts that claim that nothing was sent or nothing changed. */
export const nothingDone = ['conflict', 'gone', 'recreated', 'unchecked', 'exists', 'unanswered', 'already', 'refused']

/** The false claims of a verdict about a token. */
export async function tokenFaults(
  trial: Trial,
  readings: Readings,
  name: string,
  attempt: {
    verdict: Verdict<Token>
    wanted: Wanted
    before: TrueToken | undefined
    touchesExpiry: boolean
    lied: boolean
  },
): Promise<string[]> {
  const { verdict, wanted, before, touchesExpiry, lied } = attempt
  const after = trueToken(trial, readings, name)
  const faults: string[] = []
  const saved = verdict.is === 'as-asked' || verdict.is === 'already'
  if ((saved || verdict.is === 'deleted') && !holds(wanted, after)) faults.push(`false "${verdict.is}"`)
  const nothing = nothingDone.includes(verdict.is) && !('during' in verdict)
  if (nothing && !same(before, after)) faults.push(`"${verdict.is}", and it changed`)
  const ended = before?.never === true && !touchesExpiry && after?.never === false
  const told = verdict.is === 'differently' && verdict.fields.includes('expiration_date')
  // If the service lies, any verdict except success is right.
  if (ended && (lied ? saved : !told && !['unknown', 'not-verified', 'half-replaced'].includes(verdict.is))) {
    faults.push('a never ended silently')
  }
  if ((verdict.is === 'as-asked' || verdict.is === 'differently') && verdict.valueOutcome !== undefined) {
    const { valueOutcome } = verdict
    const changed = before?.value !== after?.value
    if (valueOutcome === 'kept' && changed) faults.push('said kept, and the value changed')
    if (valueOutcome === 'new' && !changed) faults.push('said new, and the value stayed')
    const usable = after !== undefined && (await trial.usable(after.value))
    const state = valueState(verdict.row, {
      now: trial.clock.now,
      unit: unitOf[readings.moments],
      onUpdate: onUpdate[readings['value-on-put']],
    })
    // A service that compares dates in another unit than its rows show enforces none that an admin can see.
    const isDateShown = readings['expiry-compared-in'] === readings.moments
    if (valueOutcome === 'new' && state === 'should-work' && isDateShown && !usable)
      faults.push('should work, and is refused')
    if (valueOutcome === 'new' && (state === 'needs-repair' || state === 'inactive') && usable)
      faults.push(`${state}, and is accepted`)
  }
  return faults
}

function holds(wanted: Wanted, after: TrueToken | undefined): boolean {
  if (wanted === undefined || after === undefined) return wanted === after
  const dated = wanted.expires === 'never' ? after.never : wanted.expires === after.expires
  return dated && wanted.active === after.active && wanted.write === after.write
}

/** Equal to any observer; a change within one second may be invisible. */
function same(before: TrueToken | undefined, after: TrueToken | undefined): boolean {
  return (['value', 'active', 'write', 'expires'] as const).every((field) => before?.[field] === after?.[field])
}
