import { object, string, type Shaped } from './shape.ts'
import { Flag, Moment } from './wire.ts'

export type { UserChange, UserDraft } from './user-drafts.ts'

/** One row of the list of users, where a service has one. It may carry a password hash: not named, so it ends here. */
export const User = object({
  email: string,
  admin: Flag,
  active: Flag,
  created_at: Moment,
  updated_at: Moment,
})
/** `yours`: the account that the bearer of this connection names. */
export type User = Shaped<typeof User> & { yours?: true }
