import type { Turns, waitFor } from './turns.ts'

/** A row as the admin saw it. `beganAt`: when the read that showed it began, in the page's milliseconds. */
export interface Seen<Row> {
  row: Row
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

/** What a run needs to know of the requests of its items, which share their reads. */
export interface RunWatch {
  /** The names that items will need soon: every read shows them, too. */
  ahead: () => Iterable<string>
  /** Called before a request is sent. */
  onSend: (name: string) => void
  /** Called when the request was answered, or when its answer is given up. */
  onAnswer: (name: string) => void
}
