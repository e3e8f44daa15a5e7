import type { Dated } from '#contract/list/row-store.ts'
import type { Seen } from '#contract/write/kind.ts'
import { rowOf } from '#contract/write/outcome.ts'
import { seenIn } from '#web/resource/lists.ts'
import type { Next } from '#web/resource/say.ts'
import { create, doAct, plannedCreation, type Desk } from './do-act.ts'
import type { Job, JobItem } from './job.ts'
import type { Deed } from './rows-of-jobs.ts'

/** What the page around a deed can do about it. */
export interface PageActs {
  copy?: (name: string) => void
  edit?: (name: string, how?: 'with-password') => void
  refresh?: () => void
}

/** The row of an item as its outcome shows it, or else as the admin saw it before; undefined: it was to be created. */
function seenBy({ outcome, seen }: JobItem): Seen<Dated> | undefined {
  const row = outcome && rowOf(outcome)
  return row !== undefined && outcome !== undefined ? { row, beganAt: outcome.at } : seen
}

/** Does the same once more to rows of a job, or another act. Rows whose password is gone are not to be given. */
export function doAgain(desk: Desk, job: Job, items: readonly JobItem[], act = job.act): Promise<Job | undefined> {
  const { resource, doing, done } = job
  const isSame = act === job.act
  const created = isSame && !desk.isBlocked(resource) ? items.filter(({ seen }) => seen === undefined) : []
  const planned = created.map(({ name, change }) => plannedCreation(desk, resource, { name, change }))
  const begun =
    planned.length === 0 ? undefined : desk.jobs.start({ resource, act, doing, done, items: planned, leftOut: [] })
  const { list } = desk.knows(resource)
  const rows = items.flatMap((item) => (created.includes(item) ? [] : (seenIn(list, item.after) ?? seenBy(item) ?? [])))
  if (begun !== undefined && rows.length === 0) return begun
  const changes = new Map(items.map(({ after, change }) => [after, change]))
  return doAct(desk, resource, act, rows, isSame ? { changes } : {})
}

/** The items of a job that can be undone. */
export const undoableIn = ({ items }: Job): readonly JobItem[] =>
  items.filter(({ told, isDismissed }) => told?.next.includes('undo') === true && isDismissed !== true)

/** Undoes a job, where nobody has changed the row since. */
export function undoJob(desk: Desk, job: Job): Promise<Job | undefined> {
  const { resource } = job
  const known = desk.knows(resource)
  const changes = new Map<string, object>()
  const rows = undoableIn(job).flatMap(({ outcome, after }): Seen<Dated>[] => {
    const row = outcome && rowOf(outcome)
    const back = outcome && desk.resources[resource].undo(outcome, known)
    if (row === undefined || back === undefined || outcome === undefined) return []
    changes.set(after, back)
    return [{ row, beganAt: outcome.at }]
  })
  return doAct(desk, resource, 'save', rows, { changes, isUndo: true })
}

/** What a button of a note or a report does; undefined: nothing, so there is no button. `now`: the row as the list shows it. */
export function doNext(
  desk: Desk,
  next: Next,
  deed: Deed,
  now: Seen<Dated> | undefined,
  page: PageActs,
): (() => void) | undefined {
  const { job, item } = deed
  const { resource, act } = job
  const { after: name, change, outcome } = item
  const row = outcome && rowOf(outcome)
  const seen = now ?? seenBy(item)
  const on = (actName: string, given: Parameters<typeof doAct>[4] = {}) =>
    seen && (() => void doAct(desk, resource, actName, [seen], given))
  switch (next) {
    case 'copy':
      return page.copy && (() => page.copy?.(name))
    case 'edit':
      return page.edit && (() => page.edit?.(name))
    case 'set-password':
      return page.edit && (() => page.edit?.(name, 'with-password'))
    case 'refresh':
      return page.refresh
    case 'undo': {
      const back = outcome && desk.resources[resource].undo(outcome, desk.knows(resource))
      if (back === undefined || row === undefined || outcome === undefined) return undefined
      // Only if nobody has changed the row since.
      return () => void doAct(desk, resource, 'save', [{ row, beganAt: outcome.at }], { change: back, isUndo: true })
    }
    case 'again':
    case 'anyway':
      if (item.seen === undefined)
        // A password is gone: the form of a new row asks for it.
        return item.hasPassword ? undefined : () => void doAgain(desk, job, [item])
      return item.hasPassword ? page.edit && (() => page.edit?.(name, 'with-password')) : on(act, { change })
    case 'repair':
    case 'replace':
      return on(next)
    case 'set-expiry':
    case 'correct':
      // What was asked of the new row.
      return on('save', { change })
    case 'create-again': {
      if (now !== undefined) return undefined
      const missing = outcome && desk.resources[resource].missing?.(outcome)
      return missing && (() => void create(desk, resource, missing))
    }
    case 'send-flags': {
      const row = seen?.row ?? desk.resources[resource].unlisted?.(name)
      return row && (() => void doAct(desk, resource, 'save', [{ row, beganAt: 0 }], { change }))
    }
  }
}
