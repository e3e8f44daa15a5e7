import type { ServiceClock } from './clock.ts'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Credentials } from './session.ts'
import type { Token, TokenDraft } from './token.ts'
import type { User, UserUpdate, UserDraft } from './user.ts'

/** How a call may be ended from outside. An ended call rejects with the signal's reason, never with a Problem. */
export interface CallOptions {
  signal?: AbortSignal | undefined
}

/** Hears of a list what has arrived; the rest is read when what it returns is resolved. */
export type OnPart<Row extends Dated> = (arrived: RowStore<Row>) => Promise<void> | void

/** The calls both resources have; `Draft` is what create sends, `Change` what update sends. */
export interface Resource<Row extends Dated, Draft, Change> {
  /** The whole list, read as it arrives; at most 256 MiB. `onPart` is shown what is there while the rest arrives. */
  list: (ending?: CallOptions & { onPart?: OnPart<Row> | undefined }) => Promise<RowStore<Row>>
  /**
   * The rows of these names as one reading of the list shows them; it ends at the last of them. A name that the whole
   * list does not hold is missing from the answer. `onUnreadable` is called when a row was met that cannot be read: it
   * may be one of those missing.
   */
  read: (
    names: ReadonlySet<string>,
    ending?: CallOptions & { onUnreadable?: (() => void) | undefined },
  ) => Promise<Map<string, Row>>
  create: (draft: Draft, ending?: CallOptions) => Promise<void>
  update: (change: Change, ending?: CallOptions) => Promise<void>
  remove: (name: string, ending?: CallOptions) => Promise<void>
}

/** A Query service, as its admin endpoints offer it. Every failure is a `ServiceError`, aborts apart. */
export interface Service {
  tokens: Resource<Token, TokenDraft, TokenDraft> & {
    /** The secret of a token, or undefined where the service knows none of that name. One GET, no retry. */
    value: (name: string, ending?: CallOptions) => Promise<string | undefined>
  }
  users: Resource<User, UserDraft, UserUpdate>
  /** How far its clock is from ours, learned from every answer. */
  clock: ServiceClock
}

/** The way into a service. Every failure is a `ServiceError`, aborts apart. */
export interface SignInCalls {
  /** Whether this bearer may administer: one real call, ended after its first bytes. */
  check: (ending?: CallOptions) => Promise<void>
  /** Optional ability. @throws `switched-off` where the service offers no sign-in by password. */
  signIn: (credentials: Credentials, ending?: CallOptions) => Promise<string>
}
