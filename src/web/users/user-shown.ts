import { fullChange } from '#contract/fields.ts'
import { userWriting } from '#contract/saving/user-saving.ts'
import { userFields, type User, type UserField } from '#contract/user.ts'
import type { Unit } from '#contract/wire.ts'
import { keysOf } from '#web/list/resource.ts'
import { isQuiet } from '#web/writes/outcomes/quiet.ts'
import { comparing, shownFlag, shownUpdate, type ShownFields, type ShownResource } from '#web/writes/shown-resource.ts'
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

/** How users are compared, and how verdicts on them are described. */
export const userShown: ShownResource<User, ShownChange> = {
  name: 'users',
  noun: 'user',
  nameOf: (user) => user.email,
  writesIn: ({ users }) => users,
  compare: comparing(fields, ({ unit }): Context => unit.get()),
  fullChange: (...full) => fullChange(userFields, ...full),
  isQuiet: (note) => isQuiet(note),
  undoOf({ act, verdict, change }) {
    // No update brings an old password back.
    const isPartial = verdict.is === 'as-asked' && verdict.unseen.length > 0
    const before = act === 'save' && !isPartial && 'before' in verdict ? verdict.before : undefined
    const undone = before && undoing(before, change)
    return undone && { change: undone }
  },
  writing: () => userWriting,
}

/** For each field, the change that restores it; empty if the field could not be read. */
const former: Record<keyof ShownChange, (before: User) => ShownChange> = {
  new_email: ({ email }) => ({ new_email: email }),
  admin: ({ admin }) => (admin === undefined ? {} : { admin }),
  active: ({ active }) => (active === undefined ? {} : { active }),
}

/** A change that restores the fields of `change`; undefined if none of them can be restored. */
export function undoing(before: User, change: ShownChange): ShownChange | undefined {
  const named = keysOf(former).filter((field) => change[field] !== undefined)
  const undone: ShownChange = Object.assign({}, ...named.map((field) => former[field](before)))
  return Object.keys(undone).length === 0 ? undefined : undone
}
