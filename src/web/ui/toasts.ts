import type { Announcer } from './live.tsx'
import { createStore, type Store } from './store.ts'

/** What a toast may have besides its sentence. */
interface More {
  /** It tells of something that did not come about. */
  failed?: true
  /** One thing that can be done about it; the toast goes with it. */
  act?: { label: string; run: () => void }
}

interface ShownToast extends More {
  sentence: string
  /** What had the focus then: it takes it again. Weakly, since a value may stand around it. */
  from: WeakRef<Element> | undefined
}

/**
 * One line at a time about something that has no row of its own. It holds no secret and is no live region. sonner writes
 * its styles into the page, which the content security policy forbids; React Aria's toast is still marked unstable.
 */
export interface ToastStore extends Store<ShownToast | undefined> {
  /** Shows it, and says it to screen readers, unless that was `said` in other words. */
  show(sentence: string, more?: More & { said?: true }): void
}

/** An empty store. */
export function createToasts(announcer: Pick<Announcer, 'say' | 'alert'>): ToastStore {
  const store = createStore<ShownToast | undefined>(undefined)
  return {
    ...store,
    show(sentence, { said, ...more } = {}) {
      const { activeElement: from } = document
      store.set({ sentence, ...more, from: from === null ? undefined : new WeakRef(from) })
      if (said === true) return
      if (more.failed === true) announcer.alert(sentence)
      else announcer.say(sentence)
    },
  }
}
