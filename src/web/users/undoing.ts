import type { User } from '#contract/user.ts'
import { keysOf } from '#web/list/resource.ts'
import type { ShownChange } from './user-hooks.ts'

/** What puts each field back, as a change of it alone; nothing where it could not be read. */
const former: Record<keyof ShownChange, (before: User) => ShownChange> = {
  new_email: ({ email }) => ({ new_email: email }),
  admin: ({ admin }) => (admin === undefined ? {} : { admin }),
  active: ({ active }) => (active === undefined ? {} : { active }),
}

/** The fields that a change named, as they were before; undefined where none of them can be put back. */
export function undoing(before: User, change: ShownChange): ShownChange | undefined {
  const named = keysOf(former).filter((field) => change[field] !== undefined)
  const undone: ShownChange = Object.assign({}, ...named.map((field) => former[field](before)))
  return Object.keys(undone).length === 0 ? undefined : undone
}
