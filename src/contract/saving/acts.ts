import type { Dated } from '#contract/list/row-store.ts'
import type { Writing } from './compare.ts'
import type { Turns, waitFor } from './turns.ts'
import type { Verdict } from './verdict.ts'

/** A row as the admin saw it. `beganAt`: when the read that showed it began, in the page's milliseconds. */
export interface Seen<Row> {
  row: Row
  beganAt: number
}

/** The verified writes of one resource. Every call resolves to a verdict and rejects only when `signal` was aborted. */
export interface Acts<Row, Draft, Change> {
  save: (seen: Seen<Row>, change: Change, options?: { overwrite?: boolean }) => Promise<Verdict<Row>>
  /**
   * The verdict that such a save would end with before it sends anything; undefined: it would send. To be called before
   * the admin is asked anything. `hasUnseen`: the save also changes a field that no read can show.
   */
  look: (seen: Seen<Row>, change: Change, options?: LookOptions) => Promise<Verdict<Row> | undefined>
  /** `input`: what the draft is made from, without secrets. It tells whether the same thing is asked for again. */
  create: (name: string, draft: () => Draft, input: object) => Promise<Verdict<Row>>
  /**
   * Deletes the row that was seen, and no other with its name. `unchecked`: the admin accepts that this cannot be
   * verified.
   */
  remove: (seen: Seen<Row>, options?: { unchecked?: boolean }) => Promise<Verdict<Row>>
  /** The same as `look`, for an act that deletes the row. */
  lookToRemove: (seen: Seen<Row>) => Promise<Verdict<Row> | undefined>
}

/** Options for checking whether a save can begin. */
export interface LookOptions {
  overwrite?: boolean | undefined
  hasUnseen?: boolean
}

/** The steps of an act that makes several writes in one turn. */
export interface WriteTurn<Row extends Dated, Draft, Change, Update> extends Acts<Row, Draft, Change> {
  /** How changes apply to rows, and which rows are equal. */
  writing: Writing<Row, Draft, Change, Update>
  /** The current row, or the verdict if the act ends before it sends anything: gone, changed, or unreadable. */
  current: (seen: Seen<Row>) => Promise<{ row: Row } | { ends: Verdict<Row> }>
  /** The same by a read that begins now, for an act that deletes the row: it must be the row that was seen. */
  sameRow: (seen: Seen<Row>) => Promise<{ row: Row } | { ends: Verdict<Row> }>
  /** The row by a read that begins now. Call it after every write that bypasses these acts. */
  readBack: (name: string) => Promise<Row | undefined>
}

/**
 * The same acts, each in its own turn, and acts of several writes. To be called when the admin has confirmed the act:
 * then every write rests on a read that began after that.
 */
export interface Saving<Row extends Dated, Draft, Change, Update> extends Acts<Row, Draft, Change> {
  inTurn: <Ends extends Verdict<Row> | undefined>(
    names: readonly string[],
    act: (turn: WriteTurn<Row, Draft, Change, Update>) => Promise<Ends>,
  ) => Promise<Ends>
  /** Reads rows for the page to show in its list, which began earlier. */
  show: (names: ReadonlySet<string>) => Promise<RowsRead<Row>>
}

/** The rows by one read; those that do not exist are missing. */
export interface RowsRead<Row> {
  rows: ReadonlyMap<string, Row>
  /** False if there are unreadable rows: one of them may be a missing one. */
  isSure: boolean
  beganAt: number
}

/** What `createSaving` needs from outside. */
export interface SavingWorld {
  turns: Turns
  /** The page's milliseconds since 1970. */
  now: () => number
  /** Ends everything that is queued or running; aborted at sign-out. */
  signal: AbortSignal
  /** Waits; ends with the signal. */
  wait?: typeof waitFor
}
