import { wasNever } from '#contract/saving/value-outcome.ts'
import { fullChange } from '#contract/fields.ts'
import { isNotGiven, tokenFields, type Expiry, type Token, type TokenChange } from '#contract/token.ts'
import { integerFor } from '#contract/wire.ts'
import { wayToNever, type ValueContext } from '#contract/saving/value-worth.ts'
import type { TokenNote as Note } from '#web/writes/notes.ts'

/** What puts a token back as it was before its last save. */
export interface Undo {
  change: TokenChange
  /** Whether the old value does not come back with it. */
  isWithNewValue: boolean
}

/**
 * Every field as it was before the save that `note` tells of, a *never* too; undefined where there is nothing to undo, or
 * where a field cannot be put back. `token` is the row as it is now.
 */
export function undoOf({ act, verdict, change }: Note, token: Token, context: ValueContext): Undo | undefined {
  if (verdict.is !== 'as-asked' && verdict.is !== 'differently') return undefined
  const { before, valueOutcome, also } = verdict
  if (act !== 'save' || before === undefined || also?.did === 'replaced' || Object.keys(change).length === 0) {
    return undefined
  }
  const { expiration_date: _asSeen, ...others } = fullChange(tokenFields, before, {})
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

/** The date to put back; undefined: it is still there. */
function expiryBefore(before: Token, token: Token, context: ValueContext): Expiry | undefined | 'lost' {
  const { expiration_date: moment } = before
  if (isOpen(before, context)) {
    if (isNotGiven(token, context.unit)) return undefined
    return wayToNever(context) === 'recreate' ? 'lost' : 'not-given'
  }
  if (moment.spelled === 'integer') return { integer: moment.integer }
  // A moment would go out in whole seconds.
  return moment.spelled === 'iso' ? { integer: integerFor(moment.at, context.unit) } : 'lost'
}
