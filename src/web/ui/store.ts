import { useSyncExternalStore } from 'react'

/** A value that components follow and others set. */
export interface Store<T> {
  readonly get: () => T
  readonly set: (next: T) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** Holds `initial` until it is set. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The value, followed. */
export function useStore<T>(store: Pick<Store<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}

/** What `select` takes of it, followed: the same (`Object.is`) as long as nothing of that changes. */
export function usePartOf<T, Selected>(
  store: Pick<Store<T>, 'get' | 'subscribe'>,
  select: (value: T) => Selected,
): Selected {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
