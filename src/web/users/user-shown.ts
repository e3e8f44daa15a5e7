import { fullChange } from '#contract/fields.ts'
import { userWriting } from '#contract/saving/user-saving.ts'
import { userFields, type User, type UserField } from '#contract/user.ts'
import { momentAt, type Unit } from '#contract/wire.ts'
import { momentWords, type ShownFields, type ShownResource } from '#web/writes/shown-resource.ts'
import { onOff } from '#web/ui/row-switch.tsx'
import type { ShownChange } from './user-hooks.ts'

interface Context {
  unit: Unit
}

const fields: ShownFields<UserField, User, ShownChange, Context> = {
  email: { label: 'Email', show: ({ email }) => email, wanted: ({ new_email }) => new_email },
  admin: {
    label: 'Admin',
    show: ({ admin }) => onOff(admin),
    wanted: ({ admin }) => (admin === undefined ? undefined : onOff(admin)),
  },
  active: {
    label: 'Active',
    show: ({ active }) => onOff(active),
    wanted: ({ active }) => (active === undefined ? undefined : onOff(active)),
  },
  created_at: 'not-shown',
  updated_at: {
    label: 'Updated',
    show: ({ updated_at }, { unit }) => momentWords(momentAt(updated_at, unit)),
    wanted: 'by-service',
  },
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
