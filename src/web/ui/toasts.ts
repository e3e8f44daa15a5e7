import type { Announcer } from './live.tsx'
import { visible } from './names/foreign.tsx'
import { createStore, type Store } from './store.ts'

/** A sentence, or one with a name in it that came from outside. */
export type Says = string | { before: string; name: string; after: string }

interface More {
  /** Something failed, or comes with a warning: shown without a tick. */
  mark?: 'failed' | 'proviso'
  /** A button. Pressing it also closes the toast. */
  act?: { label: string; run: () => void }
  /** What it counts, and the number. */
  counts?: { what: string; times: number }
}

interface ShownToast extends More {
  says: Says
  /** The focused element, which gets the focus back. Weak, because a revealed value may be around it. */
  from: WeakRef<Element> | undefined
}

/**
 * One toast at a time, about something without a row. It contains no secret and is not a live region. sonner was tried:
 * it writes its styles into the page, which the content security policy forbids; React Aria's toast is marked unstable.
 */
export interface ToastStore extends Store<ShownToast | undefined> {
  /** Shows a toast and announces it, unless it was `said` in other words. */
  show(says: Says, more?: More & { said?: true }): void
}

/** What a toast says, as plain text. */
export function spoken(says: Says): string {
  return typeof says === 'string' ? says : says.before + visible(says.name) + says.after
}

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
