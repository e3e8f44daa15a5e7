import * as z from 'zod/mini'
import { flag, flagField, moment, updateMoment, type Fields, type Read } from './fields.ts'

/**
 * What is kept of a service's row of a user. The row may carry a password hash: it is not named here, so it ends here.
 * A field that is added here is a type error wherever something must be said of it.
 */
export const StoredUser = z.object({
  email: z.string(),
  admin: flag,
  active: flag,
  created_at: moment,
  updated_at: moment,
})
export type StoredUser = z.infer<typeof StoredUser>

/** The name of a field of a user. */
export type UserField = keyof StoredUser

/** One row of the list of users, where a service has one. `yours`: the account that this connection's bearer names. */
export interface User extends Read<StoredUser> {
  yours?: true
}

type SentField = Exclude<UserField, 'created_at' | 'updated_at'>

/** What creating a user sends. */
export const UserDraft = z.object({
  email: z.string().check(z.minLength(1)),
  password: z.string(),
  admin: z.boolean(),
  active: z.boolean(),
} satisfies Record<SentField | 'password', z.ZodMiniType>)
export type UserDraft = z.infer<typeof UserDraft>

/** What changing a user sends. An empty `new_email` or `new_password` is never sent: a real server stores it. */
export const UserUpdate = z.object({
  email: z.string().check(z.minLength(1)),
  new_email: z.optional(z.string().check(z.minLength(1))),
  new_password: z.optional(z.string().check(z.minLength(1))),
  admin: z.optional(z.boolean()),
  active: z.optional(z.boolean()),
} satisfies Record<SentField | 'new_email' | 'new_password', z.ZodMiniType>)
export type UserUpdate = z.infer<typeof UserUpdate>

/** What an admin wants of a user; what is not named stays as it is. */
export type UserChange = Omit<UserUpdate, 'email'>

/** What create or update sends. */
type Sent = UserDraft | UserUpdate

/** Every field of a user, in the order in which differences are told, and the password, which no row shows. */
export const userFields: Fields<UserField | 'password', User, UserChange, Sent> = {
  email: {
    // The name of the row; that a renamed one arrived under its new name is found out by reading that one.
    same: 'not-compared',
    set: {
      send: ({ email }, { new_email }) => (new_email && new_email !== email ? { email, new_email } : { email }),
      shows: () => true,
      holds: ({ email }, { new_email }) => !new_email || new_email === email,
      asSeen: () => ({}),
    },
  },
  password: {
    same: 'not-compared',
    set: {
      send: (_, { new_password }) => (new_password ? { new_password } : {}),
      shows: () => true,
      // Nothing tells whether it is that one already, so it is sent.
      holds: (_, { new_password }) => !new_password,
      asSeen: () => ({}),
    },
  },
  admin: flagField('admin'),
  active: flagField('active'),
  // Tells another row of the same email from this one, and nothing else.
  created_at: { same: 'not-compared', set: 'by-service' },
  updated_at: updateMoment('updated_at'),
}
