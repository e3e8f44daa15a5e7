import { tokenFrom, userFrom } from '#contract/list/rows.ts'
import type { Token } from '#contract/token.ts'
import type { User } from '#contract/user.ts'

/** A token as a list has it. @throws {Error} where it has no name. */
export function token(said: object): Token {
  const read = tokenFrom(said)
  if (read === undefined) throw new Error('no token')
  return read
}

/** A user as a list has it. @throws {Error} where it has no email. */
export function user(said: object): User {
  const read = userFrom(said)
  if (read === undefined) throw new Error('no user')
  return read
}
