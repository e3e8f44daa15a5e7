import { notifyManager } from '@tanstack/react-query'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { isOpen, type Verdict } from '#contract/saving/verdict.ts'
import { toastDone } from '#web/ui/toast.tsx'
import { lookAgain } from './outcomes/look-again.ts'
import { currentOf, noteAfter } from './outcomes/outcomes.ts'
import type { Desk, ShownResource } from './shown-resource.ts'
import type { Write } from './write.ts'
import { announcementOf, goneWords, outcomeWord } from './verdict-words.ts'

/** Records a verdict, lays its row into the list, and announces it, unless a run does. */
export function showVerdict<Row extends Dated, Change extends object>(
  desk: Desk<Row, Change>,
  { act, name, change, undoes, isOpened, isAsked, run, unlisted }: Write<Row, Change>,
  verdict: Verdict<Row>,
): void {
  const { session, client, shown } = desk
  const { outcomes, announcer, toasts } = session
  const { noun, nameOf, valueAnnouncement, isQuiet, undoOf, writing } = shown
  const list = { queryKey: [shown.name] }
  const value = valueAnnouncement?.(verdict, session)
  const outcome = announcementOf(noun, name, verdict, { act, value, isOpened })
  const how = { ...(undoes && { undoes }), ...(isOpened && { isOpened }) }
  const former = currentOf(outcomes.get(), shown).get(name)
  const note = noteAfter(former, { act, verdict, change, at: Date.now(), ...how })
  const undo = undoOf(note, session)
  const row = rowAfter(verdict)
  const after = row === undefined ? name : nameOf(row)
  // Nothing was created, so there is no row for a note: the form, or the run, shows the verdict.
  const isRowless = act === 'create' && ['exists', 'refused', 'not-applied'].includes(verdict.is)
  const isInForm = isRowless && run === undefined
  const isGone = verdict.is === 'deleted' || verdict.is === 'gone' || verdict.is === 'half-replaced'
  const elsewhere = isRowless || unlisted !== undefined || isAsked?.(verdict) === true
  // A run counts them, and hands over their new values.
  const isCounted = run !== undefined && verdict.is === 'as-asked'
  const record = {
    ...note,
    ...(undo !== undefined && { undo }),
    ...(unlisted && { unlisted }),
    resource: shown.name,
    name,
    after,
    made: changedBy(writing(session.unit.get().unit), change, verdict),
    value,
    told: elsewhere ? 'elsewhere' : isGone || isCounted || isQuiet(note, session) ? 'quiet' : 'note',
  } as const
  if (isInForm) {
    outcomes.add<Row, Change>(record)
    // Whoever has the name, or spells it differently: the list did not show it.
    if (verdict.is !== 'refused') void client.refetchQueries(list)
    return announcer.alert(outcome)
  }
  // The service copied the row instead of renaming it: the former one is still there.
  const isCopy = verdict.is === 'differently' && verdict.fields.includes(writing(session.unit.get().unit).key)
  // Only the data: a verdict is no read of the list, so one that could not be read stays so.
  const lay = (row: Row | undefined) => {
    const query = client.getQueryCache().find<RowStore<Row>>(list)
    query?.setState({ data: query.state.data?.patched(isCopy && row !== undefined ? after : name, row) })
  }
  if (row !== undefined) lay(row)
  // In the same batch as the list's update, so that row and note are drawn together.
  notifyManager.schedule(() => {
    const added = outcomes.add<Row, Change>(record)
    run?.onOutcome(added)
    lookAgain(desk, after)
    // The read-back failed: the next readable list settles the outcome.
    if (run === undefined && !elsewhere && isOpen(verdict) && verdict.at === undefined) void client.refetchQueries(list)
  })
  if (isGone) {
    if (row === undefined && (verdict.is !== 'half-replaced' || verdict.deleted)) lay(undefined)
    // The row is gone, so a toast says it instead of a note.
    if (verdict.is === 'deleted' && run === undefined)
      notifyManager.schedule(() => toastDone(toasts, noun, 'deleted', name))
    if (verdict.is === 'gone' && run === undefined)
      toasts.show(
        { before: '“', name, after: `” was ${goneWords(noun)}.${verdict.during ? '' : ' Nothing was sent.'}` },
        { mark: 'failed', announced: true },
      )
    // A user who is gone may be in the list under another email.
    if (verdict.is !== 'deleted' && run === undefined) void client.refetchQueries(list)
  }
  // Not synchronously: the form is still open, would see the new row, and would report its name as taken.
  if (run === undefined && act === 'create' && verdict.is === 'as-asked' && verdict.also === undefined)
    notifyManager.schedule(() => toastDone(toasts, noun, 'created', name, shown.afterCreation?.(verdict.row, session)))
  // A read that began before the write does not contain it and would undo it on the page.
  if (client.isFetching(list) > 0) void client.refetchQueries(list)
  if (run === undefined) announcer.say(outcome, outcomeWord(verdict))
}

/** The row that has the name now. While a token is replaced, somebody else may create one of its name. */
function rowAfter<Row>(verdict: Verdict<Row>): Row | undefined {
  if (verdict.is === 'half-replaced') return verdict.because.is === 'exists' ? verdict.because.row : undefined
  return 'row' in verdict && verdict.is !== 'exists' ? verdict.row : undefined
}

/** The part of a change that made a difference, as far as the reads before and after it show. */
function changedBy<Row extends Dated, Change extends object>(
  { changed }: Pick<ReturnType<ShownResource<Row, Change>['writing']>, 'changed'>,
  change: Change,
  verdict: Verdict<Row>,
): object {
  if (verdict.is !== 'as-asked' || verdict.before === undefined) return change
  const { before, row } = verdict
  const fields = changed(before, row)
  return Object.fromEntries(Object.entries(change).filter(([field]) => !(field in row) || fields.includes(field)))
}
