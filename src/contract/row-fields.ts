import { fieldsOf, flagFrom, momentFrom } from './said-fields.ts'
import type { Token } from './token.ts'
import type { User } from './user.ts'

/**
 * A row as it came, or undefined where it has no name. A service may put the secret into its rows; it is not named here,
 * so it ends here.
 */
export function tokenFrom(row: unknown): Token | undefined {
  const said = fieldsOf(row)
  if (typeof said?.['name'] !== 'string') return undefined
  return {
    name: said['name'],
    expiration_date: momentFrom(said['expiration_date']),
    active: flagFrom(said['active']),
    write: flagFrom(said['write']),
    created_at: momentFrom(said['created_at']),
    updated_at: momentFrom(said['updated_at']),
  }
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
