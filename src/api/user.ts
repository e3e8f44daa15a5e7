import * as z from 'zod/mini'
import { flagRecord, flag, timestamp } from './wire.ts'

/** The flags of a user, all sent with every write, and what a new one has unless the admin says otherwise. */
export const userFlags = { admin: false, active: true } satisfies Record<string, boolean>

/**
 * The fields that the console keeps of a user row. A row may carry a password hash; it is not named here, so it is
 * dropped. Adding a field here causes a type error wherever the field must be handled.
 */
export const StoredUser = z.object({
  email: z.string(),
  ...flagRecord(userFlags, flag),
  created_at: timestamp,
  updated_at: timestamp,
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
  ...flagRecord(userFlags, z.boolean()),
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
  ...flagRecord(userFlags, z.optional(z.boolean())),
} satisfies Record<SentField | 'new_email' | 'new_password', z.ZodMiniType>)
export type UserUpdate = z.infer<typeof UserUpdate>

/** What an admin changes about a user; fields that are left out stay as they are. */
export type UserChange = Omit<UserUpdate, 'email'>

/** Whether a row has the flags that were asked for the other way round, as a service stores them that swaps them at creation. */
export const isSwapped = (asked: Pick<UserChange, keyof typeof userFlags>, { admin, active }: User): boolean =>
  asked.admin !== asked.active && admin === asked.active && active === asked.admin

/** Whether an account may administer. An `active` that cannot be read counts as on. */
export const isActiveAdmin = ({ admin, active }: User) => admin === true && active !== false
