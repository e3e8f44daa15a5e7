import { fullChange } from '#contract/fields.ts'
import { userWriting } from '#contract/saving/user-saving.ts'
import { userFields, type User, type UserField } from '#contract/user.ts'
import type { Unit } from '#contract/wire.ts'
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
  writing: () => userWriting,
}
