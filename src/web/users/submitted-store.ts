import type { User } from '#contract/user.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { createStore, type Store } from '#web/ui/store.ts'

/** One request to a service without a list of users. */
export interface Submitted {
  id: number
  email: string
  /** `Create`, `Make admin`, `Delete`. */
  request: string
  /** `admin no, active yes`; empty if no flag was sent. */
  sent: string
  /** Undefined while it is pending. */
  verdict: Verdict<User> | undefined
  /** Milliseconds since 1970 by the page's clock. */
  at: number
}

/**
 * The requests since signing in, latest first. Cleared at sign-out. `add` returns a function that sets the
 * verdict; without one, nothing was sent, and the request goes.
 */
export interface SubmittedStore extends Pick<Store<readonly Submitted[]>, 'get' | 'subscribe'> {
  add(entry: Omit<Submitted, 'id' | 'verdict'>): (verdict: Verdict<User> | undefined) => void
}

export function createSubmitted(): SubmittedStore {
  const { get, set, subscribe } = createStore<readonly Submitted[]>([])
  return {
    get,
    subscribe,
    add(entry) {
      const id = (get()[0]?.id ?? 0) + 1
      set([{ ...entry, id, verdict: undefined }, ...get()])
      return (verdict) =>
        set(get().flatMap((one) => (one.id !== id ? [one] : verdict === undefined ? [] : [{ ...one, verdict }])))
    },
  }
}
