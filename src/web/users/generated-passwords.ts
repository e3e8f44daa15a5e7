import { createStore, type Store } from '#web/ui/store.ts'

/**
 * The generated passwords that were sent and not copied yet. They are stored only here: components subscribe to the
 * emails, and read a password only when they show or copy it.
 */
export interface GeneratedPasswords extends Store<ReadonlySet<string>> {
  /** By email; written by `keepPassword`. */
  kept: Map<string, string>
  clear: () => void
}

/** An empty store. It is cleared when the page is left, because a browser may keep the page for *Back*. */
export function createGeneratedPasswords(page: Pick<Window, 'addEventListener'>): GeneratedPasswords {
  const kept = new Map<string, string>()
  const store = createStore<ReadonlySet<string>>(new Set())
  const clear = () => {
    kept.clear()
    store.set(new Set())
  }
  page.addEventListener('pagehide', clear)
  return { ...store, kept, clear }
}
