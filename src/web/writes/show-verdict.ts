import { notifyManager, type QueryClient } from '@tanstack/react-query'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { Console } from '#web/app/console.tsx'
import { toastDone } from '#web/ui/toast.tsx'
import { isOpen, noteAfter } from './notes.ts'
import type { ResourceWrites, ShownResource } from './shown-resource.ts'
import type { Write } from './use-write.ts'
import { announced, askedWords, deedWords, mayHaveChanged, outcomeWord } from './verdict-words.ts'

interface Page<Row extends Dated, Change extends object> {
  console: Console
  client: QueryClient
  resource: ResourceWrites<Row, Change>
  shown: ShownResource<Row, Change, never>
}

/** A verdict on the page: what was read into the list, the note under the row, and the word about it. */
export function showVerdict<Row extends Dated, Change extends object>(
  { console, client, resource, shown }: Page<Row, Change>,
  { act, name, change, undoes, asksAgain = [] }: Write<Row, Change>,
  verdict: Verdict<Row>,
): void {
  const { activity, announcer, changes, toasts } = console
  const { kind, noun, nameOf, valueTold, isQuiet, undoOf } = shown
  const list = { queryKey: [resource.name] }
  const notes = resource.notesIn(console.notes)
  const value = valueTold?.(verdict, console)
  const outcome = announced(noun, name, verdict, { act, value })
  const said = noteAfter(notes.get().get(name), { act, verdict, change, at: Date.now(), ...(undoes && { undoes }) })
  const undo = undoOf(said, console)
  const quiet = isQuiet(said, console)
  const note = { ...said, ...(undo !== undefined && { undo }), ...(quiet && { quiet }) }
  if (mayHaveChanged(verdict)) changes.tell(resource.name)
  activity.add({
    kind,
    name,
    asked: askedWords(act, change),
    outcome: deedWords(noun, { act, change }, verdict, value),
    ...(undo !== undefined && verdict.is === 'as-asked' && { undo: () => notes.undoing.set(note) }),
  })
  // Nothing was created and nothing will be: the form shows it.
  if (act === 'create' && ['exists', 'refused', 'not-applied'].includes(verdict.is)) return announcer.alert(outcome)
  const lay = (row: Row | undefined) =>
    client.setQueryData<RowStore<Row>>(list.queryKey, (rows) => rows?.patched(name, row))
  const row = 'row' in verdict && verdict.is !== 'exists' ? verdict.row : undefined
  if (row !== undefined) lay(row)
  if (verdict.is === 'deleted' || verdict.is === 'gone' || verdict.is === 'half-replaced') {
    if (verdict.is !== 'half-replaced' || verdict.deleted) lay(undefined)
    // With its row goes the place where it would be told.
    if (verdict.is === 'deleted') notifyManager.schedule(() => toastDone(toasts, noun, 'deleted', name))
    if (verdict.is === 'gone')
      toasts.show(
        { before: '“', name, after: `” was already deleted.${verdict.during ? '' : ' Nothing was sent.'}` },
        { mark: 'failed', said: true },
      )
    notes.dismiss(name)
    if (verdict.is === 'half-replaced') void client.refetchQueries(list)
  } else if (!asksAgain.includes(verdict.is)) {
    // As late as the list tells its row, so that both are drawn at once.
    notifyManager.schedule(() => {
      notes.put(row === undefined ? name : nameOf(row), note)
      // Its read-back failed: the next list that can be read settles it.
      if (isOpen(verdict) && verdict.at === undefined) void client.refetchQueries(list)
    })
  }
  // Drawn at once, it would show the new row to the form that is still open, which would call its name taken.
  if (act === 'create' && verdict.is === 'as-asked' && verdict.also === undefined)
    notifyManager.schedule(() => toastDone(toasts, noun, 'created', name))
  // A list that was begun before this does not show it, and would take it back.
  if (client.isFetching(list) > 0) void client.refetchQueries(list)
  announcer.say(outcome, outcomeWord(verdict))
}
