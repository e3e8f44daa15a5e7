import { wasNever } from '#contract/write/value.ts'
import { isNotGiven, type Expiry, type Token, type TokenChange } from '#contract/token.ts'
import { integerFor, integerIn, momentAt, unmoved } from '#contract/wire.ts'
import type { ValueContext } from '#contract/facts.ts'
import type { TokenNote as Note } from '#web/tokens/value/new-value.ts'
import type { Undo } from '#web/writes/outcomes/outcomes.ts'

/**
 * A change of what the save in `note` asked for or did back to its state before, including *never*. Other fields keep
 * what somebody may have changed since. Undefined if there is nothing to undo, or if a field cannot be restored.
 */
export function undoOf(
  { act, verdict, change }: Pick<Note, 'act' | 'verdict' | 'change'>,
  context: ValueContext,
): Undo<TokenChange> | undefined {
  if (verdict.is !== 'as-asked' && verdict.is !== 'differently') return undefined
  const { before, row, valueOutcome, also } = verdict
  if (act !== 'save' || before === undefined || also?.did === 'replaced' || Object.keys(change).length === 0) {
    return undefined
  }
  const flags = (['active', 'write'] as const).filter(
    (flag) => change[flag] !== undefined || before[flag] !== row[flag],
  )
  const asksDate = change.expiration_date !== undefined || isOpen(before, context)
  const isDated = asksDate || !unmoved(before.expiration_date, row.expiration_date, context.unit)
  const expiry = isDated ? expiryBefore(before, row, context) : undefined
  const isLost =
    (expiry === 'lost' && asksDate) || flags.some((flag) => change[flag] !== undefined && before[flag] === undefined)
  if (isLost) return undefined
  return {
    change: {
      ...Object.fromEntries(flags.flatMap((flag) => (before[flag] === undefined ? [] : [[flag, before[flag]]]))),
      ...(expiry !== 'lost' && expiry !== undefined && { expiration_date: expiry }),
    },
    isWithNewValue: valueOutcome === 'new' || (context.onUpdate !== undefined && context.onUpdate !== 'keeps'),
  }
}

const isOpen = (token: Token, { unit }: ValueContext) => isNotGiven(token, unit) || wasNever(token)

/** The date to restore; undefined: it has not changed. */
function expiryBefore(before: Token, after: Token, context: ValueContext): Expiry | undefined | 'lost' {
  const { expiration_date: moment } = before
  if (isOpen(before, context)) return isNotGiven(after, context.unit) ? undefined : 'not-given'
  const integer = integerIn(moment)
  if (integer !== undefined) return { integer }
  const at = momentAt(moment, context.unit)
  // As an integer: a moment would be sent in whole seconds.
  return at === undefined ? 'lost' : { integer: integerFor(at, context.unit) }
}
