import * as z from 'zod/mini'
import { Flag, Moment } from './wire.ts'

/** One row of the list of users, where a service has one. It may carry a password hash: not named, so it ends here. */
export const User = z.object({
  email: z.string(),
  admin: Flag,
  active: Flag,
  created_at: Moment,
  updated_at: Moment,
})
/** `yours`: the account that the bearer of this connection names. */
export type User = z.infer<typeof User> & { yours?: true }

/** What creating a user sends. */
export const UserDraft = z.object({
  email: z.string().check(z.minLength(1)),
  password: z.string(),
  admin: z.boolean(),
  active: z.boolean(),
})
export type UserDraft = z.infer<typeof UserDraft>

/** What changing a user sends. An empty `new_email` or `new_password` is never sent: a real server stores it. */
export const UserChange = z.object({
  email: z.string().check(z.minLength(1)),
  new_email: z.optional(z.string().check(z.minLength(1))),
  new_password: z.optional(z.string().check(z.minLength(1))),
  admin: z.optional(z.boolean()),
  active: z.optional(z.boolean()),
})
export type UserChange = z.infer<typeof UserChange>
