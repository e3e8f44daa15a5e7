import { onOff } from '#web/ui/row-switch.tsx'
import type { Dated } from '#contract/list/row-store.ts'
import type { Writing } from '#contract/saving/compare.ts'
import type { ResourceName } from '#contract/problem.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { momentAt, type Unit } from '#contract/wire.ts'
import type { Console } from '#web/app/console.tsx'
import type { LazyCode } from '#web/ui/lazy.tsx'
import { plainMoment } from '#web/ui/time.ts'
import type { Deed } from './activity.ts'
import type { Note, Notes, NoteStore } from './notes.ts'
import type { Noun } from './verdict-words.ts'

/** How a field is shown in a comparison. */
export interface ShownField<Row, Change, Context> {
  label: string
  show: (row: Row, context: Context) => string
  /** What a change asks for; undefined: it leaves the field alone. `by-service`: no change can ask for it. */
  wanted: ((change: Change, context: Context) => string | undefined) | 'by-service'
}

/** One answer for each field, in the order in which they are compared: a field that is forgotten does not compile. */
export type ShownFields<Name extends string, Row, Change, Context> = Readonly<
  Record<Name, ShownField<Row, Change, Context> | 'not-shown'>
>

/** What the page must know of a resource to compare rows of it and to tell what became of them. */
export interface ShownResource<Row extends Dated, Change, Context> {
  noun: Noun
  /** The noun as *Activity* says it. */
  kind: Deed['kind']
  nameOf: (row: Row) => string
  fields: ShownFields<string, Row, Change, Context>
  /** Every field as it was seen, with the change over it. */
  fullChange: (seen: Row, change: Change) => Change
  /** What a verdict says of the row's value, in a few words for screen readers, where rows have one. */
  valueTold?: (verdict: Verdict<Row>, console: Console) => string | undefined
  /** Whether a write leaves nothing to do or to know. */
  isQuiet: (note: Note<Row, Change>, console: Console) => boolean
  /** What puts a row back as it was before the save that `note` tells of, where that can be done. */
  undoOf: (note: Note<Row, Change>, console: Console) => Change | undefined
  /** How a write of it is judged. */
  writing: (
    unit: Unit,
  ) => Pick<
    Writing<Row, never, Change, never>,
    'renamed' | 'visible' | 'unseen' | 'holds' | 'changed' | 'valueOutcome' | 'isMended'
  >
}

/** What a write needs to know of a resource. All else that tells one from the other comes with the first write. */
export interface ResourceWrites<Row extends Dated, Change extends object> {
  name: ResourceName
  notesIn: (notes: NoteStore) => Notes<Note<Row, Change>>
  shown: LazyCode<ShownResource<Row, Change, never>>
}

/** One field of two readings of a row. */
export interface Compared {
  label: string
  seen: string
  now: string
}

/** A row as it was seen and as it is now. */
export function compared<Row extends Dated, Change, Context>(
  { fields }: Pick<ShownResource<Row, Change, Context>, 'fields'>,
  { seen, row }: { seen: Row; row: Row },
  context: Context,
): (Compared & Pick<ShownField<Row, Change, Context>, 'wanted'>)[] {
  return Object.values(fields).flatMap((field) => {
    if (field === 'not-shown') return []
    const { label, show, wanted } = field
    return [{ label, seen: show(seen, context), now: show(row, context), wanted }]
  })
}

/** A moment of a comparison in words. */
function momentWords(at: number | undefined): string {
  return at === undefined ? 'unknown' : plainMoment(at)
}

/** How a switch is compared. */
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

/** How the moment of the last update is compared. */
export const shownUpdate = {
  label: 'Updated',
  show: ({ updated_at }: Dated, { unit }: { unit: Unit }) => momentWords(momentAt(updated_at, unit)),
  wanted: 'by-service',
} as const
