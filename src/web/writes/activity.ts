import { createStore, type Store } from '#web/ui/store.ts'

/** Something that this browser did since signing in, and its result. Contains no secrets. */
export interface ActivityEntry {
  id: number
  /** Milliseconds since 1970 by the page's clock. */
  at: number
  kind: 'Token' | 'User'
  name: string
  /** `create`, `save active off`, `copy value`. */
  request: string
  /** The request and its result, in sentences without the name. */
  outcome: string
  /** Undoes the save on the page of its kind; undefined if that is impossible. */
  undo?: () => void
}

/** All entries, latest first. Cleared at sign-out. */
export interface Activity extends Pick<Store<readonly ActivityEntry[]>, 'get' | 'subscribe'> {
  add(entry: Omit<ActivityEntry, 'id' | 'at'>): void
}

/** `now`: milliseconds since 1970. */
export function createActivity(now: () => number): Activity {
  const { get, set, subscribe } = createStore<readonly ActivityEntry[]>([])
  return { get, subscribe, add: (entry) => set([{ ...entry, id: get().length, at: now() }, ...get()]) }
}
