import { fieldsOf, flagFrom, momentFrom, type Moment } from './wire.ts'

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

/** A row as it came, or undefined where it has no e-mail. It may carry a password hash: not named, so it ends here. */
export function userFrom(row: unknown): User | undefined {
  const said = fieldsOf(row)
  if (typeof said?.['email'] !== 'string') return undefined
  return {
    email: said['email'],
    admin: flagFrom(said['admin']),
    active: flagFrom(said['active']),
    created_at: momentFrom(said['created_at']),
    updated_at: momentFrom(said['updated_at']),
  }
}
