import type { User } from '#contract/user.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { createStore, type Store } from '#web/ui/store.ts'

/** Something asked of a service that has no list of users: who, what was asked and sent, and what came of it. */
export interface Submitted {
  id: number
  email: string
  /** `Create`, `Make admin`, `Delete`. */
  asked: string
  /** `admin no, active yes`; empty where no flag was sent. */
  sent: string
  /** Undefined while the answer is due. */
  verdict: Verdict<User> | undefined
  /** The page's milliseconds since 1970. */
  at: number
}

/** What was submitted since signing in, latest first. Gone with signing out. */
export interface SubmittedStore extends Pick<Store<readonly Submitted[]>, 'get' | 'subscribe'> {
  add(entry: Omit<Submitted, 'id' | 'verdict'>): (verdict: Verdict<User>) => void
}

/** Nothing yet. */
export function createSubmitted(): SubmittedStore {
  const { get, set, subscribe } = createStore<readonly Submitted[]>([])
  return {
    get,
    subscribe,
    add(entry) {
      const id = get().length
      set([{ ...entry, id, verdict: undefined }, ...get()])
      return (verdict) => set(get().map((one) => (one.id === id ? { ...one, verdict } : one)))
    },
  }
}
