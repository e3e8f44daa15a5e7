import type { Dated } from '#contract/list/row-store.ts'
import type { Seen } from '#contract/write/kind.ts'
import { rowOf } from '#contract/write/outcome.ts'
import type { Next } from '#web/resource/say.ts'
import { create, doAct, type Desk } from './do-act.ts'
import type { Deed } from './rows-of-jobs.ts'

/** What the page around a deed can do about it. */
export interface PageActs {
  copy?: (name: string) => void
  edit?: (name: string, how?: 'with-password') => void
  refresh?: () => void
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
  const row = item.outcome && rowOf(item.outcome)
  const seen = now ?? (row && outcome ? { row, beganAt: outcome.at } : item.seen)
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
      return () => void doAct(desk, resource, 'save', [{ row, beganAt: outcome.at }], { change: back, undoes: job.id })
    }
    case 'again':
    case 'anyway':
      return item.hasPassword ? page.edit && (() => page.edit?.(name, 'with-password')) : on(act, { change })
    case 'repair':
    case 'replace':
      return on(next)
    case 'set-expiry':
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
