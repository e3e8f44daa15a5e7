import * as z from 'zod/mini'
import { parsedRow } from './answers.ts'
import { claimsOf, fingerprintOf, namedBy, secretIn, type Carried } from './carried.ts'
import type { Dated } from './row-store.ts'
import { Token } from './token.ts'
import { User } from './user.ts'

/** How one resource's rows are read from their texts. */
export interface RowParsing<Row extends Dated> {
  nameOf: (row: Row) => string
  /** One row, or undefined where it cannot be read; `onSecret` gets the value that a row carries. */
  parse: (text: string, onSecret?: (secret: string) => void) => Row | undefined
  /** Adds to a row what only reads of single rows keep of its value. */
  marked: (row: Row, secret: string, key: string) => Promise<Row>
}

const nameOfToken = (token: Token) => token.name
const emailOf = (user: User) => user.email
const unmarked = <Row>(row: Row) => Promise.resolve(row)

/** Rows of tokens as services write them; the one whose value is `bearer` gets marked. */
export function tokenRows(bearer: string | undefined): RowParsing<Token> {
  return {
    nameOf: nameOfToken,
    parse: (text, onSecret) =>
      parsedRow<Token>(Token, text, (row) => {
        const secret = secretIn(row)
        if (secret === undefined) return {}
        onSecret?.(secret)
        const claims = claimsOf(secret)
        return { ...(claims !== undefined && { claims }), ...(secret === bearer && { yours: true as const }) }
      }),
    async marked(token, secret, key) {
      const fingerprint = await fingerprintOf(secret, key)
      return fingerprint === undefined ? token : { ...token, fingerprint }
    },
  }
}

/** Rows of users as services write them; the account that `bearer` names gets marked. */
export function userRows(bearer: string | undefined): RowParsing<User> {
  const named = namedBy(bearer)
  const yours = (row: unknown) => {
    const held = new Map(typeof row === 'object' && row !== null ? Object.entries(row) : [])
    return ['uuid', 'id', 'email'].some((key) => named.has(String(held.get(key))))
  }
  return {
    nameOf: emailOf,
    parse: (text) => parsedRow<User>(User, text, (row) => (yours(row) ? { yours: true } : {})),
    marked: unmarked,
  }
}

const HostedRow = z.object({
  carried: z.optional(
    z.object({
      claims: z.optional(z.object({ iat: z.optional(z.number()), exp: z.optional(z.number()) })),
      fingerprint: z.optional(z.string()),
      yours: z.optional(z.literal(true)),
    }),
  ),
})

/** Rows as our own host passes them on: it has read and marked them already (`redaction.ts`). */
export const hostedRows: { tokens: RowParsing<Token>; users: RowParsing<User> } = {
  tokens: { nameOf: nameOfToken, parse: (text) => parsedRow<Token>(Token, text, carriedIn), marked: unmarked },
  users: {
    nameOf: emailOf,
    parse: (text) => parsedRow<User>(User, text, (row) => (carriedIn(row).yours ? { yours: true } : {})),
    marked: unmarked,
  },
}

function carriedIn(row: unknown): Carried {
  const { claims, fingerprint, yours } = HostedRow.safeParse(row).data?.carried ?? {}
  return {
    ...(claims !== undefined && { claims: { iat: claims.iat, exp: claims.exp } }),
    ...(fingerprint !== undefined && { fingerprint }),
    ...(yours !== undefined && { yours }),
  }
}
