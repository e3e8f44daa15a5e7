import type { Carried } from './carried.ts'
import type { Part } from './problem.ts'
import { tokenRows, userRows, type RowParsing } from './row-parsing.ts'
import type { Dated } from './row-store.ts'
import type { Token } from './token.ts'
import type { User } from './user.ts'
import type { Moment } from './wire.ts'
import { spelledMoment } from './said-fields.ts'

/** Turns the rows of one answer into what may reach a page: the contract's fields, named one by one, and no secret. */
export interface Redaction {
  /** One row as JSON text: `null` for one that cannot be read. */
  row: (row: unknown) => string
  /**
   * One row where it is one of `names` and the first of its name, with a keyed fingerprint of its value; `null` for one
   * that cannot be read, since it may be any of them; undefined for all others.
   */
  wanted: (row: unknown) => Promise<string> | undefined
  /** Whether each of the names has been met. */
  isDone: () => boolean
}

/**
 * `bearer` marks the row or the account that it belongs to; `key` is the session's own for fingerprints; `names` are
 * the rows that a read of single rows asks for.
 */
export function createRedaction(
  part: Part,
  { bearer, key, names = new Set() }: { bearer: string; key: string; names?: ReadonlySet<string> },
): Redaction {
  return part === 'tokens'
    ? redaction(tokenRows(bearer), spelledToken, key, names)
    : redaction(userRows(bearer), spelledUser, key, names)
}

function redaction<Row extends Dated>(
  { shape, parse, marked }: RowParsing<Row>,
  spelled: (row: Row) => string,
  key: string,
  names: ReadonlySet<string>,
): Redaction {
  const left = new Set(names)
  const written = (row: Row | undefined) => (row === undefined ? 'null' : spelled(row))
  return {
    row: (row) => written(parse(row)),
    wanted(said) {
      let secret: string | undefined
      const row = parse(said, (carried) => (secret = carried))
      if (row === undefined) return Promise.resolve('null')
      if (!left.delete(shape.nameOf(row))) return undefined
      return Promise.resolve(secret === undefined ? row : marked(row, secret, key)).then(written)
    },
    isDone: () => left.size === 0,
  }
}

// By hand: `JSON.stringify` of whole rows takes three times as long, and a host writes 100,000 of them at once.

function spelledToken({ name, active, write, expiration_date, created_at, updated_at, ...carried }: Token): string {
  const flags = flag('active', active) + flag('write', write)
  const moments = moment('expiration_date', expiration_date) + datesOf(created_at, updated_at)
  return `{"name":${JSON.stringify(name)}${flags}${moments}${spelledCarried(carried)}}`
}

function spelledUser({ email, admin, active, created_at, updated_at, yours }: User): string {
  const flags = flag('admin', admin) + flag('active', active)
  const kept = yours === undefined ? '' : ',"carried":{"yours":true}'
  return `{"email":${JSON.stringify(email)}${flags}${datesOf(created_at, updated_at)}${kept}}`
}

function flag(name: string, value: boolean | undefined): string {
  return value === undefined ? '' : `,"${name}":${value}`
}

function datesOf(created: Moment, updated: Moment): string {
  return moment('created_at', created) + moment('updated_at', updated)
}

function moment(name: string, value: Moment): string {
  const said = spelledMoment(value)
  if (said === undefined) return ''
  return typeof said === 'number' ? `,"${name}":${said}` : `,"${name}":"${said}"`
}

function spelledCarried({ claims, fingerprint, yours }: Carried): string {
  const kept: string[] = []
  if (claims !== undefined) {
    const { iat, exp } = claims
    const until = exp === undefined ? '' : `"exp":${exp}`
    kept.push(`"claims":{${iat === undefined ? until : `"iat":${iat}${until && `,${until}`}`}}`)
  }
  if (fingerprint !== undefined) kept.push(`"fingerprint":${JSON.stringify(fingerprint)}`)
  if (yours !== undefined) kept.push('"yours":true')
  return kept.length === 0 ? '' : `,"carried":{${kept.join()}}`
}
