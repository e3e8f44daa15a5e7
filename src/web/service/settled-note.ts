import type { Dated, RowStore } from '#contract/row-store.ts'
import type { Settled, Since } from '#contract/settling.ts'
import type { Verdict } from '#contract/verdict.ts'
import type { Note, Notes } from './notes.ts'

/** How a part asks a later list about a note: what became of an open write, and what changed since a verified one. */
export interface Settling<Row extends Dated, Change> {
  settled: (name: string, note: Note<Row, Change>) => Settled
  since: (name: string, verdict: Verdict<Row>) => Since<Row> | undefined
}

/** Every note of a part as a later list leaves it. */
export function settleNotes<Row extends Dated, Change>(
  list: RowStore<Row>,
  notes: Notes<Note<Row, Change>>,
  settling: Settling<Row, Change>,
): void {
  for (const [name, note] of notes.get()) {
    const next = settledNote(name, note, list, settling)
    if (next === undefined) notes.dismiss(name)
    else if (next !== note) notes.put(name, next)
  }
}

/** The note as a later list leaves it; undefined: it goes. */
function settledNote<Row extends Dated, Change>(
  name: string,
  note: Note<Row, Change>,
  list: RowStore<Row>,
  { settled, since }: Settling<Row, Change>,
): Note<Row, Change> | undefined {
  const { verdict } = note
  if (note.at > list.beganAt) return note
  const index = list.find(name)
  const row = index < 0 ? undefined : list.at(index)
  switch (verdict.is) {
    case 'unknown':
    case 'not-verified': {
      const found = settled(name, note)
      if (row === undefined || found === 'not-told') return row === undefined ? undefined : note
      if (found === 'done') {
        return { ...note, verdict: { is: 'as-asked', row, at: list.readAt, unseen: [], fate: 'not-told' } }
      }
      if (found === 'done-otherwise') {
        return { ...note, verdict: { is: 'differently', row, fields: ['what is there'], at: list.readAt } }
      }
      const problem = verdict.is === 'unknown' ? verdict.problem : verdict.why
      return problem === 'no-list' ? undefined : { ...note, verdict: { is: 'refused', problem } }
    }
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
  return act === 'create' || verdict.fate === 'kept' || verdict.fate === undefined
}
