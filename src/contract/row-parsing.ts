import { claimsOf, fingerprintOf, namedBy, secretIn } from './carried.ts'
import { partsOfPassed } from './passed-row.ts'
import type { Part } from './problem.ts'
import { tokenParts, userParts } from './row-fields.ts'
import type { RowParts } from './row-parts.ts'
import { fieldsOf } from './said-fields.ts'

/** How one resource's rows are read. */
export interface RowParsing {
  /** One row, or undefined where it cannot be read; `onSecret` gets the value that a row carries. */
  parse: (row: unknown, onSecret?: (secret: string) => void) => RowParts | undefined
  /** Adds to a row what only reads of single rows keep of its value. */
  marked: (row: RowParts, secret: string, key: string) => Promise<RowParts>
}

/** Rows as services write them; the token whose value is `bearer`, the account that it names, gets marked. */
export function saidRows(part: Part, bearer: string | undefined): RowParsing {
  return part === 'tokens' ? tokenRows(bearer) : userRows(bearer)
}

/** Rows as our own host passes them on: it has read and marked them already (`redaction.ts`). */
export const hostedRows: RowParsing = { parse: partsOfPassed, marked: (row) => Promise.resolve(row) }

function tokenRows(bearer: string | undefined): RowParsing {
  return {
    parse(row, onSecret) {
      const token = tokenParts(row)
      const secret = token && secretIn(row)
      if (token === undefined || secret === undefined) return token
      onSecret?.(secret)
      token.claims = claimsOf(secret)
      token.yours = secret === bearer
      return token
    },
    marked: async (token, secret, key) => ({ ...token, fingerprint: await fingerprintOf(secret, key) }),
  }
}

function userRows(bearer: string | undefined): RowParsing {
  const named = namedBy(bearer)
  return {
    ...hostedRows,
    parse(row) {
      const user = userParts(row)
      const said = fieldsOf(row)
      if (user !== undefined && said !== undefined) {
        user.yours = [said['uuid'], said['id'], said['email']].some((one) => named.has(String(one)))
      }
      return user
    },
  }
}
