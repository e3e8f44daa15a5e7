import { claimsOf, fingerprintOf, namedBy, secretIn } from './carried.ts'
import { tokenParting, userParting, type RowParting } from './row-shape.ts'
import type { Dated } from './row-store.ts'
import type { Token } from './token.ts'
import { tokenFrom } from './row-fields.ts'
import type { User } from './user.ts'
import { userFrom } from './row-fields.ts'
import { fieldsOf } from './said-fields.ts'

/** How one resource's rows are read from their texts. */
export interface RowParsing<Row extends Dated> {
  shape: RowParting<Row>
  /** One row, or undefined where it cannot be read; `onSecret` gets the value that a row carries. */
  parse: (row: unknown, onSecret?: (secret: string) => void) => Row | undefined
  /** Adds to a row what only reads of single rows keep of its value. */
  marked: (row: Row, secret: string, key: string) => Promise<Row>
}

const unmarked = <Row>(row: Row) => Promise.resolve(row)

/** Rows of tokens as services write them; the one whose value is `bearer` gets marked. */
export function tokenRows(bearer: string | undefined): RowParsing<Token> {
  return {
    shape: tokenParting,
    parse(row, onSecret) {
      const token = tokenFrom(row)
      const secret = token && secretIn(row)
      if (token === undefined || secret === undefined) return token
      onSecret?.(secret)
      const claims = claimsOf(secret)
      if (claims !== undefined) token.claims = claims
      if (secret === bearer) token.yours = true
      return token
    },
    async marked(token, secret, key) {
      const fingerprint = await fingerprintOf(secret, key)
      return fingerprint === undefined ? token : { ...token, fingerprint }
    },
  }
}

/** Rows of users as services write them; the account that `bearer` names gets marked. */
export function userRows(bearer: string | undefined): RowParsing<User> {
  const named = namedBy(bearer)
  return {
    shape: userParting,
    parse(row) {
      const user = userFrom(row)
      const said = fieldsOf(row)
      if (user === undefined || said === undefined) return user
      const yours = [said['uuid'], said['id'], said['email']].some((one) => named.has(String(one)))
      return yours ? { ...user, yours } : user
    },
    marked: unmarked,
  }
}

/** Rows as our own host passes them on: it has read and marked them already (`redaction.ts`). */
export const hostedRows: { tokens: RowParsing<Token>; users: RowParsing<User> } = {
  tokens: {
    shape: tokenParting,
    parse(row) {
      const token = tokenFrom(row)
      const carried = token && fieldsOf(fieldsOf(row)?.['carried'])
      if (token === undefined || carried === undefined) return token
      const claims = fieldsOf(carried['claims'])
      if (claims !== undefined) token.claims = { iat: numberIn(claims['iat']), exp: numberIn(claims['exp']) }
      if (typeof carried['fingerprint'] === 'string') token.fingerprint = carried['fingerprint']
      if (carried['yours'] === true) token.yours = true
      return token
    },
    marked: unmarked,
  },
  users: {
    shape: userParting,
    parse(row) {
      const user = userFrom(row)
      return user && fieldsOf(fieldsOf(row)?.['carried'])?.['yours'] === true ? { ...user, yours: true } : user
    },
    marked: unmarked,
  },
}

function numberIn(said: unknown): number | undefined {
  return typeof said === 'number' ? said : undefined
}
