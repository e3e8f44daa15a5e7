import { passedRow, type PassedRow } from './passed-row.ts'
import type { Part } from './problem.ts'
import { saidRows } from './row-parsing.ts'
import type { RowParts } from './row-parts.ts'

/** Turns the rows of one answer into what may reach a page: what `RowParts` names of them, and no secret. */
export interface Redaction {
  /** One row, or undefined where it cannot be read. */
  row: (row: unknown) => RowParts | undefined
  /**
   * One row where it is one of `names` and the first of its name, with a keyed fingerprint of its value; null for one
   * that cannot be read, since it may be any of them; undefined for all others.
   */
  wanted: (row: unknown) => Promise<PassedRow> | null | undefined
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
  const { parse, marked } = saidRows(part, bearer)
  const left = new Set(names)
  return {
    row: (said) => parse(said),
    wanted(said) {
      let secret: string | undefined
      const row = parse(said, (carried) => (secret = carried))
      if (row === undefined) return null
      if (!left.delete(row.name)) return undefined
      return Promise.resolve(secret === undefined ? row : marked(row, secret, key)).then(passedRow)
    },
    isDone: () => left.size === 0,
  }
}
