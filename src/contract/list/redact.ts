import * as z from 'zod/mini'
import { claimsOf, fingerprintOf, subjectsOf, valueIn } from '#contract/jwt.ts'
import { knownFields, unknownFieldsOf } from './unknown-fields.ts'
import type { ResourceName } from '#contract/problem.ts'
import { fieldsOf } from '#contract/wire.ts'
import { StoredToken, type Token } from '#contract/token.ts'
import { StoredUser, type User } from '#contract/user.ts'
import type { Row } from './row-store.ts'

/** Reads the JSON rows of one resource. */
export interface RowReader {
  /** One row; undefined: unreadable. */
  row: (json: unknown) => Row | undefined
  /** Adds a fingerprint of the value in the JSON row, if there is one. Only reads of single rows have one. */
  withFingerprint?: (row: Row, json: unknown) => Promise<Row>
  /** The names of fields in a row that the console does not know. */
  unknownFields?: (json: unknown) => readonly string[] | undefined
  /** The same names, from the envelope of a list. */
  unknownInEnvelope?: (envelope: unknown) => readonly string[] | undefined
}

/** Whose rows are read. */
export interface Sender {
  part: ResourceName
  /** Whether the console server answers; it has redacted the rows already. */
  hosted: boolean
  /** Marks the token whose value it is, or the account that it names, as yours. Used for this call and kept nowhere. */
  bearer: string | undefined
  /** The key for fingerprints of single rows; see `fingerprintOf`. */
  key: string
}

/** Turns rows into rows that may be kept: the fields named here and in their schemas, and never the value in a row. */
export function readerOf({ part, hosted, bearer, key }: Sender): RowReader {
  if (!hosted) return { tokens: redactedTokens, users: redactedUsers }[part](bearer, key)
  return {
    // This page is of the same server. Reading 100,000 rows a second time took half a second.
    row: (json) => (json ?? undefined) as Row | undefined,
    unknownInEnvelope: (envelope) => Envelope.safeParse(envelope).data?.unknown,
  }
}

const knownTokenFields = knownFields(StoredToken)
const knownUserFields = knownFields(StoredUser)

const Envelope = z.object({ unknown: z.optional(z.array(z.string())) })

function redactedTokens(bearer: string | undefined, key: string): RowReader {
  return {
    row(json) {
      const token: Token | undefined = StoredToken.safeParse(json).data
      const secret = token && valueIn(json)
      if (token === undefined || secret === undefined) return token
      const claims = claimsOf(secret)
      if (claims !== undefined) token.claims = claims
      if (secret === bearer) token.yours = true
      return token
    },
    async withFingerprint(row, json) {
      const secret = valueIn(json)
      const fingerprint = secret === undefined ? undefined : await fingerprintOf(secret, key)
      return fingerprint === undefined ? row : { ...row, fingerprint }
    },
    unknownFields: (json) => unknownFieldsOf(fieldsOf(json) ?? {}, knownTokenFields),
  }
}

function redactedUsers(bearer: string | undefined): RowReader {
  const named = subjectsOf(bearer)
  return {
    row(json) {
      const user: User | undefined = StoredUser.safeParse(json).data
      const { uuid, id, email } = fieldsOf(json) ?? {}
      if (user !== undefined && [uuid, id, email].some((key) => named.has(String(key)))) user.yours = true
      return user
    },
    unknownFields: (json) => unknownFieldsOf(fieldsOf(json) ?? {}, knownUserFields),
  }
}
