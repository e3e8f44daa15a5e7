import { notifyManager, type QueryClient } from '@tanstack/react-query'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { Console } from '#web/app/console.tsx'
import { toastDone } from '#web/ui/toast.tsx'
import { lookAgain } from './later/look-again.ts'
import { isUnsettled, noteAfter } from './notes.ts'
import type { ResourceWrites, ShownResource } from './shown-resource.ts'
import type { Write } from './use-write.ts'
import { announcementOf, requestWords, deedWords, goneWords, mayHaveChanged, outcomeWord } from './verdict-words.ts'

interface Page<Row extends Dated, Change extends object> {
  console: Console
  client: QueryClient
  resource: ResourceWrites<Row, Change>
  shown: ShownResource<Row, Change, never>
}

/** Shows a verdict on the page: updates the list, puts the note under the row, and announces it. */
export function showVerdict<Row extends Dated, Change extends object>(
  { console, client, resource, shown }: Page<Row, Change>,
  { act, name, change, undoes, isOpened, dialogVerdicts = [] }: Write<Row, Change>,
  verdict: Verdict<Row>,
): void {
  const { activity, announcer, changes, toasts } = console
  const { noun, nameOf, valueAnnouncement, isQuiet, undoOf, writing } = shown
  const list = { queryKey: [resource.name] }
  const notes = resource.notesIn(console.notes)
  const value = valueAnnouncement?.(verdict, console)
  const outcome = announcementOf(noun, name, verdict, { act, value, isOpened })
  const how = { ...(undoes && { undoes }), ...(isOpened && { isOpened }) }
  const said = noteAfter(notes.get().get(name), { act, verdict, change, at: Date.now(), ...how })
  const undo = undoOf(said, console)
  const quiet = isQuiet(said, console)
  const note = { ...said, ...(undo !== undefined && { undo }), ...(quiet && { quiet }) }
  if (mayHaveChanged(verdict)) changes.tell(resource.name)
  const row = rowAfter(verdict)
  const after = row === undefined ? name : nameOf(row)
  const entry = {
    resource: resource.name,
    name,
    after,
    request: requestWords(act, change),
    outcome: deedWords(noun, { act, change, isOpened }, verdict, value),
  }
  const withUndo = undo !== undefined && verdict.is === 'as-asked' && { undo: () => notes.undoing.set(note) }
  activity.add({ ...entry, ...withUndo }, mayHaveChanged(verdict))
  // Nothing was created, so there is no row for a note: the form shows the verdict.
  if (act === 'create' && ['exists', 'refused', 'not-applied'].includes(verdict.is)) {
    // The service may have stored it under a name that it spells differently.
    if (verdict.is === 'not-applied') void client.refetchQueries(list)
    return announcer.alert(outcome)
  }
  // The service copied the row instead of renaming it: the former one is still there.
  const isCopy = verdict.is === 'differently' && verdict.fields.includes(writing(console.unit.get().unit).key)
  // Only the data: a verdict is no read of the list, so one that could not be read stays so.
  const lay = (row: Row | undefined) => {
    const query = client.getQueryCache().find<RowStore<Row>>(list)
    query?.setState({ data: query.state.data?.patched(isCopy && row !== undefined ? after : name, row) })
  }
  if (row !== undefined) lay(row)
  if (verdict.is === 'deleted' || verdict.is === 'gone' || verdict.is === 'half-replaced') {
    if (row === undefined && (verdict.is !== 'half-replaced' || verdict.deleted)) lay(undefined)
    // The row is gone, so a toast says it instead of a note.
    if (verdict.is === 'deleted') notifyManager.schedule(() => toastDone(toasts, noun, 'deleted', name))
    if (verdict.is === 'gone')
      toasts.show(
        { before: '“', name, after: `” was ${goneWords(noun)}.${verdict.during ? '' : ' Nothing was sent.'}` },
        { mark: 'failed', announced: true },
      )
    notes.dismiss(name)
    // A user who is gone may be in the list under another email.
    if (verdict.is !== 'deleted') void client.refetchQueries(list)
  } else if (!dialogVerdicts.includes(verdict.is)) {
    // In the same batch as the list's update, so that row and note are drawn together.
    notifyManager.schedule(() => {
      notes.put(after, note)
      // The read-back failed: the next readable list settles the outcome.
      if (isUnsettled(verdict) && verdict.at === undefined) void client.refetchQueries(list)
    })
  }
  // Not synchronously: the form is still open, would see the new row, and would report its name as taken.
  if (act === 'create' && verdict.is === 'as-asked' && verdict.also === undefined)
    notifyManager.schedule(() => toastDone(toasts, noun, 'created', name))
  // A read that began before the write does not contain it and would undo it on the page.
  if (client.isFetching(list) > 0) void client.refetchQueries(list)
  announcer.say(outcome, outcomeWord(verdict))
  lookAgain({ console, client, resource, shown }, after, note)
}

/** The row that has the name now. While a token is replaced, somebody else may create one of its name. */
function rowAfter<Row>(verdict: Verdict<Row>): Row | undefined {
  if (verdict.is === 'half-replaced') return verdict.because.is === 'exists' ? verdict.because.row : undefined
  return 'row' in verdict && verdict.is !== 'exists' ? verdict.row : undefined
}
