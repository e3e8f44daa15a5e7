import { claimsOf, fingerprintOf, subjectsOf, valueInRow } from '#api/jwt.ts'
import type { RowReader } from './read-list.ts'
import { knownFields, unknownFieldsOf } from './unknown-fields.ts'
import type { ResourceName } from '#api/problem.ts'
import { asRecord } from '#api/wire.ts'
import { StoredToken, type Token } from '#api/token.ts'
import { StoredUser, type User } from '#api/user.ts'

/** Whose rows are read. */
interface Sender {
  resource: ResourceName
  /** Marks the token whose value it is, or the account that it names, as yours. Used for this call and kept nowhere. */
  bearer: string | undefined
  /** The key for fingerprints of single rows; see `fingerprintOf`. */
  key: string
}

/** Turns rows into rows that may be kept: the fields named here and in their schemas, and never the value in a row. */
export function createRowReader({ resource, bearer, key }: Sender): RowReader {
  return { tokens: createTokenReader, users: createUserReader }[resource](bearer, key)
}

const knownTokenFields = knownFields(StoredToken)
const knownUserFields = knownFields(StoredUser)

function createTokenReader(bearer: string | undefined, key: string): RowReader {
  return {
    row(json) {
      const token: Token | undefined = StoredToken.safeParse(json).data
      const secret = token && valueInRow(json)
      if (token === undefined || secret === undefined) return token
      const claims = claimsOf(secret)
      if (claims !== undefined) token.claims = claims
      if (secret === bearer) token.yours = true
      return token
    },
    async withFingerprint(row, json) {
      const secret = valueInRow(json)
      const fingerprint = secret === undefined ? undefined : await fingerprintOf(secret, key)
      return fingerprint === undefined ? row : { ...row, fingerprint }
    },
    unknownFields: (json) => unknownFieldsOf(asRecord(json) ?? {}, knownTokenFields),
  }
}

function createUserReader(bearer: string | undefined): RowReader {
  const ownSubjects = subjectsOf(bearer)
  return {
    row(json) {
      const user: User | undefined = StoredUser.safeParse(json).data
      const { uuid, id, email } = asRecord(json) ?? {}
      if (user !== undefined && [uuid, id, email].some((key) => ownSubjects.has(String(key)))) user.yours = true
      return user
    },
    unknownFields: (json) => unknownFieldsOf(asRecord(json) ?? {}, knownUserFields),
  }
}
