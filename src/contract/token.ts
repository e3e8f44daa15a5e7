import { object, string, type Shaped } from './shape.ts'
import type { Carried } from './carried.ts'
import { Flag, Moment, sameMoment, type Unit } from './wire.ts'

export type { TokenDraft } from './token-draft.ts'

/**
 * One row of the list of tokens. A service may put the secret into its rows; it is not named here, so it ends here.
 * A flag that cannot be read is undefined.
 */
export const Token = object({
  name: string,
  expiration_date: Moment,
  active: Flag,
  write: Flag,
  created_at: Moment,
  updated_at: Moment,
})
export type Token = Shaped<typeof Token> & Carried

/**
 * Whether the stored expiry is what the documentation stores for "not given": the moment of the last update, or
 * nothing at all. What a service makes of such a date (never, or past at once) is not documented.
 */
export function isNotGiven(token: Pick<Token, 'expiration_date' | 'updated_at'>, unit: Unit): boolean {
  return token.expiration_date.spelled === 'none' || sameMoment(token.expiration_date, token.updated_at, unit)
}
