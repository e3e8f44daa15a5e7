import * as z from 'zod/mini'
import { claimsOf, fingerprintOf, subjectsOf, valueIn } from '#contract/jwt.ts'
import { knownFields, unknownFieldsOf } from './unknown-fields.ts'
import type { ResourceName } from '#contract/problem.ts'
import { fieldsOf } from '#contract/wire.ts'
import { StoredToken, type Token } from '#contract/token.ts'
import { StoredUser, type User } from '#contract/user.ts'
import { TokenRow, UserRow, type Row } from './rows.ts'

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

/**
 * Turns rows of a service into rows that may be kept: the fields named in `rows.ts`, and never the value in a row.
 * Marks the token whose value is `bearer`, or the account that it names, as yours. `key` is for fingerprints.
 */
export function redaction(part: ResourceName, bearer: string | undefined, key: string): RowReader {
  const readers = { tokens: redactedTokens, users: redactedUsers }
  return readers[part](bearer, key)
}

const passedRows = { tokens: TokenRow, users: UserRow } satisfies Record<ResourceName, z.ZodMiniType<Row>>

/** Reads rows of the console server, which has redacted them already. */
export function redactedByHost(part: ResourceName): RowReader {
  const schema: z.ZodMiniType<Row> = passedRows[part]
  return {
    row: (json) => schema.safeParse(json).data,
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
