import type { ResourceName, Problem } from '#contract/problem.ts'
import type { FlatRow } from './rows.ts'

/** The size limit of a list, in bytes. */
export const mostListBytes = 256 * 1024 * 1024

/** What to read of a list. */
export interface ListRequest {
  part: ResourceName
  /** Whether the console server answers; it has redacted the rows already. */
  hosted: boolean
  /** Marks the row or account that it belongs to. Used for this call and kept nowhere. */
  bearer: string | undefined
  /** Only these rows, reading no further than necessary; undefined: all of them. */
  names: readonly string[] | undefined
  /** The key for fingerprints of single rows; see `fingerprintOf`. */
  key: string
  /** The size limit, in bytes. */
  cap: number
}

/** Handlers that are called while a list arrives. */
export interface RowHandlers {
  onBytes: (bytes: number) => void
  /**
   * Gets rows, and the numbers of unreadable ones (from 1, in the whole response). The next rows come when the returned
   * promise resolves.
   */
  onRows: (rows: readonly FlatRow[], unreadable: readonly number[]) => Promise<void> | void
}

/** The result of reading a list. */
export interface ListResult {
  /** The indexes of all rows in the order of their names; empty if single rows were requested. */
  order: Uint32Array<ArrayBuffer>
  /** Of single rows, the first one of each name. */
  found: readonly FlatRow[]
  /** How many of the rows read so far are unreadable. */
  unreadable: number
  /** Names of fields that the console does not know; only of whole lists. */
  otherFields: readonly string[]
}

/** The parts of a `Response` that are used; it may have arrived in another thread. */
export type ResponseLike = Pick<Response, 'ok' | 'status' | 'type' | 'headers' | 'body'>

/** The head of a response. Read a success with `rows`, everything else from `body`. */
export interface ListAnswer extends ResponseLike {
  /** @throws {ServiceError} as `piecesOf` does. */
  rows: (handlers: RowHandlers) => Promise<ListResult>
}

/** Reads lists, on the page's thread or in a worker. */
export interface ListReader {
  /** Like `fetch`, with text as the only kind of request body. @throws if there is no response. */
  request: (url: string, init: RequestInit, request: ListRequest) => Promise<ListAnswer>
}

/** Messages from the page to the worker; `id` identifies the call. */
export type ToWorker =
  | {
      id: number
      is: 'ask'
      ask: { url: string; method: string; headers: [string, string][]; body: string | null; of: ListRequest }
    }
  /** `more`: the last rows were consumed; false: the rest is not wanted. */
  | { id: number; is: 'go'; more: boolean }

/** Messages to the page: for each call a head, the parts of its body, and its end. */
export type FromWorker =
  | ({ id: number; is: 'head'; headers: [string, string][] } & Pick<ResponseLike, 'ok' | 'status' | 'type'>)
  /** Of a success: the bytes since the last message, and the rows in them. Of anything else: its bytes. */
  | { id: number; is: 'part'; bytes: number; rows: readonly FlatRow[]; unreadable: readonly number[] }
  | { id: number; is: 'part'; raw: Uint8Array<ArrayBuffer> }
  /** `failed`: there was no response, or its body broke off. The platform's message stays in the worker. */
  | { id: number; is: 'end'; outcome: ListResult | Problem | 'failed' | 'whole' }

/** One end of a channel between two threads. */
export interface Channel<Sent, Received> {
  postMessage: (message: Sent) => void
  addEventListener: (kind: 'message', listener: (event: { data: Received }) => void) => void
}
