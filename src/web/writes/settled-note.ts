import type { Dated } from '#contract/list/row-store.ts'
import { rowIn, settled, type LaterRead } from '#contract/saving/settling.ts'
import type { Note } from './notes.ts'
import type { ShownResource } from './shown-resource.ts'
import { announcementOf } from './verdict-words.ts'
import { laterChange, tellLaterChanges, type LaterChange, type LaterPage } from './later/later-change.ts'

/** Updates all notes of a resource from a later list, announces outcomes that it settles, and takes *Saved* back. */
export function settleNotes<Row extends Dated, Change extends object>(
  list: LaterRead<Row>,
  page: LaterPage<Row, Change>,
): void {
  if (!list.isWhole) return
  const { console, notes, shown } = page
  const { noun, nameOf } = shown
  const writing = shown.writing(console.unit.get().unit)
  const settledNow: string[] = []
  const changes: LaterChange<Row, Change>[] = []
  for (const [name, note] of notes.get()) {
    const change = laterChange(name, note, list, writing)
    if (change !== undefined) {
      changes.push(change)
      continue
    }
    const next = settledNote(name, note, list, writing)
    if (next === note) continue
    const row = next !== undefined && 'row' in next.verdict ? next.verdict.row : undefined
    const now = row === undefined ? name : nameOf(row)
    if (next === undefined || now !== name) notes.dismiss(name)
    if (next === undefined) continue
    notes.put(now, next)
    if (next.verdict !== note.verdict) settledNow.push(announcementOf(noun, now, next.verdict, { act: note.act }))
  }
  // At once: a screen reader hears only the last of several sentences.
  if (settledNow.length > 0) console.announcer.say(settledNow.join(' '))
  tellLaterChanges(page, changes)
}

/** The note after a later list; undefined: no longer needed. */
function settledNote<Row extends Dated, Change extends object>(
  name: string,
  note: Note<Row, Change>,
  list: LaterRead<Row>,
  writing: ReturnType<ShownResource<Row, Change, never>['writing']>,
): Note<Row, Change> | undefined {
  const { verdict, act, change } = note
  if (note.at > list.beganAt) return note
  // A save may have renamed the row.
  const row = rowIn(list, name) ?? rowIn(list, writing.renamed(name, change))
  const at = list.readAt
  switch (verdict.is) {
    case 'unknown':
    case 'not-verified':
    case 'not-applied': {
      const found = settled(writing, name, note, list)
      // Without its row, a change can no longer arrive. It may be an unreadable one.
      const isGone = row === undefined && list.unreadable.length === 0
      // Still true, and it says more than that the row is gone.
      if (isGone && verdict.is === 'not-verified' && verdict.why === 'neither-name') return note
      if (isGone && (act === 'save' || found === 'done')) return { ...note, verdict: { is: 'deleted', at } }
      // It may be somebody else's row. Without an OK from the service, only equal fields show that it is ours; after a
      // refusal, not even those.
      const isRefused = act === 'create' && verdict.is === 'unknown' && verdict.problem.kind === 'refused'
      if (row !== undefined && verdict.is === 'unknown' && (isRefused || found === 'done-otherwise')) {
        const { at: _notInList, ...unclear } = verdict
        return verdict.at === undefined ? note : { ...note, verdict: unclear }
      }
      if (row !== undefined && found === 'done') {
        return { ...note, verdict: { is: 'as-asked', row, at, unseen: [], valueOutcome: 'unknown' } }
      }
      if (row !== undefined && found === 'done-otherwise') {
        return { ...note, verdict: { is: 'differently', row, fields: ['the stored row'], at } }
      }
      return found === 'not-done' && verdict.is !== 'not-applied' ? { ...note, verdict: { ...verdict, at } } : note
    }
    case 'deleted':
      return row === undefined ? note : undefined
    case 'as-asked':
      if (note.changedSince !== undefined && row !== undefined) return note
      return row === undefined || isObsolete(note) ? undefined : note
    case 'already':
      return row !== undefined && note.uncopied === true ? note : undefined
    default:
      return row === undefined ? undefined : note
  }
}

/** Whether the note of a verified write is no longer needed: no new value to hand out, nothing that was corrected. */
function isObsolete<Row, Change>({ act, verdict, uncopied }: Note<Row, Change>): boolean {
  if (uncopied === true) return false
  if (verdict.is !== 'as-asked' || verdict.also !== undefined) return false
  return act === 'create' || verdict.valueOutcome === 'kept' || verdict.valueOutcome === undefined
}
