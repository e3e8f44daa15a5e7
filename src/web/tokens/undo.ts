import { wasNever } from '#contract/saving/value-outcome.ts'
import { fullChange } from '#contract/fields.ts'
import { isNotGiven, tokenFields, type Expiry, type Token, type TokenChange } from '#contract/token.ts'
import { integerFor } from '#contract/wire.ts'
import { wayToNever, type ValueContext } from '#contract/saving/value-worth.ts'
import type { TokenNote as Note } from '#web/writes/notes.ts'

/** A change that restores a token to its state before the last save. */
export interface Undo {
  change: TokenChange
  /** Whether the token then has a new value, not the old one. */
  isWithNewValue: boolean
}

/**
 * A change of every field to its state before the save in `note`, including *never*. Undefined if there is nothing to
 * undo, or if a field cannot be restored. `token`: the row as it is now.
 */
export function undoOf({ act, verdict, change }: Note, token: Token, context: ValueContext): Undo | undefined {
  if (verdict.is !== 'as-asked' && verdict.is !== 'differently') return undefined
  const { before, valueOutcome, also } = verdict
  if (act !== 'save' || before === undefined || also?.did === 'replaced' || Object.keys(change).length === 0) {
    return undefined
  }
  const { expiration_date: _asSeen, ...others } = fullChange(tokenFields, before, {}, context.unit)
  const expiry = expiryBefore(before, token, context)
  const { expiration_date: asked, ...othersAsked } = change
  const isLost =
    Object.keys(othersAsked).some((field) => !(field in others)) ||
    (expiry === 'lost' && (asked !== undefined || isOpen(before, context)))
  if (isLost) return undefined
  return {
    change: { ...others, ...(expiry !== 'lost' && expiry !== undefined && { expiration_date: expiry }) },
    isWithNewValue: valueOutcome === 'new' || (context.valueOnPut !== undefined && context.valueOnPut !== 'kept'),
  }
}

const isOpen = (token: Token, { unit }: ValueContext) => isNotGiven(token, unit) || wasNever(token)

/** The date to restore; undefined: it has not changed. */
function expiryBefore(before: Token, token: Token, context: ValueContext): Expiry | undefined | 'lost' {
  const { expiration_date: moment } = before
  if (isOpen(before, context)) {
    if (isNotGiven(token, context.unit)) return undefined
    return wayToNever(context) === 'recreate' ? 'lost' : 'not-given'
  }
  if (moment.spelled === 'integer') return { integer: moment.integer }
  // As an integer: a moment would be sent in whole seconds.
  return moment.spelled === 'iso' ? { integer: integerFor(moment.at, context.unit) } : 'lost'
}
