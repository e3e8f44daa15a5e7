import type { Carried } from './carried.ts'
import { sameMoment, type Moment, type Unit } from './wire.ts'

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
 * Whether the stored expiry is what the documentation stores for "not given": the moment of the last update, or
 * nothing at all. What a service makes of such a date (never, or past at once) is not documented.
 */
export function isNotGiven(token: Pick<Token, 'expiration_date' | 'updated_at'>, unit: Unit): boolean {
  return token.expiration_date.spelled === 'none' || sameMoment(token.expiration_date, token.updated_at, unit)
}
