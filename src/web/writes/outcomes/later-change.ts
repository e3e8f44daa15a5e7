import type { Dated } from '#contract/list/row-store.ts'
import { sinceVerdict, type ChangeSince, type LaterRead } from '#contract/saving/settling.ts'
import type { Session } from '#web/ui/session.ts'
import { count } from '#web/ui/time.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import type { Outcome } from './outcomes.ts'
import type { ShownResource } from '#web/writes/shown-resource.ts'
import { notFromHere, sinceWords } from '#web/writes/verdict-words.ts'

/** A save or deletion that no longer holds. */
export interface LaterChange<Row, Change> {
  outcome: Outcome<Row, Change>
  since: Exclude<ChangeSince<Row>, { is: 'as-left' }>
}

/**
 * Whether a later read shows that a write no longer holds, or that a row exists again that an act found gone; undefined: it holds, or nobody knows, or it was
 * told.
 */
export function laterChange<Row extends Dated, Change extends object>(
  outcome: Outcome<Row, Change>,
  read: LaterRead<Row>,
  writing: ReturnType<ShownResource<Row, Change>['writing']>,
): LaterChange<Row, Change> | undefined {
  const { after, verdict, act, at, since: told } = outcome
  const isGone = verdict.is === 'gone' || (verdict.is === 'deleted' && act === 'remove')
  if ((!isGone && verdict.is !== 'as-asked') || at > read.beganAt) return undefined
  const since = sinceVerdict(writing, after, isGone ? { is: 'deleted', at } : verdict, read)
  if (since === undefined || since.is === 'as-left') return undefined
  const isSame =
    told !== undefined && 'row' in told && 'row' in since && writing.changed(told.row, since.row).length === 0
  return isSame ? undefined : { outcome, since }
}

/** Where such a change is told. */
export interface LaterPage<Row extends Dated, Change extends object> {
  session: Pick<Session, 'outcomes' | 'announcer' | 'toasts' | 'unit'>
  shown: Pick<ShownResource<Row, Change>, 'name' | 'noun' | 'nameOf' | 'writing' | 'types'>
}

/** Takes *Saved* back: in the note under the row, or in a toast if that is out of sight; announced, and in Activity. */
export function tellLaterChanges<Row extends Dated, Change extends object>(
  { session: { outcomes, announcer, toasts }, shown: { noun } }: LaterPage<Row, Change>,
  changes: readonly LaterChange<Row, Change>[],
): void {
  const told = changes.map(({ outcome: { id, after: name, verdict }, since }) => {
    const says = sinceWords(noun, since, 'before' in verdict ? verdict.before : undefined)
    outcomes.change<Row, Change>(id, { since, told: since.is === 'changed' ? 'note' : 'over' })
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

/** Whether the row of this name is drawn, and inside the window. */
function isInSight(name: string): boolean {
  const cell = [...document.querySelectorAll<HTMLElement>('[data-name]')].find(
    (candidate) => candidate.dataset['name'] === name,
  )
  if (cell === undefined) return false
  const { top, bottom } = cell.getBoundingClientRect()
  return bottom >= 0 && top <= window.innerHeight
}
