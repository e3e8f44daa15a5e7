import type { Dated } from '#contract/list/row-store.ts'
import { sinceVerdict, type ChangeSince, type LaterRead } from '#contract/saving/settling.ts'
import type { ResourceName } from '#contract/problem.ts'
import type { Console } from '#web/app/console.tsx'
import { count } from '#web/ui/time.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import type { Note, Notes } from '#web/writes/notes.ts'
import type { ShownResource } from '#web/writes/shown-resource.ts'
import { changedSinceWords, notFromHere, requestWords, type Noun } from '#web/writes/verdict-words.ts'

/** A save or deletion that no longer holds. */
export interface LaterChange<Row, Change> {
  name: string
  note: Note<Row, Change>
  since: Exclude<ChangeSince<Row>, { is: 'as-left' }>
}

/**
 * Whether a later read shows that a write no longer holds, or that a row exists again that an act found gone; undefined: it holds, or nobody knows, or it was
 * told.
 */
export function laterChange<Row extends Dated, Change extends object>(
  name: string,
  note: Note<Row, Change>,
  read: LaterRead<Row>,
  writing: ReturnType<ShownResource<Row, Change, never>['writing']>,
): LaterChange<Row, Change> | undefined {
  const { verdict, act, at, changedSince } = note
  const isGone = verdict.is === 'gone' || (verdict.is === 'deleted' && act === 'remove')
  if ((!isGone && verdict.is !== 'as-asked') || at > read.beganAt) return undefined
  const since = sinceVerdict(writing, name, isGone ? { is: 'deleted', at } : verdict, read)
  if (since === undefined || since.is === 'as-left') return undefined
  const isTold =
    changedSince !== undefined && 'row' in since && writing.changed(changedSince.row, since.row).length === 0
  return isTold ? undefined : { name, note, since }
}

/** Where such a change is told. */
export interface LaterPage<Row extends Dated, Change extends object> {
  console: Pick<Console, 'activity' | 'announcer' | 'toasts' | 'unit'>
  name: ResourceName
  notes: Notes<Note<Row, Change>>
  shown: Pick<ShownResource<Row, Change, never>, 'noun' | 'nameOf' | 'writing'>
}

/** Takes *Saved* back: in the note under the row, or in a toast if that is out of sight; announced, and in Activity. */
export function tellLaterChanges<Row extends Dated, Change extends object>(
  { console: { activity, announcer, toasts }, name: resource, notes, shown: { noun } }: LaterPage<Row, Change>,
  changes: readonly LaterChange<Row, Change>[],
): void {
  const told = changes.map(({ name, note, since }) => {
    const says = laterWords(noun, note, since)
    const { act, change } = note
    activity.add({ resource, name, request: requestWords(act, change), outcome: says })
    if (since.is !== 'changed') notes.dismiss(name)
    else {
      const { quiet: _quiet, ...loud } = note
      notes.put(name, { ...loud, changedSince: { fields: since.fields, row: since.row } })
    }
    return { name, says, isSeen: since.is === 'changed' && isInSight(name) }
  })
  if (told.length === 0) return
  const many = `${count(told.length)} ${noun}s are not as you saved them. ${notFromHere('changed', 'They were')}`
  announcer.say(told.length > 3 ? many : told.map(({ name, says }) => `${visible(name)}: ${says}`).join(' '))
  const unseen = told.filter(({ isSeen }) => !isSeen)
  const [first] = unseen
  if (first === undefined) return
  const message = unseen.length > 1 ? many : { before: '“', name: first.name, after: `”: ${first.says}` }
  toasts.show(message, { mark: 'failed', announced: true })
}

function laterWords<Row extends Dated, Change>(
  noun: Noun,
  { verdict }: Note<Row, Change>,
  since: LaterChange<Row, Change>['since'],
): string {
  if (since.is === 'changed') return changedSinceWords(since, 'before' in verdict ? verdict.before : undefined)
  if (since.is === 'back') return `In the list again. ${notFromHere('created')}`
  return `No longer in the list. ${notFromHere({ token: 'deleted', user: 'deleted or renamed' }[noun])}`
}

/** Whether the row of this name is drawn, and inside the window. */
function isInSight(name: string): boolean {
  const cell = [...document.querySelectorAll<HTMLElement>('[data-name]')].find((one) => one.dataset['name'] === name)
  if (cell === undefined) return false
  const { top, bottom } = cell.getBoundingClientRect()
  return bottom >= 0 && top <= window.innerHeight
}
