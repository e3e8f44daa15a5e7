import type { Carried } from './carried.ts'
import { fieldsOf, flagFrom, momentFrom, sameMoment, type Moment, type Unit } from './wire.ts'

/** One row of the list of tokens. A flag that cannot be read is undefined. */
export interface Token extends Carried {
  name: string
  expiration_date: Moment
  active: boolean | undefined
  write: boolean | undefined
  created_at: Moment
  updated_at: Moment
}

export type { TokenDraft } from './token-draft.ts'

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

/**
 * Whether the stored expiry is what the documentation stores for "not given": the moment of the last update, or
 * nothing at all. What a service makes of such a date (never, or past at once) is not documented.
 */
export function isNotGiven(token: Pick<Token, 'expiration_date' | 'updated_at'>, unit: Unit): boolean {
  return token.expiration_date.spelled === 'none' || sameMoment(token.expiration_date, token.updated_at, unit)
}
