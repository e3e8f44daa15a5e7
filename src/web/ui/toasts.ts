import type { Announcer } from './live.tsx'
import { visible } from './names/foreign.tsx'
import { createStore, type Store } from './store.ts'

/** A sentence, or one with a name in it that came from outside. */
export type Says = string | { before: string; name: string; after: string }

/** What a toast may have besides its sentence. */
interface More {
  /** It tells of something that did not come about, or that comes with a proviso: no tick then. */
  mark?: 'failed' | 'proviso'
  /** One thing that can be done about it; the toast goes with it. */
  act?: { label: string; run: () => void }
  /** What it counts, and how many of them. */
  counts?: { what: string; times: number }
}

interface ShownToast extends More {
  says: Says
  /** What had the focus then: it takes it again. Weakly, since a value may stand around it. */
  from: WeakRef<Element> | undefined
}

/**
 * One line at a time about something that has no row of its own. It holds no secret and is no live region. sonner writes
 * its styles into the page, which the content security policy forbids; React Aria's toast is still marked unstable.
 */
export interface ToastStore extends Store<ShownToast | undefined> {
  /** Shows it, and says it to screen readers, unless that was `said` in other words. */
  show(says: Says, more?: More & { said?: true }): void
}

/** What a toast says, as plain text. */
export function spoken(says: Says): string {
  return typeof says === 'string' ? says : says.before + visible(says.name) + says.after
}

/** An empty store. */
export function createToasts(announcer: Pick<Announcer, 'say' | 'alert'>): ToastStore {
  const store = createStore<ShownToast | undefined>(undefined)
  return {
    ...store,
    show(says, { said, ...more } = {}) {
      const { activeElement: from } = document
      store.set({ says, ...more, from: from ? new WeakRef(from) : undefined })
      if (said !== true) announcer[more.mark === 'failed' ? 'alert' : 'say'](spoken(says))
    },
  }
}
