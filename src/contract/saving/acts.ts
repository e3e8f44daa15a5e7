import type { Turns, waitFor } from './turns.ts'

/** A row as the admin saw it. `beganAt`: when the read that showed it began, in the page's milliseconds. */
export interface Seen<Row> {
  row: Row
  beganAt: number
}

/** Options for checking whether a save can begin. `hasUnseen`: it also changes a field that no read can show. */
export interface LookOptions {
  overwrite?: boolean | undefined
  hasUnseen?: boolean
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
