import type { RowStore } from '#contract/list/row-store.ts'
import type { Problem } from '#contract/problem.ts'
import type { Sent, Types, WriteOf } from './kind.ts'
import type { Outcome } from './outcome.ts'

/** The outcome of a write of one resource. */
export type OutcomeOf<T extends Types> = Outcome<T['row'], Sent<T>>

/** How a job takes part in the requests of its writes. Reads are not told. */
export interface Watch {
  /** Asked before each request that writes. After a `false` nothing more is sent, and what was not sent has no outcome. */
  mayGoOn?: () => boolean
  /** This write is sent now. */
  onSend?: (name: string) => void
  /** It was answered, or its answer given up. `problem`: why it was not answered OK. */
  onAnswer?: (name: string, problem: Problem | undefined) => void
  /** Rows that a lock-out depends on and that these writes leave alone: the other active admins. */
  others?: readonly string[]
}

/** The verified writes of one resource. */
export interface Writer<T extends Types> {
  /**
   * Up to twenty writes, of one row each, when it is the turn of all their names: one read that begins after the call, at
   * most four requests at a time, one read back (once more after a second if it failed for the moment). Plans are made in
   * order, and each sees the rows as those before it leave them.
   *
   * Resolves to an outcome for each write, in order. Undefined: not started, because the job could not go on; it can be
   * handed over again. Rejects only with the signal's reason: then a write that was told by `onSend` may have arrived.
   */
  inTurn: (writes: readonly WriteOf<T>[], watch?: Watch) => Promise<(OutcomeOf<T> | undefined)[]>
  /**
   * The outcome by a list that began after its own read: an open one may have become known, and what was saved may show
   * another value. Use it only for the page's last write to a row. Undefined: nothing was sent, or the list cannot tell.
   */
  later: (
    outcome: OutcomeOf<T>,
    list: Pick<RowStore<T['row']>, 'at' | 'beganAt' | 'find' | 'unreadable'>,
  ) => OutcomeOf<T> | undefined
}
