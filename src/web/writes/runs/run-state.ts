import type { Dated } from '#contract/list/row-store.ts'
import type { ResourceName } from '#contract/problem.ts'
import type { Store } from '#web/ui/store.ts'
import type { WriteAct } from '#web/writes/outcomes/outcomes.ts'
import type { PlannedItem, RunFile, RunPlan } from './run-plan.ts'
import type { Page } from './run-page.ts'

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
}

/** Why a run ended before its last item. */
export type Stopped = 'cancelled' | 'signed-out' | 'failures' | 'not-stored' | 'closed-tab'

/** A run as it is shown. Times are milliseconds, and moments milliseconds since 1970. */
export interface RunState {
  phase: 'running' | 'paused' | 'ended'
  /** *Deactivating 46 tokens*, *43 of 46 tokens deactivated*. */
  title: string
  items: readonly RunItem[]
  counts: Readonly<Record<ItemState, number>>
  startedAt: number
  endedAt: number | undefined
  /** About how long it still takes; undefined: unknown. */
  timeLeft: number | undefined
  /** The longest time between the read on which a write rests and that write. */
  longestRest: number
  stopped: Stopped | undefined
  /** The service asked to wait until then. */
  pausedUntil: number | undefined
  /** The names whose generated password was lost with the tab that began the run. */
  lost: readonly string[]
  /** The file that must be chosen again before it continues; undefined: none. */
  file: RunFile | undefined
}

/** A run over many rows, at most four at once: each is one verified write. */
export interface Run extends Pick<Store<RunState>, 'get' | 'subscribe'> {
  resource: ResourceName
  /** The act of its table, and its input; undefined: it is continued from a file. */
  act: RunPlan['act']
  /** The rows that were not started, as they were confirmed. */
  rest: () => readonly Pick<HeldItem, 'change' | 'confirmed' | 'name'>[]
  pause: () => void
  resume: () => void
  /** Starts no further item. */
  cancel: () => void
  /** Sends the failed ones again that may succeed then, or those of them with these names. */
  tryAgain: (page: Page, names?: ReadonlySet<string>) => Promise<void>
  /** Reads the unknown ones again, or those of them with these names. It sends nothing. */
  refresh: (page: Page, names?: ReadonlySet<string>) => Promise<void>
  /** Does what was not started. The admin was asked again; `items`: with what is sent, by name. */
  goOn: (page: Page, items: readonly PlannedItem[]) => Promise<void>
  /** Ends it and removes its record. */
  close: () => void
}

/** What the engine keeps of an item besides what is shown. */
export interface HeldItem {
  name: string
  act: WriteAct
  change: object
  confirmed: Dated | undefined
  /** Undefined: it was planned in a tab that is gone. */
  write: PlannedItem['write'] | undefined
  isLast: boolean
  isGenerated: boolean
  recreates: boolean
  /** When its last request was sent, if one was, in milliseconds since 1970. */
  sentAt: number | undefined
}
