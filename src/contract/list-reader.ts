import type { Columns } from './columns.ts'
import type { Part } from './problem.ts'
import type { RowParts } from './row-parts.ts'

/** The most bytes that are read of a list. */
export const mostListBytes = 256 * 1024 * 1024

/** What is wanted of a list. */
export interface RowsAsked {
  part: Part
  /** Whether our own host answers, which has read and marked the rows already. */
  hosted: boolean
  /** Marks the row or the account that it belongs to; it is used for this call and kept nowhere. */
  bearer: string | undefined
  /** Only these rows, and no more is read than that takes; undefined: all of them. */
  names: readonly string[] | undefined
  /** For the fingerprints of single rows; see `fingerprintOf`. */
  key: string
  /** Bytes beyond which nothing more is read. */
  cap: number
}

/** What hears of a list while it arrives. */
export interface RowsHeard {
  onBytes: (bytes: number) => void
  /**
   * Rows as columns, and the numbers (from 1, in the whole answer) of those that cannot be read. No more are handed over
   * before what it returns is resolved.
   */
  onRows: (columns: Columns, unreadable: readonly number[]) => Promise<void> | void
}

/** What is known when a list was read. */
export interface RowsEnd {
  /** The numbers of all rows in the order of their names; empty where single rows were asked for. */
  order: Uint32Array<ArrayBuffer>
  /** Of single rows, the first of each name. */
  found: readonly RowParts[]
  /** How many rows cannot be read, of those that were met. */
  unreadable: number
}

/** What of a `Response` is needed: it may have been received in another thread. */
export type Answered = Pick<Response, 'ok' | 'status' | 'type' | 'headers' | 'body'>

/** The head of an answer; a success is read by `rows`, everything else by its `body`. */
export interface ListAnswer extends Answered {
  /** @throws {ServiceError} as `readRows` does. */
  rows: (heard: RowsHeard) => Promise<RowsEnd>
}

/** Whoever reads lists: on the page's own thread, or in a worker. */
export interface ListReader {
  /** As `fetch`; `init` is without a body that is no text. @throws where there is no answer. */
  ask: (url: string, init: RequestInit, asked: RowsAsked) => Promise<ListAnswer>
}
