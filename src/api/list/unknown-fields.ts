import { jwtPattern } from '#api/jwt.ts'
import { toPrintable } from '#api/service-text.ts'

/** The most names that are kept of a list, the most characters of each, and the most that are looked at. */
const maxNames = 8
const maxNameLength = 60
const maxTriedNames = 64

/** Fields that the service sets itself: no update can clear them. */
const setByService = ['id', '_id', 'uuid', 'created', 'updated']

/** Fields that may hold a secret. */
const mayBeSecret = ['token', 'value', 'secret', 'jwt', 'password', 'password_hash', 'passwordHash', 'hash', 'salt']

/** `created_at`, `lastUsedAt`. */
const dateLike = /(?:_at|[a-z]At)$/

/** The fields that need no warning: those that the console reads, by their schema, and those above. */
export function knownFields({ shape }: { shape: object }): ReadonlySet<string> {
  return new Set([...setByService, ...mayBeSecret, ...Object.keys(shape)])
}

/**
 * The names of fields in a row that the console does not know and so cannot send: an update of the whole record leaves
 * them out; 64 of them at most. Never their contents; undefined: none.
 */
export function unknownFieldsOf(
  row: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): string[] | undefined {
  let unknown: string[] | undefined
  for (const field in row) {
    if (known.has(field) || row[field] === null || dateLike.test(field)) continue
    unknown ??= []
    if (unknown.push(field) === maxTriedNames) break
  }
  return unknown
}

/** Collects the names of such fields over many rows, safe to show. */
export class UnknownFields {
  private readonly found = new Set<string>()
  /** Making a name safe is slow, and a hostile list may have any number of names of which nothing remains. */
  private readonly triedNames = new Set<string>()

  add(names: readonly string[] | undefined): void {
    if (names === undefined) return
    for (const name of names) {
      if (this.found.size >= maxNames || this.triedNames.size >= maxTriedNames) return
      if (this.triedNames.has(name)) continue
      this.triedNames.add(name)
      const printable = toPrintable(name.slice(0, maxNameLength + 1).replace(jwtPattern, '•••'))
      const shortName = printable.length > maxNameLength ? `${printable.slice(0, maxNameLength - 1)}…` : printable
      if (shortName !== '') this.found.add(shortName)
    }
  }

  get all(): readonly string[] {
    return [...this.found]
  }
}
