import { isNotGiven, tokenFlags, type Expiry, type Token, type TokenChange } from '#contract/token.ts'
import { isReplaced, rowOf, type Outcome } from '#contract/write/outcome.ts'
import { wasNever } from '#contract/write/value.ts'
import { keysOf } from '#web/resource/resource.ts'

/**
 * A change of what a save asked for or did back to its state before, including *no expiry set*. Other fields keep what
 * somebody may have changed since. Undefined if there is nothing to undo, or if a field cannot be restored.
 */
export function undoOf(outcome: Outcome<Token, object>): TokenChange | undefined {
  const { do: act, before, asked } = outcome.done
  const row = rowOf(outcome)
  if (act !== 'save' || before === undefined || row === undefined || isReplaced(outcome)) return undefined
  const wasOpen = isNotGiven(before) || wasNever(before)
  const asksDate = asked.includes('expiration_date')
  const isMoved = before.expiration_date !== row.expiration_date
  const expiry = asksDate || isMoved || wasOpen ? expiryBefore(before, row, wasOpen) : undefined
  if (expiry === 'lost' && asksDate) return undefined
  const change: TokenChange = expiry === 'lost' || expiry === undefined ? {} : { expiration_date: expiry }
  for (const flag of keysOf(tokenFlags)) {
    if (before[flag] === row[flag] && !asked.includes(flag)) continue
    if (before[flag] === undefined && asked.includes(flag)) return undefined
    if (before[flag] !== undefined) change[flag] = before[flag]
  }
  return Object.keys(change).length === 0 ? undefined : change
}

/** The date to restore; undefined: it has not changed. */
function expiryBefore(
  { expiration_date: integer }: Token,
  after: Token,
  wasOpen: boolean,
): Expiry | undefined | 'lost' {
  if (wasOpen) return isNotGiven(after) ? undefined : 'not-given'
  // As an integer: a moment would be sent in whole seconds.
  return typeof integer === 'number' ? { integer } : 'lost'
}
