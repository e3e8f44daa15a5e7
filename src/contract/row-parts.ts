import type { Claims } from './carried.ts'
import type { Moment } from './wire.ts'

/** What a row of either resource is made of, so that one set of columns can hold both. */
export interface RowParts {
  name: string
  /** `active` and `write` of a token, `admin` and `active` of a user. */
  flags: [boolean | undefined, boolean | undefined]
  /** `expiration_date` (a user has none), `created_at`, `updated_at`. */
  moments: [Moment, Moment, Moment]
  claims: Claims | undefined
  yours: boolean
  /** Names of fields that the console does not know (`other-fields.ts`); only lists keep them. */
  others?: readonly string[] | undefined
  /** Only in reads of single rows; columns do not hold it. */
  fingerprint: string | undefined
}
