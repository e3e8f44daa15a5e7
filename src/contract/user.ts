import * as z from 'zod/mini'
import { flag, flagField, moment, updateMoment, type Fields } from './fields.ts'

/**
 * The fields that the console keeps of a user row. A row may carry a password hash; it is not named here, so it is
 * dropped. Adding a field here causes a type error wherever the field must be handled.
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

/** One row of the list of users. `yours`: the account of this connection's access token. */
export interface User extends StoredUser {
  yours?: true | undefined
}

type SentField = Exclude<UserField, 'created_at' | 'updated_at'>

/** The record that creates a user. */
export const UserDraft = z.object({
  email: z.string().check(z.minLength(1)),
  password: z.string(),
  admin: z.boolean(),
  active: z.boolean(),
} satisfies Record<SentField | 'password', z.ZodMiniType>)
export type UserDraft = z.infer<typeof UserDraft>

/**
 * The record that updates a user. An empty `new_email` or `new_password` is never sent, because a real server stores
 * it.
 */
export const UserUpdate = z.object({
  email: z.string().check(z.minLength(1)),
  new_email: z.optional(z.string().check(z.minLength(1))),
  new_password: z.optional(z.string().check(z.minLength(1))),
  admin: z.optional(z.boolean()),
  active: z.optional(z.boolean()),
} satisfies Record<SentField | 'new_email' | 'new_password', z.ZodMiniType>)
export type UserUpdate = z.infer<typeof UserUpdate>

/** What an admin changes about a user; fields that are left out stay as they are. */
export type UserChange = Omit<UserUpdate, 'email'>

/** The record of either. */
type Sent = UserDraft | UserUpdate

/** Every field of a user, in the order in which differences are listed, and the password, which no row shows. */
export const userFields: Fields<UserField | 'password', User, UserChange, Sent> = {
  email: {
    // It identifies the row. A new email is verified by reading the row under its new name.
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
      // No read shows the current password, so a new one is always sent.
      holds: (_, { new_password }) => !new_password,
      asSeen: () => ({}),
    },
  },
  admin: flagField('admin'),
  active: flagField('active'),
  // It only tells this row from another one with the same email.
  created_at: { same: 'not-compared', set: 'by-service' },
  updated_at: updateMoment('updated_at'),
}
