import type { Moment } from './wire.ts'
import * as z from 'zod/mini'

/** One row of the list of users, where a service has one. `yours`: the account that this connection's bearer names. */
export interface User {
  email: string
  admin: boolean | undefined
  active: boolean | undefined
  created_at: Moment
  updated_at: Moment
  yours?: true
}

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
