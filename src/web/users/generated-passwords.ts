import { createStore, type Store } from '#web/ui/store.ts'

/** The emails of users with a generated password: not copied yet, or forgotten before anybody copied it. */
interface Emails {
  kept: ReadonlySet<string>
  lost: ReadonlySet<string>
}

/**
 * The generated passwords that were sent and not copied yet. They are stored only here: components subscribe to the
 * emails, and read a password only when they show or copy it.
 */
export interface GeneratedPasswords extends Pick<Store<Emails>, 'get' | 'subscribe'> {
  read: (email: string) => string | undefined
  /** Keeps a password, or only the email if the session is over. */
  keep: (email: string, password: string) => void
  /** Forgets the password and the email. */
  forget: (email: string) => void
  /** The user has a new email. */
  move: (email: string, to: string) => void
  /** Keeps passwords until this session is over. */
  keepUntil: (over: AbortSignal) => void
}

/** An empty store. It is cleared when the page is left, because a browser may keep the page for *Back*. */
export function createGeneratedPasswords(page: Pick<Window, 'addEventListener'>): GeneratedPasswords {
  /** Undefined: it was lost. */
  const byEmail = new Map<string, string | undefined>()
  const { get, set, subscribe } = createStore<Emails>({ kept: new Set(), lost: new Set() })
  let session: AbortSignal | undefined
  const tell = () => {
    const all = [...byEmail.keys()]
    const isKept = (email: string) => byEmail.get(email) !== undefined
    set({ kept: new Set(all.filter(isKept)), lost: new Set(all.filter((email) => !isKept(email))) })
  }
  const lose = () => {
    for (const email of byEmail.keys()) byEmail.set(email, undefined)
    tell()
  }
  page.addEventListener('pagehide', lose)
  return {
    get,
    subscribe,
    read: (email) => byEmail.get(email),
    keep(email, password) {
      byEmail.set(email, session?.aborted === true ? undefined : password)
      tell()
    },
    forget(email) {
      if (byEmail.delete(email)) tell()
    },
    move(email, to) {
      if (to === email || !byEmail.has(email)) return
      byEmail.set(to, byEmail.get(email))
      byEmail.delete(email)
      tell()
    },
    keepUntil(over) {
      session = over
      over.addEventListener('abort', lose)
    },
  }
}
