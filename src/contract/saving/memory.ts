import { isSameRow, type Writing } from './compare.ts'
import type { Dated } from '#contract/list/row-store.ts'
import type { SavingReads } from './read-back.ts'
import type { Seen } from './acts.ts'
import type { Verdict } from './verdict.ts'

/** A save with an unknown outcome. Holds no secret. */
interface OpenSave<Row, Change> {
  before: Row
  change: Change
  /** Whether a read can show everything that it asked for. */
  isVisible: boolean
  /** The name of the row if the write arrives. */
  after: string
  /** When the console stopped waiting, in the page's milliseconds. */
  at: number
}

/** A creation with an unknown outcome: what was sent, and what it was made from, without secrets. */
interface OpenCreation<Draft> {
  draft: Draft
  input: object
}

/**
 * What a resource's acts remember: writes that may still arrive, which are no changes by somebody else, and the rows that
 * the page was given later than its list.
 */
export interface Memory<Row, Draft, Change> {
  /** Undefined: that name has none. */
  openSave: (name: string) => OpenSave<Row, Change> | undefined
  setOpenSave: (name: string, write: OpenSave<Row, Change> | undefined) => void
  openCreation: (name: string) => OpenCreation<Draft> | undefined
  setOpenCreation: (name: string, write: OpenCreation<Draft> | undefined) => void
  /** The page puts this row into its list, which began earlier. `at`: the page's milliseconds. */
  shown: (name: string, row: Row, at: number) => void
  /** The same for the row of a verdict. */
  handOut: (verdict: Verdict<Row> | undefined) => void
  /** The latest version of the row that the admin knows, and since when. */
  lastKnown: (name: string, seen: Seen<Row>) => { row: Row; at: number }
}

interface Parts<Row extends Dated> {
  reads: Pick<SavingReads<Row>, 'lastKnown'>
  writing: Pick<Writing<Row, never, never, never>, 'nameOf' | 'changed'>
  now: () => number
}

/** `now`: the page's milliseconds since 1970. */
export function createMemory<Row extends Dated, Draft, Change>({
  reads,
  writing,
  now,
}: Parts<Row>): Memory<Row, Draft, Change> {
  const saves = new Map<string, OpenSave<Row, Change>>()
  const creations = new Map<string, OpenCreation<Draft>>()
  const handedOut = new Map<string, { row: Row; at: number }>()
  return {
    openSave: (name) => saves.get(name),
    setOpenSave: (name, write) => void (write === undefined ? saves.delete(name) : saves.set(name, write)),
    openCreation: (name) => creations.get(name),
    setOpenCreation: (name, write) => void (write === undefined ? creations.delete(name) : creations.set(name, write)),
    shown: (name, row, at) => void handedOut.set(name, { row, at }),
    handOut(verdict) {
      if (verdict === undefined || verdict.is === 'exists' || !('row' in verdict) || verdict.row === undefined) return
      handedOut.set(writing.nameOf(verdict.row), { row: verdict.row, at: now() })
    },
    lastKnown(name, { row, beganAt }) {
      const shown = handedOut.get(name)
      const isShown =
        shown !== undefined && isSameRow(shown.row, row) !== false && writing.changed(shown.row, row).length === 0
      return reads.lastKnown(name, { row, beganAt: isShown ? Math.max(beganAt, shown.at) : beganAt })
    },
  }
}
