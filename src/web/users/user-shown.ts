import { fullChange } from '#contract/fields.ts'
import { userWriting } from '#contract/saving/user-saving.ts'
import { userFields, type User, type UserField } from '#contract/user.ts'
import type { Unit } from '#contract/wire.ts'
import { keysOf } from '#web/list/resource.ts'
import { isQuiet } from '#web/writes/quiet.ts'
import { shownFlag, shownUpdate, type ShownFields, type ShownResource } from '#web/writes/shown-resource.ts'
import type { ShownChange } from './user-hooks.ts'

interface Context {
  unit: Unit
}

const fields: ShownFields<UserField, User, ShownChange, Context> = {
  email: { label: 'Email', show: ({ email }) => email, wanted: ({ new_email }) => new_email },
  admin: shownFlag('Admin', 'admin'),
  active: shownFlag('Active', 'active'),
  created_at: 'not-shown',
  updated_at: shownUpdate,
}

/** How users are compared, and how it is told what became of a write. */
export const userShown: ShownResource<User, ShownChange, Context> = {
  noun: 'user',
  kind: 'User',
  nameOf: (user) => user.email,
  fields,
  fullChange: (seen, change) => fullChange(userFields, seen, change),
  isQuiet: (note) => isQuiet(note),
  undoOf: ({ act, verdict, change }) =>
    act === 'save' && 'before' in verdict && verdict.before ? undoing(verdict.before, change) : undefined,
  writing: () => userWriting,
}

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
