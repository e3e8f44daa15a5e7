import { otherFieldsOf, tokenFields, userFields } from './other-fields.ts'
import type { RowParts } from './row-parts.ts'
import { tokenShape, userShape } from './row-shape.ts'
import { fieldsOf, flagFrom, momentFrom } from './said-fields.ts'
import type { Token } from './token.ts'
import type { User } from './user.ts'

/**
 * What a row of the tokens says as it came, or undefined where it has no name. A service may put the secret into its
 * rows; it is not named here, so it ends here.
 */
export function tokenParts(row: unknown): RowParts | undefined {
  const said = fieldsOf(row)
  return said && partsOf(said, said['name'], [said['active'], said['write']], said['expiration_date'], tokenFields)
}

/**
 * What a row of the users says as it came, or undefined where it has no e-mail. It may carry a password hash: not named,
 * so it ends here.
 */
export function userParts(row: unknown): RowParts | undefined {
  const said = fieldsOf(row)
  return said && partsOf(said, said['email'], [said['admin'], said['active']], undefined, userFields)
}

/** One token as it came, with nothing of its value. */
export function tokenFrom(row: unknown): Token | undefined {
  const parts = tokenParts(row)
  return parts && tokenShape.row(parts)
}

/** One user as it came. */
export function userFrom(row: unknown): User | undefined {
  const parts = userParts(row)
  return parts && userShape.row(parts)
}

function partsOf(
  said: Readonly<Record<string, unknown>>,
  name: unknown,
  [first, second]: readonly [unknown, unknown],
  expires: unknown,
  known: ReadonlySet<string>,
): RowParts | undefined {
  if (typeof name !== 'string') return undefined
  return {
    name,
    flags: [flagFrom(first), flagFrom(second)],
    moments: [momentFrom(expires), momentFrom(said['created_at']), momentFrom(said['updated_at'])],
    claims: undefined,
    yours: false,
    fingerprint: undefined,
    others: otherFieldsOf(said, known),
  }
}
