import { createStore, type Store } from './store.ts'

/** What a toast may have besides its sentence. */
interface More {
  /** It tells of something that did not come about. */
  failed?: true
  /** One thing that can be done about it; the toast goes with it. */
  act?: { label: string; run: () => void }
}

/**
 * One line at a time about something that has no row of its own. It holds no secret and is no live region. sonner writes
 * its styles into the page, which the content security policy forbids; React Aria's toast is still marked unstable.
 */
export interface ToastStore extends Store<({ sentence: string } & More) | undefined> {
  show(sentence: string, more?: More): void
}

/** An empty store. */
export function createToasts(): ToastStore {
  const store = createStore<({ sentence: string } & More) | undefined>(undefined)
  return { ...store, show: (sentence, more) => store.set({ sentence, ...more }) }
}
