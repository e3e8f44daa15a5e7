import { hasNoExpiry, tokenFlags, type Expiry, type Token, type TokenChange } from '#api/token.ts'
import { isReplaced, outcomeRow, type Outcome } from '#api/write/outcome.ts'
import { hadNoExpiry } from '#api/write/value-change.ts'
import { typedKeys } from '#web/resource/resource.ts'

/**
 * A change of what a save asked for or did back to its state before, including *no expiry set*. Other fields keep what
 * somebody may have changed since. Undefined if there is nothing to undo, or if a field cannot be restored.
 */
export function tokenUndoChange(outcome: Outcome<Token, object>): TokenChange | undefined {
  const { operation, before, requestedFields } = outcome.request
  const row = outcomeRow(outcome)
  if (operation !== 'update' || before === undefined || row === undefined || isReplaced(outcome)) return undefined
  const hadNone = hasNoExpiry(before) || hadNoExpiry(before)
  const requestsDate = requestedFields.includes('expiration_date')
  const dateChanged = before.expiration_date !== row.expiration_date
  const expiry = requestsDate || dateChanged || hadNone ? previousExpiry(before, row, hadNone) : undefined
  if (expiry === 'lost' && requestsDate) return undefined
  const change: TokenChange = expiry === 'lost' || expiry === undefined ? {} : { expiration_date: expiry }
  for (const flag of typedKeys(tokenFlags)) {
    if (before[flag] === row[flag] && !requestedFields.includes(flag)) continue
    if (before[flag] === undefined && requestedFields.includes(flag)) return undefined
    if (before[flag] !== undefined) change[flag] = before[flag]
  }
  return Object.keys(change).length === 0 ? undefined : change
}

/** The date to restore; undefined: it has not changed. */
function previousExpiry(
  { expiration_date: integer }: Token,
  after: Token,
  hadNone: boolean,
): Expiry | undefined | 'lost' {
  if (hadNone) return hasNoExpiry(after) ? undefined : 'none'
  // As an integer: a moment would be sent in whole seconds.
  return typeof integer === 'number' ? { integer } : 'lost'
}
