import type { ServiceClock } from './clock-offset.ts'
import type { TimestampedRow, Row as AnyRow, RowList } from './list/row-list.ts'
import type { Token, TokenBody } from './token.ts'
import type { User, UserUpdate, UserDraft } from './user.ts'

/** How to abort a call. An aborted call rejects with the signal's reason, never with a Problem. */
export interface CallOptions {
  signal?: AbortSignal | undefined
}

/** Called with the part of a list that has arrived. Reading goes on when the returned promise resolves. */
export type OnPartialList<Row extends TimestampedRow> = (arrived: RowList<Row>) => Promise<void> | void

/** The calls that both resources have. `Draft`: what create sends. `Change`: what update sends. */
export interface ResourceClient<Row extends TimestampedRow, Draft, Change> {
  /**
   * Reads the whole list, at most 256 MiB. `onPart` gets what has arrived so far, to be shown; `onRows` gets all rows so
   * far, every few thousand.
   */
  list: (
    options?: CallOptions & {
      onPart?: OnPartialList<Row> | undefined
      onRows?: ((rows: readonly AnyRow[]) => void) | undefined
    },
  ) => Promise<RowList<Row>>
  /**
   * Reads the rows with these names from one response, up to the last of them. The map lacks names that the whole list
   * lacks. `onUnreadable` is called for each unreadable row met, which may be a missing one.
   */
  read: (
    names: ReadonlySet<string>,
    options?: CallOptions & { onUnreadable?: (() => void) | undefined },
  ) => Promise<Map<string, Row>>
  create: (draft: Draft, options?: CallOptions) => Promise<void>
  update: (change: Change, options?: CallOptions) => Promise<void>
  remove: (name: string, options?: CallOptions) => Promise<void>
}

/** A Query service, by its admin endpoints. Every failure is a `ServiceError`, apart from aborts. */
export interface ApiClient {
  tokens: ResourceClient<Token, TokenBody, TokenBody> & {
    /** The value of a token; undefined: the service has none of that name. One GET, never repeated. */
    value: (name: string, options?: CallOptions) => Promise<string | undefined>
  }
  users: ResourceClient<User, UserDraft, UserUpdate>
  /** The difference between the service's clock and ours, estimated from every response. */
  clock: ServiceClock
}
