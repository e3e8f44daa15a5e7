import type { ResourceName } from '#contract/problem.ts'
import { createStore, type Store } from '#web/ui/store.ts'

/** Something that was done in this tab, and its result. Contains no secrets. */
export interface ActivityEntry {
  id: number
  /** Milliseconds since 1970 by the page's clock. */
  at: number
  resource: ResourceName
  name: string
  /** The name of the row after the act; undefined: the same. */
  after?: string
  /** `create`, `save active off`, `copy value`. */
  request: string
  /** The request and its result, in sentences without the name. */
  outcome: string
  /** Undoes the save on the page of its resource; undefined if that is impossible, or if a later act may have changed it. */
  undo?: () => void
}

/** All entries, latest first. Cleared at sign-out. */
export interface Activity extends Pick<Store<readonly ActivityEntry[]>, 'get' | 'subscribe'> {
  /** `changes`: it may have changed its row, so that earlier saves of it can no longer be undone. */
  add(entry: Omit<ActivityEntry, 'id' | 'at'>, changes?: boolean): void
}

/** `now`: milliseconds since 1970. */
export function createActivity(now: () => number): Activity {
  const { get, set, subscribe } = createStore<readonly ActivityEntry[]>([])
  return {
    get,
    subscribe,
    add(entry, changes = false) {
      const before = get().map(({ undo, ...one }) => {
        const isSame = one.resource === entry.resource && [one.name, one.after].includes(entry.name)
        const isOver = changes && isSame
        return undo === undefined || isOver ? one : { ...one, undo }
      })
      set([{ ...entry, id: before.length, at: now() }, ...before])
    },
  }
}
