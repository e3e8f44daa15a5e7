import { createStore, type Store } from '#web/ui/store.ts'

/**
 * The generated passwords that were sent and that nobody has copied yet: the one place where they are. Components follow
 * the emails alone, and read a password at the moment they show or copy it.
 */
export interface GeneratedPasswords extends Store<ReadonlySet<string>> {
  /** By email; written by `keepPassword`. */
  kept: Map<string, string>
  clear: () => void
}

/** None. A page that is left forgets them, since a browser may keep it for the button that leads back. */
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
