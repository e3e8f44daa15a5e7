import type { QueryClient } from '@tanstack/react-query'
import { onOff } from '#web/ui/row-switch.tsx'
import type { Dated } from '#contract/list/row-store.ts'
import type { Writing } from '#contract/saving/compare.ts'
import type { LaterRead } from '#contract/saving/settling.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { momentAt, type Unit } from '#contract/wire.ts'
import type { Session } from '#web/ui/session.ts'
import type { ToastAct } from '#web/ui/toasts.ts'
import type { LazyCode } from '#web/ui/lazy.tsx'
import { plainMoment } from '#web/ui/time.ts'
import type { Compared } from './acts/question.ts'
import type { Note, OutcomesOf, Undo } from './outcomes/outcomes.ts'
import type { Saving } from './saving.ts'
import type { Noun } from '#web/list/resource.ts'

/** How a comparison shows a field. */
export interface ShownField<Row, Change, Context> {
  label: string
  show: (row: Row, context: Context) => string
  /** The requested value; undefined: the change leaves the field alone. `by-service`: only the service sets it. */
  wanted: ((change: Change, context: Context) => string | undefined) | 'by-service'
}

/** One entry for each field, in the order of the comparison. A missing field is a type error. */
export type ShownFields<Name extends string, Row, Change, Context> = Readonly<
  Record<Name, ShownField<Row, Change, Context> | 'not-shown'>
>

/** What the page needs to know about a resource to compare its rows and to describe verdicts. */
export interface ShownResource<Row extends Dated, Change extends object> extends OutcomesOf<Row, Change> {
  noun: Noun
  nameOf: (row: Row) => string
  /** Its writes. */
  writesIn: (saving: Saving) => { show: (names: ReadonlySet<string>) => Promise<LaterRead<Row>> }
  /** Compares a row as the admin saw it with the row as it is now. */
  compare: Comparing<Row, Change>
  /** A change to every field: as the admin saw it, with the change on top. */
  fullChange: (seen: Row, change: Change, unit: Unit) => Change
  /** What a verdict says about the row's value, in a few words for screen readers. Only for rows with a value. */
  valueAnnouncement?: (verdict: Verdict<Row>, session: Session) => string | undefined
  /** Whether a write leaves nothing to do or to know. */
  isQuiet: (note: Note<Row, Change>, session: Session) => boolean
  /** What comes next after a row was created. */
  afterCreation?: (row: Row, session: Session) => ToastAct
  /** How to restore a row to its state before the save in `note`; undefined if that is impossible. */
  undoOf: (note: Note<Row, Change>, session: Session) => Undo<Change> | undefined
  /** How a write of it is judged. */
  writing: (
    unit: Unit,
  ) => Pick<
    Writing<Row, never, Change, never>,
    'key' | 'renamed' | 'visible' | 'unseen' | 'holds' | 'changed' | 'valueOutcome' | 'isMended'
  >
}

/** A resource with the code of its writes, which is loaded with the first one. */
export interface ResourceWrites<Row extends Dated, Change extends object, Acts = unknown> extends OutcomesOf<
  Row,
  Change
> {
  code: LazyCode<{ acts: Acts; shown: ShownResource<Row, Change> }>
}

/** Where writes are made: to the rows of one resource in one session. */
export interface Desk<Row extends Dated, Change extends object> {
  session: Session
  client: QueryClient
  shown: ShownResource<Row, Change>
}

/** The fields of two rows, with what a change requests of each. */
type Comparing<Row, Change> = (rows: { seen: Row; row: Row }, change: Change, session: Session) => readonly Compared[]

/** Compares the fields that have words. `contextOf`: what they depend on now. */
export function comparing<Row, Change, Context>(
  fields: ShownFields<string, Row, Change, Context>,
  contextOf: (session: Session) => Context,
): Comparing<Row, Change> {
  return ({ seen, row }, change, session) => {
    const context = contextOf(session)
    return Object.values(fields).flatMap((field) => {
      if (field === 'not-shown') return []
      const { label, show, wanted } = field
      const isByService = wanted === 'by-service'
      const asked = isByService ? undefined : wanted(change, context)
      return [{ label, seen: show(seen, context), now: show(row, context), wanted: asked, isByService }]
    })
  }
}

function momentWords(at: number | undefined): string {
  return at === undefined ? 'unknown' : plainMoment(at)
}

/** How a comparison shows a flag. */
export function shownFlag<Field extends string>(label: string, field: Field) {
  return {
    label,
    show: (row: Readonly<Record<Field, boolean | undefined>>) => onOff(row[field]),
    wanted(change: Readonly<{ [Name in Field]?: boolean | undefined }>) {
      const flag = change[field]
      return flag === undefined ? undefined : onOff(flag)
    },
  }
}

/** How a comparison shows the time of the last update. */
export const shownUpdate = {
  label: 'Updated',
  show: ({ updated_at }: Dated, { unit }: { unit: Unit }) => momentWords(momentAt(updated_at, unit)),
  wanted: 'by-service',
} as const
