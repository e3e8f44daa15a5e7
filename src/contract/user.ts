import type { Moment } from './wire.ts'

export type { UserChange, UserDraft } from './user-drafts.ts'

/** One row of the list of users, where a service has one. `yours`: the account that this connection's bearer names. */
export interface User {
  email: string
  admin: boolean | undefined
  active: boolean | undefined
  created_at: Moment
  updated_at: Moment
  yours?: true
}
