import type { ResourceName } from '#contract/problem.ts'
import type { ChangeSince } from '#contract/saving/settling.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { createStore, type Store } from '#web/ui/store.ts'

/** What a write does. */
export type WriteAct = 'save' | 'create' | 'remove'

/** What the note under a row is drawn from: the last write to it, with what is needed to send it again. No secrets. */
export interface Note<Row, Change> {
  act: WriteAct
  verdict: Verdict<Row>
  change: Change
  /** The write was an undo. */
  undoes?: true
  /** The admin opened the row in a form. */
  isOpened?: true
  /** What a later read shows that something else has done to the row since. */
  since?: Exclude<ChangeSince<Row>, { is: 'as-left' }>
  /** An earlier write issued a value that has not been copied yet; false: the value was copied since. */
  uncopied?: boolean
  /** The row as it was with that value. */
  withNewValue?: Row
  /** How to restore the row; undefined if that is impossible. */
  undo?: Undo<Change>
  /** The time of the verdict, in milliseconds since 1970 by the page's clock. */
  at: number
}

/** A change that restores a row to its state before a save. */
export interface Undo<Change> {
  change: Change
  /** Whether its value is then a new one, not the old one. */
  isWithNewValue?: boolean
}

/**
 * How an outcome is told, besides *Activity*. `note`: in a note under its row. `quiet`: it leaves nothing to do or to
 * know, so its row shows *Saved* for a moment, or a toast says it; a later list may still take it back. `over`: no longer.
 * `elsewhere`: a dialog, form or page told it; the row keeps the note that it had.
 */
type Told = 'note' | 'quiet' | 'over' | 'elsewhere'

/** What came of one write. Notes, counts and *Activity* are drawn from the list of these. Contains no secrets. */
export interface Outcome<Row = object, Change = object> extends Note<Row, Change> {
  id: number
  resource: ResourceName
  /** The name of the row when the admin acted. */
  name: string
  /** Its name since: it may have been renamed. */
  after: string
  told: Told
  /** The part of the change that made a difference, as far as the reads before and after the write show. */
  made: object
  /** What happened to its value, in a few words. */
  value?: string | undefined
  /** Without a list of users: what was requested (`Make admin`), and the flags that were sent (`admin no`). */
  unlisted?: { id: number; request: string; sent: string }
}

/** Something that was done without a write. */
export interface Reading {
  id: number
  at: number
  resource: ResourceName
  name: string
  act: 'copy value' | 'export'
  says: string
}

export type Entry = Outcome | Reading

/** Everything that was done since signing in, latest first. */
export interface Outcomes extends Pick<Store<readonly Entry[]>, 'get' | 'subscribe'> {
  add: <Row extends object, Change extends object>(outcome: Omit<Outcome<Row, Change>, 'id'>) => Outcome<Row, Change>
  addReading: (reading: Omit<Reading, 'id' | 'at'>) => void
  change: <Row extends object, Change extends object>(id: number, part: Partial<Outcome<Row, Change>>) => void
  /** Nothing more is said of it in a note. */
  dismiss: (outcome: Pick<Outcome, 'id'> | undefined) => void
}

/** `now`: milliseconds since 1970. */
export function createOutcomes(now: () => number): Outcomes {
  const { get, set, subscribe } = createStore<readonly Entry[]>([])
  const push = (entry: Entry) => set([entry, ...get()])
  const change: Outcomes['change'] = (id, part) =>
    set(get().map((entry) => (entry.id === id ? ({ ...entry, ...part } as Entry) : entry)))
  return {
    get,
    subscribe,
    add(outcome) {
      const added = { ...outcome, id: get().length }
      push(added)
      return added
    },
    addReading: (reading) => push({ ...reading, id: get().length, at: now() }),
    change,
    dismiss(outcome) {
      if (outcome !== undefined) change(outcome.id, { told: 'over' })
    },
  }
}

/** Names a resource, and carries the types of its rows and changes. */
export interface OutcomesOf<Row, Change> {
  name: ResourceName
  /** Never there: it tells the compiler what the rows and changes of this resource are. */
  types?: (row: Row, change: Change) => void
}

/** What came of the writes to the rows of a resource that its list tells, latest first. */
export function outcomesOf<Row extends object, Change extends object>(
  entries: readonly Entry[],
  { name }: OutcomesOf<Row, Change>,
): Outcome<Row, Change>[] {
  const isInList = (entry: Entry) => entry.resource === name && !('told' in entry && entry.told === 'elsewhere')
  return entries.filter(isInList).filter(isOutcome<Row, Change>)
}

/** The latest outcome of each row of a resource, by its name, in the order in which they came. */
export function latestOf<Row extends object, Change extends object>(
  ...of: Parameters<typeof outcomesOf<Row, Change>>
): Map<string, Outcome<Row, Change>> {
  const latest = new Map<string, Outcome<Row, Change>>()
  for (const outcome of outcomesOf(...of)) if (!latest.has(outcome.after)) latest.set(outcome.after, outcome)
  return new Map([...latest].reverse())
}

/** Those of them that still have something to say. */
export function currentOf<Row extends object, Change extends object>(
  ...[entries, resource]: Parameters<typeof outcomesOf<Row, Change>>
): ReadonlyMap<string, Outcome<Row, Change>> {
  const latest = latestOf(entries, resource)
  for (const [name, { told }] of latest) if (told === 'over') latest.delete(name)
  return latest
}

/** The type of its rows follows from its resource. */
const isOutcome = <Row extends object, Change extends object>(entry: Entry): entry is Outcome<Row, Change> =>
  'verdict' in entry

/**
 * The note that replaces `former`: a new value that is not copied yet stays mentioned, unless this write replaced it.
 */
export function noteAfter<Row, Change>(
  former: Note<Row, Change> | undefined,
  note: Note<Row, Change>,
): Note<Row, Change> {
  const valueOutcome = 'valueOutcome' in note.verdict ? note.verdict.valueOutcome : undefined
  if (former === undefined || !isNewValue(former) || valueOutcome === 'new') return note
  const rowOf = ({ verdict }: Note<Row, Change>) => ('row' in verdict ? verdict.row : undefined)
  const withNewValue = valueOutcome === 'kept' ? rowOf(note) : (former.withNewValue ?? rowOf(former))
  return { ...note, uncopied: true, ...(withNewValue !== undefined && { withNewValue }) }
}

/** Whether a note is about a new value that is not copied yet. */
export function isNewValue({ verdict, uncopied }: Pick<Note<unknown, unknown>, 'verdict' | 'uncopied'>): boolean {
  if (uncopied !== undefined) return uncopied
  const valueOutcome =
    verdict.is === 'conflict'
      ? verdict.during?.valueOutcome
      : 'valueOutcome' in verdict
        ? verdict.valueOutcome
        : undefined
  return valueOutcome === 'new'
}

/** Whether a write created a row whose secret is not copied yet. Later saves of the row do not change that. */
export function isNewRow({ act, verdict, uncopied }: Pick<Note<unknown, unknown>, 'act' | 'verdict' | 'uncopied'>) {
  return act === 'create' && (verdict.is === 'as-asked' || verdict.is === 'differently') && uncopied !== false
}

declare module '#web/ui/session.ts' {
  interface Session {
    outcomes: Outcomes
    /** A save to undo, until the page of its resource takes it. */
    undoing: Store<Outcome | undefined>
  }
}
