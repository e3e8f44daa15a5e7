import type { User } from '#contract/user.ts'
import type { ShownChange } from './user-hooks.ts'

/** The fields that a change named, as they were before; undefined where none of them can be put back. */
export function undoing(before: User, change: ShownChange): ShownChange | undefined {
  const undone = {
    ...(change.admin !== undefined && before.admin !== undefined && { admin: before.admin }),
    ...(change.active !== undefined && before.active !== undefined && { active: before.active }),
    ...(change.new_email !== undefined && { new_email: before.email }),
  }
  return Object.keys(undone).length === 0 ? undefined : undone
}
