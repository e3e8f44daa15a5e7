import { createStore, type Store } from '#web/ui/store.ts'

/** Something this browser did since signing in, and what came of it. Holds no secret. */
export interface Deed {
  id: number
  /** The page's milliseconds since 1970. */
  at: number
  /** `Token`, `User`. */
  kind: 'Token' | 'User'
  name: string
  /** `create`, `save active off`, `copy value`. */
  asked: string
  /** What was done, or what was asked for and what came of it, in sentences that leave the name out. */
  outcome: string
  /** Has the save undone, where that can be done; the page of its kind does it. */
  undo?: () => void
}

/** All of them, latest first. Gone with signing out. */
export interface Activity extends Pick<Store<readonly Deed[]>, 'get' | 'subscribe'> {
  add(deed: Omit<Deed, 'id' | 'at'>): void
}

/** Nothing yet. `now` is milliseconds since 1970. */
export function createActivity(now: () => number): Activity {
  const { get, set, subscribe } = createStore<readonly Deed[]>([])
  return { get, subscribe, add: (deed) => set([{ ...deed, id: get().length, at: now() }, ...get()]) }
}
