import { createStore, type Store } from '#web/ui/store.ts'

/**
 * The generated passwords that were sent and not copied yet. They are stored only here: components subscribe to the
 * emails, and read a password only when they show or copy it.
 */
export interface GeneratedPasswords extends Store<ReadonlySet<string>> {
  /** By email; written by `keepPassword`. */
  byEmail: Map<string, string>
  /** The emails of users whose password was forgotten before anybody copied it. */
  lost: Store<ReadonlySet<string>>
  /** Keeps passwords until this session is over. */
  keepUntil: (over: AbortSignal) => void
  /** Whether a password that arrives now is not kept: the session is over. */
  isOver: () => boolean
}

/** An empty store. It is cleared when the page is left, because a browser may keep the page for *Back*. */
export function createGeneratedPasswords(page: Pick<Window, 'addEventListener'>): GeneratedPasswords {
  const byEmail = new Map<string, string>()
  const store = createStore<ReadonlySet<string>>(new Set())
  const lost = createStore<ReadonlySet<string>>(new Set())
  let session: AbortSignal | undefined
  const forget = () => {
    if (byEmail.size === 0) return
    lost.set(new Set([...lost.get(), ...byEmail.keys()]))
    byEmail.clear()
    store.set(new Set())
  }
  page.addEventListener('pagehide', forget)
  return {
    ...store,
    byEmail,
    lost,
    keepUntil(over) {
      session = over
      over.addEventListener('abort', forget)
    },
    isOver: () => session?.aborted === true,
  }
}

declare module '#web/ui/session.ts' {
  interface Session {
    passwords: GeneratedPasswords
  }
}
