import type { Dated } from '#contract/list/row-store.ts'
import type { ResourceName } from '#contract/problem.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { Console } from '#web/app/console.tsx'
import type { Deed } from './activity.ts'
import type { Note, Notes, NoteStore } from './notes.ts'
import type { Noun } from './verdict-words.ts'

/** What the writes need to know of a resource: all that tells one from the other stands here. */
export interface ResourceWrites<Row extends Dated, Change extends object> {
  name: ResourceName
  noun: Noun
  /** The noun as *Activity* says it. */
  kind: Deed['kind']
  nameOf: (row: Row) => string
  notesIn: (notes: NoteStore) => Notes<Note<Row, Change>>
  /** What a verdict says of the row's value, in a few words for screen readers, where rows have one. */
  valueTold?: (verdict: Verdict<Row>, console: Console) => string | undefined
}
