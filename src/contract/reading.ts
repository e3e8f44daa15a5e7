import { parsedRow } from './answers.ts'
import { claimsOf, fingerprintKey, fingerprintOf, namedBy, secretIn } from './carried.ts'
import { RowCollector, type Dated } from './row-store.ts'
import type { Ending, Resource } from './service.ts'
import { Token } from './token.ts'
import { User } from './user.ts'

/** Streams the rows of one list as JSON texts; it ends when `onRow` returns true. */
export type Texts = (ending: Ending, onRow: (text: string) => boolean | void) => Promise<void>

/** How one resource's rows are read from their texts. */
interface Rows<Row extends Dated> {
  nameOf: (row: Row) => string
  /** One row, or undefined where it cannot be read; `onSecret` gets the value that a row carries. */
  parse: (text: string, onSecret?: (secret: string) => void) => Row | undefined
  /** Adds to a row what only reads of single rows keep of its value. */
  marked?: (row: Row, secret: string) => Promise<Row>
}

type Reading<Row extends Dated> = Pick<Resource<Row, never, never>, 'list' | 'read'>

/** The list and the reads of single tokens. `bearer`: the row whose value it is gets marked. */
export function readTokens(texts: Texts, now: () => number, bearer: string | undefined): Reading<Token> {
  const key = fingerprintKey()
  return reading<Token>(texts, now, {
    nameOf: (token) => token.name,
    parse: (text, onSecret) =>
      parsedRow<Token>(Token, text, (row) => {
        const secret = secretIn(row)
        if (secret === undefined) return {}
        onSecret?.(secret)
        const claims = claimsOf(secret)
        return { ...(claims !== undefined && { claims }), ...(secret === bearer && { yours: true as const }) }
      }),
    async marked(token, secret) {
      const fingerprint = await fingerprintOf(secret, key)
      return fingerprint === undefined ? token : { ...token, fingerprint }
    },
  })
}

/** The list and the reads of single users. The account that `bearer` names gets marked. */
export function readUsers(texts: Texts, now: () => number, bearer: string | undefined): Reading<User> {
  const named = namedBy(bearer)
  const yours = (row: unknown) => {
    const held = new Map(typeof row === 'object' && row !== null ? Object.entries(row) : [])
    return ['uuid', 'id', 'email'].some((key) => named.has(String(held.get(key))))
  }
  return reading<User>(texts, now, {
    nameOf: (user) => user.email,
    parse: (text) => parsedRow<User>(User, text, (row) => (yours(row) ? { yours: true } : {})),
  })
}

function reading<Row extends Dated>(texts: Texts, now: () => number, rows: Rows<Row>): Reading<Row> {
  const { nameOf, parse, marked } = rows
  return {
    async list(ending = {}) {
      const began = now()
      const collector = new RowCollector(nameOf)
      await texts(ending, (text) => collector.add(parse(text)))
      return collector.store(began, now())
    },
    async read(names, ending = {}) {
      const found = new Map<string, Row>()
      const secrets = new Map<string, string>()
      await texts(ending, (text) => {
        let secret: string | undefined
        const row = parse(text, (carried) => (secret = carried))
        const name = row === undefined ? undefined : nameOf(row)
        if (row !== undefined && name !== undefined && names.has(name) && !found.has(name)) {
          found.set(name, row)
          if (secret !== undefined) secrets.set(name, secret)
        }
        return found.size === names.size
      })
      for (const [name, secret] of secrets) {
        const row = found.get(name)
        if (row !== undefined && marked !== undefined) found.set(name, await marked(row, secret))
      }
      return found
    },
  }
}
