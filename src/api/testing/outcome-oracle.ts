import type { TokenOutcome } from '#api/write/writers.ts'
import type { Outcome } from '#api/write/outcome.ts'
import type { Readings } from '#reference-service/readings.ts'
import type { Trial } from '#reference-service/testing/trial.ts'
import { trueToken, type TrueToken, type Wanted } from './oracle.ts'
import { outcomeLabel } from './stored-rows.ts'

/** Whether the page says *Saved*, *Created*, *Deleted* for an outcome, or that it was so already. */
export function isSaved(outcome: Outcome<unknown, unknown> | undefined): boolean {
  return (
    (outcome?.delivery === 'accepted' && outcome.readBack.status === 'matches') || outcome?.blockedBy === 'no-change'
  )
}

/** Whether an outcome says that the row is what it was. */
export function saysNothingChanged({ delivery, readBack, sideEffect }: Outcome<unknown, unknown>): boolean {
  if (sideEffect?.type === 'replace-incomplete') return false
  return (
    delivery === 'not-sent' ||
    (delivery === 'rejected' && readBack.status !== 'differs' && readBack.status !== 'matches')
  )
}

/** The false claims of an outcome about a token. */
export async function tokenOutcomeFaults(
  trial: Trial,
  readings: Readings,
  name: string,
  attempt: {
    outcome: TokenOutcome
    wanted: Wanted
    before: TrueToken | undefined
    touchesExpiry: boolean
    lied: boolean
  },
): Promise<string[]> {
  const { outcome, wanted, before, touchesExpiry, lied } = attempt
  const { delivery, readBack, valueChange, sideEffect } = outcome
  const after = trueToken(trial, readings, name)
  const faults: string[] = []
  if (isSaved(outcome) && !holds(wanted, after)) faults.push(`false "${outcomeLabel(outcome)}"`)
  if (saysNothingChanged(outcome) && !same(before, after)) faults.push(`"${outcomeLabel(outcome)}", and it changed`)
  const row = readBack.status === 'unavailable' ? undefined : readBack.row
  const isOther = row !== undefined && (row.active !== after?.active || row.write !== after?.write)
  if (!lied && isOther) faults.push('shows another row')
  const ended = before?.never === true && !touchesExpiry && after?.never === false
  const reportsExpiry = readBack.status === 'differs' && readBack.fields.includes('expiration_date')
  const open = delivery === 'unknown' || readBack.status === 'unavailable' || sideEffect?.type === 'replace-incomplete'
  // If the service lies, any outcome except success is right.
  if (ended && (lied ? isSaved(outcome) : !reportsExpiry && !open)) faults.push('a never ended silently')
  if (delivery === 'accepted' && readBack.status !== 'unavailable') {
    const changed = before?.value !== after?.value
    if (valueChange === 'kept' && changed) faults.push('said kept, and the value changed')
    if (valueChange === 'changed' && !changed) faults.push('said new, and the value stayed')
  }
  const isUsable = after !== undefined && (await trial.usable(after.value))
  if (sideEffect?.type === 'repaired' && after?.active === true && after.current && !isUsable) {
    faults.push('repaired, and is refused')
  }
  if (
    sideEffect?.type === 'repair-failed' &&
    readings['value-on-put'] === 'new-refused' &&
    isUsable &&
    delivery === 'accepted'
  ) {
    faults.push('not repaired, and is accepted')
  }
  return faults
}

function holds(wanted: Wanted, after: TrueToken | undefined): boolean {
  if (wanted === undefined || after === undefined) return wanted === after
  const hasExpiry = wanted.expires === 'never' ? after.never : wanted.expires === after.expires
  return hasExpiry && wanted.active === after.active && wanted.write === after.write
}

/** Equal to any observer; a change within one second may be invisible. */
function same(before: TrueToken | undefined, after: TrueToken | undefined): boolean {
  return (['value', 'active', 'write', 'expires'] as const).every((field) => before?.[field] === after?.[field])
}
