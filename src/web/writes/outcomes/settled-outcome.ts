import type { Dated } from '#contract/list/row-store.ts'
import { rowIn, settled, type LaterRead } from '#contract/saving/settling.ts'
import { currentOf, type Outcome } from './outcomes.ts'
import type { ShownResource } from '#web/writes/shown-resource.ts'
import { announcementOf } from '#web/writes/verdict-words.ts'
import { laterChange, tellLaterChanges, type LaterChange, type LaterPage } from './later-change.ts'

/** Updates the outcomes of a resource from a later list, announces those that it settles, and takes *Saved* back. */
export function settleOutcomes<Row extends Dated, Change extends object>(
  list: LaterRead<Row>,
  page: LaterPage<Row, Change>,
): void {
  if (!list.isWhole) return
  const { session, shown } = page
  const { outcomes } = session
  const { noun, nameOf } = shown
  const writing = shown.writing(session.unit.get().unit)
  const settledNow: string[] = []
  const changes: LaterChange<Row, Change>[] = []
  for (const [name, outcome] of currentOf(outcomes.get(), shown)) {
    const change = laterChange(outcome, list, writing)
    if (change !== undefined) {
      changes.push(change)
      continue
    }
    const next = settledOutcome(outcome, list, writing)
    if (next === outcome) continue
    const row = 'row' in next.verdict ? next.verdict.row : undefined
    const after = row === undefined ? name : nameOf(row)
    outcomes.change<Row, Change>(outcome.id, { ...next, after })
    if (next.verdict !== outcome.verdict)
      settledNow.push(announcementOf(noun, after, next.verdict, { act: outcome.act }))
  }
  // At once: a screen reader hears only the last of several sentences.
  if (settledNow.length > 0) session.announcer.say(settledNow.join(' '))
  tellLaterChanges(page, changes)
}

/** The outcome after a later list. */
export function settledOutcome<Row extends Dated, Change extends object>(
  note: Outcome<Row, Change>,
  list: LaterRead<Row>,
  writing: ReturnType<ShownResource<Row, Change>['writing']>,
): Outcome<Row, Change> {
  const { after: name, verdict, act, change, told } = note
  if (note.at > list.beganAt) return note
  const over = { ...note, told: 'over' as const }
  // A save may have renamed the row.
  const row = rowIn(list, name) ?? rowIn(list, writing.renamed(name, change))
  const at = list.readAt
  switch (verdict.is) {
    case 'unknown':
    case 'not-verified':
    case 'not-applied': {
      const settledAs = settled(writing, name, note, list)
      // Without its row, a change can no longer arrive. It may be an unreadable one.
      const isGone = row === undefined && list.unreadable.length === 0
      // Still true, and it says more than that the row is gone.
      if (isGone && verdict.is === 'not-verified' && verdict.why === 'neither-name') return note
      if (isGone && (act === 'save' || settledAs === 'done')) return { ...note, verdict: { is: 'deleted', at } }
      // It may be somebody else's row. Without an OK from the service, only equal fields show that it is ours; after a
      // refusal, not even those.
      const isRefused = act === 'create' && verdict.is === 'unknown' && verdict.problem.kind === 'refused'
      if (row !== undefined && verdict.is === 'unknown' && (isRefused || settledAs === 'done-otherwise')) {
        const { at: _notInList, ...unclear } = verdict
        return verdict.at === undefined ? note : { ...note, verdict: unclear }
      }
      if (row !== undefined && settledAs === 'done') {
        return { ...note, verdict: { is: 'as-asked', row, at, unseen: [], valueOutcome: 'unknown' } }
      }
      if (row !== undefined && settledAs === 'done-otherwise') {
        return { ...note, verdict: { is: 'differently', row, fields: ['the stored row'], at } }
      }
      return settledAs === 'not-done' && verdict.is !== 'not-applied' ? { ...note, verdict: { ...verdict, at } } : note
    }
    case 'gone':
    case 'deleted':
      return row === undefined ? note : over
    case 'as-asked':
      if (row === undefined) return over
      return note.since === undefined && told === 'note' && isObsolete(note) ? { ...note, told: 'quiet' } : note
    case 'already':
      return row !== undefined && note.uncopied === true ? note : over
    default:
      return row === undefined ? over : note
  }
}

/** Whether the note of a verified write is no longer needed: no new value to hand out, nothing that was corrected. */
function isObsolete<Row, Change>({ act, verdict, uncopied }: Outcome<Row, Change>): boolean {
  if (uncopied === true) return false
  if (verdict.is !== 'as-asked' || verdict.also !== undefined) return false
  return act === 'create' || verdict.valueOutcome === 'kept' || verdict.valueOutcome === undefined
}
