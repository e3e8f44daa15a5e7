import type { Dated } from '#contract/list/row-store.ts'
import type { ResourceName } from '#contract/problem.ts'
import type { LeftOut, RunWords } from '#web/writes/acts/act.ts'
import type { Write } from '#web/writes/write.ts'

/** The file from which a run was made: it must be chosen again before the run continues in another tab. */
export interface RunFile {
  name: string
  /** Tells whether it is the same file. */
  digest: string
}

type PlannedWrite = Omit<Write<Dated, object>, 'run' | 'isAsked'>

/** One item of a run, before it is done. Passwords are in the closure of its write only. */
export interface PlannedItem {
  write: PlannedWrite
  /** The row as the admin confirmed it; undefined: it is created. */
  confirmed?: Dated | undefined
  /** It is done after all others. */
  isLast?: true | undefined
  /** It sends a generated password. */
  isGenerated?: true | undefined
  /** It deletes the row and creates it again: only another row of that name shows that it was done. */
  recreates?: true | undefined
}

/** The same as a record keeps it. `send` is missing: it was planned in a tab that is gone. */
export interface KeptItem extends Omit<PlannedItem, 'write'> {
  write: Pick<PlannedWrite, 'act' | 'change' | 'name'> & Partial<PlannedWrite>
}

/** What a run does. */
export interface RunPlan<Item extends KeptItem = PlannedItem> {
  resource: ResourceName
  words: RunWords
  items: readonly Item[]
  leftOut: readonly LeftOut[]
  /** The act of its table with its input, without secrets: another tab can continue with them. */
  act?: { name: string; input: object } | undefined
  file?: RunFile | undefined
  /** The names whose generated password is not copied yet: it is lost with the tab. */
  generated?: { get: () => { kept: ReadonlySet<string> }; subscribe: (listener: () => void) => () => void }
}
