import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Settled, Since } from '#contract/saving/settling.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { Note, Notes } from './notes.ts'
import { announced, type Noun } from './verdict-words.ts'

/** How a part asks a later list about a note: what became of an open write, and what changed since a verified one. */
export interface Settling<Row extends Dated, Change> {
  noun: Noun
  nameOf: (row: Row) => string
  /** The row that a note is about, under the name that it has by now. */
  rowOf: (name: string, note: Note<Row, Change>) => Row | undefined
  settled: (name: string, note: Note<Row, Change>) => Settled
  since: (name: string, verdict: Verdict<Row>) => Since<Row> | undefined
}

/** Every note of a part as a later list leaves it. What became of an open write is said. */
export function settleNotes<Row extends Dated, Change>(
  list: RowStore<Row>,
  notes: Notes<Note<Row, Change>>,
  settling: Settling<Row, Change>,
  say: (sentence: string) => void,
): void {
  if (!list.isWhole) return
  for (const [name, note] of notes.get()) {
    const next = settledNote(name, note, list, settling)
    if (next === note) continue
    const row = next !== undefined && 'row' in next.verdict ? next.verdict.row : undefined
    const now = row === undefined ? name : settling.nameOf(row)
    if (next === undefined || now !== name) notes.dismiss(name)
    if (next === undefined) continue
    notes.put(now, next)
    if (next.verdict !== note.verdict) say(announced(settling.noun, now, next.verdict, { act: note.act }))
  }
}

/** The note as a later list leaves it; undefined: it goes. */
function settledNote<Row extends Dated, Change>(
  name: string,
  note: Note<Row, Change>,
  list: RowStore<Row>,
  { rowOf, settled, since }: Settling<Row, Change>,
): Note<Row, Change> | undefined {
  const { verdict, act } = note
  if (note.at > list.beganAt) return note
  const row = rowOf(name, note)
  const at = list.readAt
  switch (verdict.is) {
    case 'unknown':
    case 'not-verified':
    case 'not-applied': {
      const found = settled(name, note)
      // With its row gone, a change can no longer arrive.
      if (row === undefined && (act === 'save' || found === 'done')) return { ...note, verdict: { is: 'deleted', at } }
      if (row !== undefined && found === 'done') {
        return { ...note, verdict: { is: 'as-asked', row, at, unseen: [], valueOutcome: 'not-told' } }
      }
      if (row !== undefined && found === 'done-otherwise') {
        return { ...note, verdict: { is: 'differently', row, fields: ['what is there'], at } }
      }
      return found === 'not-done' && verdict.is !== 'not-applied' ? { ...note, verdict: { ...verdict, at } } : note
    }
    case 'deleted':
      return row === undefined ? note : undefined
    case 'as-asked': {
      const later = since(name, verdict)
      if (later?.is === 'gone') return undefined
      if (later?.is === 'changed') return { ...note, since: later.fields }
      return row === undefined || hasServed(note) ? undefined : note
    }
    case 'already':
      return row !== undefined && note.uncopied === true ? note : undefined
    default:
      return row === undefined ? undefined : note
  }
}

/** Whether a verified write left nothing to do: no new value to hand out, nothing put right. */
function hasServed<Row, Change>({ act, verdict, uncopied }: Note<Row, Change>): boolean {
  if (uncopied === true) return false
  if (verdict.is !== 'as-asked' || verdict.also !== undefined) return false
  return act === 'create' || verdict.valueOutcome === 'kept' || verdict.valueOutcome === undefined
}
