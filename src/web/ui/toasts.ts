import type { Announcer } from './live.tsx'
import { visible } from './names/foreign.tsx'
import { createStore, type Store } from './store.ts'

/** A sentence, or one with a name in it that came from outside. */
export type Message = string | { before: string; name: string; after: string }

/** A button of a toast. Pressing it also closes the toast. */
export interface ToastAct {
  label: string
  run: () => void
}

interface ToastOptions {
  /** Something failed, or comes with a warning: shown without a tick. */
  mark?: 'failed' | 'caution'
  act?: ToastAct
  /** What it counts, and the number. */
  counts?: { what: string; times: number }
}

interface ShownToast extends ToastOptions {
  message: Message
}

/**
 * One toast at a time, about something without a row. It contains no secret and is not a live region. sonner was tried:
 * it writes its styles into the page, which the content security policy forbids; React Aria's toast is marked unstable.
 */
export interface ToastStore extends Store<ShownToast | undefined> {
  /** Shows a toast and announces it, unless it was `announced` in other words. */
  show(message: Message, options?: ToastOptions & { announced?: true }): void
}

/** A message as plain text. */
export function spoken(message: Message): string {
  return typeof message === 'string' ? message : message.before + visible(message.name) + message.after
}

export function createToasts(announcer: Pick<Announcer, 'say' | 'alert'>): ToastStore {
  const store = createStore<ShownToast | undefined>(undefined)
  return {
    ...store,
    show(message, { announced, ...options } = {}) {
      store.set({ message, ...options })
      if (announced !== true) announcer[options.mark === 'failed' ? 'alert' : 'say'](spoken(message))
    },
  }
}
