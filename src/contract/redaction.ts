import type { Part } from './problem.ts'
import { tokenRows, userRows, type RowParsing } from './row-parsing.ts'
import type { Dated } from './row-store.ts'
import type { Token } from './token.ts'
import type { User } from './user.ts'
import { spelledMoment } from './wire.ts'

/** Turns the rows of one answer into what may reach a page: the contract's fields, named one by one, and no secret. */
export interface Redaction {
  /** One row as JSON text: `null` for one that cannot be read. */
  row: (row: unknown) => string
  /**
   * One row where it is one of `names` and the first of its name, with a keyed fingerprint of its value; undefined for
   * all others.
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
  { nameOf, parse, marked }: RowParsing<Row>,
  spelled: (row: Row) => object,
  key: string,
  names: ReadonlySet<string>,
): Redaction {
  const left = new Set(names)
  const written = (row: Row | undefined) => (row === undefined ? 'null' : JSON.stringify(spelled(row)))
  return {
    row: (row) => written(parse(row)),
    wanted(said) {
      let secret: string | undefined
      const row = parse(said, (carried) => (secret = carried))
      if (row === undefined || !left.delete(nameOf(row))) return undefined
      return Promise.resolve(secret === undefined ? row : marked(row, secret, key)).then(written)
    },
    isDone: () => left.size === 0,
  }
}

function spelledToken({ name, active, write, claims, fingerprint, yours, ...moments }: Token): object {
  const carried = claims ?? fingerprint ?? yours
  return {
    name,
    expiration_date: spelledMoment(moments.expiration_date),
    active,
    write,
    created_at: spelledMoment(moments.created_at),
    updated_at: spelledMoment(moments.updated_at),
    ...(carried !== undefined && { carried: { claims, fingerprint, yours } }),
  }
}

function spelledUser({ email, admin, active, created_at, updated_at, yours }: User): object {
  return {
    email,
    admin,
    active,
    created_at: spelledMoment(created_at),
    updated_at: spelledMoment(updated_at),
    ...(yours !== undefined && { carried: { yours } }),
  }
}
