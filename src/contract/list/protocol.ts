import type { ResourceName, Problem } from '#contract/problem.ts'
import type { FlatRow } from './rows.ts'

/** The most bytes that are read of a list. */
export const mostListBytes = 256 * 1024 * 1024

/** What is wanted of a list. */
export interface ListRequest {
  part: ResourceName
  /** Whether our own host answers, which has redacted and marked the rows already. */
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
export interface RowHandlers {
  onBytes: (bytes: number) => void
  /**
   * Rows, and the numbers (from 1, in the whole answer) of those that cannot be read. No more are handed over before
   * what it returns is resolved.
   */
  onRows: (rows: readonly FlatRow[], unreadable: readonly number[]) => Promise<void> | void
}

/** What is known when a list was read. */
export interface ListResult {
  /** The numbers of all rows in the order of their names; empty where single rows were asked for. */
  order: Uint32Array<ArrayBuffer>
  /** Of single rows, the first of each name. */
  found: readonly FlatRow[]
  /** How many rows cannot be read, of those that were met. */
  unreadable: number
  /** Names of fields that the console does not know, of whole lists. */
  otherFields: readonly string[]
}

/** What of a `Response` is needed: it may have been received in another thread. */
export type ResponseLike = Pick<Response, 'ok' | 'status' | 'type' | 'headers' | 'body'>

/** The head of an answer; a success is read by `rows`, everything else by its `body`. */
export interface ListAnswer extends ResponseLike {
  /** @throws {ServiceError} as `piecesOf` does. */
  rows: (handlers: RowHandlers) => Promise<ListResult>
}

/** Whoever reads lists: on the page's own thread, or in a worker. */
export interface ListReader {
  /** As `fetch`; `init` is without a body that is no text. @throws where there is no answer. */
  request: (url: string, init: RequestInit, request: ListRequest) => Promise<ListAnswer>
}

/** From the page to the worker; `id` tells the calls apart. */
export type ToWorker =
  | {
      id: number
      is: 'ask'
      ask: { url: string; method: string; headers: [string, string][]; body: string | null; of: ListRequest }
    }
  /** `more`: what was told has been taken over; otherwise nobody wants the rest. */
  | { id: number; is: 'go'; more: boolean }

/** Back to the page: for each call a head, the parts of its body, and its end. */
export type FromWorker =
  | ({ id: number; is: 'head'; headers: [string, string][] } & Pick<ResponseLike, 'ok' | 'status' | 'type'>)
  /** Of successes: how many bytes came since the last time, and the rows in them. Of all others: their bytes. */
  | { id: number; is: 'part'; bytes: number; rows: readonly FlatRow[]; unreadable: readonly number[] }
  | { id: number; is: 'part'; raw: Uint8Array<ArrayBuffer> }
  /** `failed`: there is no answer, or its body broke off; what the platform says of it stays where it was said. */
  | { id: number; is: 'end'; outcome: ListResult | Problem | 'failed' | 'whole' }

/** One end of a line between two threads. */
export interface Channel<Sent, Received> {
  postMessage: (message: Sent) => void
  addEventListener: (kind: 'message', listener: (event: { data: Received }) => void) => void
}
