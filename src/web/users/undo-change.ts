import type { User, UserChange } from '#contract/user.ts'
import { rowOf, type Outcome } from '#contract/write/outcome.ts'

/**
 * A change of what a save asked for back to its state before. Other fields keep what somebody may have changed since.
 * Undefined if there is nothing to undo, or if a field cannot be restored: no update brings an old password back.
 */
export function undoOf(outcome: Outcome<User, object>): UserChange | undefined {
  const { do: act, before, asked } = outcome.done
  if (act !== 'save' || before === undefined || rowOf(outcome) === undefined) return undefined
  const change: UserChange = {}
  for (const field of asked) {
    if (field === 'email') change.new_email = before.email
    else if ((field === 'admin' || field === 'active') && before[field] !== undefined) change[field] = before[field]
    else return undefined
  }
  return Object.keys(change).length === 0 ? undefined : change
}
