import type { User, UserUpdate } from '#contract/user.ts'
import type { ResourceWrites } from '#web/writes/resource-writes.ts'

/** A change without its password: what may be kept while it is under way, shown and sent again. */
export type ShownChange = Omit<UserUpdate, 'email' | 'new_password'>

/** What a write of a user needs to know of users. */
export const userWrites: ResourceWrites<User, ShownChange> = {
  name: 'users',
  noun: 'user',
  kind: 'User',
  nameOf: (user) => user.email,
  notesIn: (notes) => notes.users,
}
