import type { Dated } from '#contract/list/row-store.ts'
import type { ResourceName } from '#contract/problem.ts'
import type { Store } from '#web/ui/store.ts'
import type { RunWords } from '#web/writes/acts/act.ts'
import type { LeftOut } from '#web/writes/acts/question.ts'
import type { Write } from '#web/writes/write.ts'
import type { Page } from './run-page.ts'

type PlannedWrite = Omit<Write<Dated, object>, 'run' | 'isAsked'>

/** One item of a run, before it is done. Passwords are in the closure of its write only. */
export interface PlannedItem {
  write: PlannedWrite
  /** The row as the admin confirmed it; undefined: it is created. */
  confirmed?: Dated | undefined
  /** It deletes the row and creates it again: only another row of that name shows that it was done. */
  recreates?: true | undefined
}

/** What a run does. */
export interface RunPlan {
  resource: ResourceName
  words: RunWords
  items: readonly PlannedItem[]
  leftOut: readonly LeftOut[]
  /** The act of its table with its input, without secrets; undefined: it is made from a file. */
  act?: { name: string; input: object } | undefined
  /** Its items may hold passwords of a file, which are forgotten with the session. */
  holdsPasswords?: true
}

/** How far an item of a run has come, or what came of it. Only `done` was read back as asked. */
export type ItemState = 'waiting' | 'running' | 'done' | 'failed' | 'unknown' | 'not-started' | 'left-out'

/** One row of a run. */
export interface RunItem {
  name: string
  state: ItemState
  /** While it runs. */
  step?: 'reading' | 'saving' | 'reading back'
  /** What came of it, in words; empty: nothing yet. */
  says: string
  /** Its outcome in `session.outcomes`, which holds its verdict; undefined: none in this tab. */
  outcome?: number | undefined
  /** It failed, and may succeed if it is sent again. */
  mayTryAgain: boolean
  /** When its last request was sent, if one was, in milliseconds since 1970. */
  sentAt?: number | undefined
}

/** Why a run ended before its last item. */
export type Stopped = 'cancelled' | 'signed-out' | 'failures'

/** A run as it is shown. Times are milliseconds, and moments milliseconds since 1970. */
export interface RunState {
  phase: 'running' | 'ended'
  /** *Deactivating 46 tokens*, *43 of 46 tokens deactivated*. */
  title: string
  items: readonly RunItem[]
  counts: Readonly<Record<ItemState, number>>
  startedAt: number
  endedAt: number | undefined
  /** About how long it still takes; undefined: unknown. */
  timeLeft: number | undefined
  stopped: Stopped | undefined
  /** The service asked to wait until then. */
  pausedUntil: number | undefined
  /** It cannot go on: its passwords were forgotten with the session. */
  isForgotten: boolean
}

/** A run over many rows, at most four at once: each is one verified write. */
export interface Run extends Pick<Store<RunState>, 'get' | 'subscribe'> {
  resource: ResourceName
  /** The act of its table, and its input; undefined: it is made from a file. */
  act: RunPlan['act']
  /** What is not done: was not started, or failed and may succeed now. `name`: only this one. */
  rest: (state?: 'failed' | 'not-started', name?: string) => readonly PlannedItem[]
  start: () => void
  /** Starts no further item. */
  cancel: () => void
  /** Reads the unknown ones again, or the one of this name. It sends nothing. */
  refresh: (page: Page, name?: string) => Promise<void>
  /** Does these of the rest. The admin was asked again. */
  goOn: (page: Page, items: readonly PlannedItem[]) => Promise<void>
  /** Ends it and forgets its report. */
  close: () => void
}

/** The run of this page, of which there is one at a time. Its report stays until it is closed. */
export interface Runs extends Pick<Store<Run | undefined>, 'get' | 'subscribe'> {
  /** Starts a run, in the place of a report. False: it could not, which a toast says, and nothing was sent. */
  start: (page: Page, plan: RunPlan) => Promise<boolean>
  /** Whether a run moves rows or focus by itself now, or did a moment ago. That is no input of the admin. */
  isMoving: () => boolean
  /** Ends the run and forgets its report: the admin signs out. */
  forget: () => void
}

declare module '#web/ui/session.ts' {
  interface Session {
    runs: Runs
  }
}
