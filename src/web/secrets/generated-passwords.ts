import { createContext, useContext } from 'react'
import { parseJson } from '#api/wire.ts'
import { isRowMissing, mayBeStored } from '#api/write/outcome.ts'
import type { JobItem } from '#web/jobs/job.ts'
import { createStore, type Readable } from '#web/ui/store.ts'

/** `kept`: nobody has copied it. `copied`: it can be copied once more. `lost`: nobody copied it, and it is gone. */
export type PasswordState = 'kept' | 'copied' | 'lost'

/** The names of the rows whose generated password nobody has copied, whether this page still has it or not. */
export const selectUncopied = (passwords: ReadonlyMap<string, PasswordState>): ReadonlySet<string> =>
  new Set([...passwords].flatMap(([name, state]) => (state === 'copied' ? [] : [name])))

/**
 * The generated passwords of rows, each in a closure of this sign-in until it is forgotten. Components subscribe to the
 * names, and read a password only when they show or copy it.
 */
export interface GeneratedPasswords extends Readable<ReadonlyMap<string, PasswordState>> {
  /** A password is sent now. `generated` undefined: the admin has typed it. */
  trackSending: (name: string, generated: string | undefined) => void
  /** What came of rows, a password of which may have been sent. */
  settle: (ended: readonly JobItem[]) => void
  /** Undefined: there is none. */
  read: (name: string) => string | undefined
  markCopied: (names: readonly string[]) => void
  forget: (names: readonly string[]) => void
  forgetCopied: () => void
  /** Forgets everything, because this person signs out. */
  forgetAll: () => void
  /** Keeps passwords until this session is over; the names of those that nobody has copied stay. */
  bindToSession: (over: AbortSignal) => void
}

interface Password {
  state: PasswordState
  read: () => string | undefined
}

/**
 * Creates the passwords of a person. Nothing but names is stored, and only from one page to the next: a page that is left
 * stores them under `key`, and the next page of the same person takes them, so that no two pages tell of the same ones.
 */
export function createGeneratedPasswords(
  page: Pick<Window, 'addEventListener'> & { localStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> },
  key: string,
): GeneratedPasswords {
  const { localStorage: storage } = page
  const { get, set, subscribe } = createStore<ReadonlyMap<string, PasswordState>>(new Map())
  const passwords = new Map<string, Password>()
  /** Those on their way; undefined: the admin has it. */
  const pendingPasswords = new Map<string, Password | undefined>()
  const lost: Password = { state: 'lost', read: () => undefined }
  let session: AbortSignal | undefined
  const tell = () => set(new Map([...passwords].map(([name, { state }]) => [name, state])))
  const forgetCopied = () => {
    for (const [name, { state }] of passwords) if (state === 'copied') passwords.delete(name)
    tell()
  }
  const lose = () => {
    for (const [name, password] of pendingPasswords) if (password !== undefined) pendingPasswords.set(name, lost)
    for (const [name, { state }] of passwords) if (state === 'kept') passwords.set(name, lost)
    forgetCopied()
  }
  const forget = (names: Iterable<string>) => {
    for (const name of names) passwords.delete(name)
    tell()
  }
  const stored = () => namesIn(storage.getItem(key))
  const take = () => {
    for (const name of stored()) if (!passwords.has(name)) passwords.set(name, lost)
    storage.removeItem(key)
    tell()
  }
  take()
  page.addEventListener('pagehide', () => {
    lose()
    const onTheirWay = [...pendingPasswords].flatMap(([name, password]) => (password === undefined ? [] : [name]))
    const names = new Set([...stored(), ...passwords.keys(), ...onTheirWay])
    if (names.size > 0) storage.setItem(key, JSON.stringify([...names]))
    forget(names)
  })
  // A browser may keep the page for *Back*.
  page.addEventListener('pageshow', take)
  return {
    get,
    subscribe,
    trackSending(name, generated) {
      if (generated === undefined) pendingPasswords.set(name, undefined)
      else pendingPasswords.set(name, session?.aborted === true ? lost : { state: 'kept', read: () => generated })
    },
    settle(ended) {
      for (const { name, currentName, state, outcome, facts } of ended) {
        const isStored = state !== 'not-started' && (outcome === undefined || mayBeStored(outcome))
        // One that is refused leaves the one before it.
        const password = pendingPasswords.has(name) && isStored ? pendingPasswords.get(name) : passwords.get(name)
        pendingPasswords.delete(name)
        passwords.delete(name)
        const isDeleted = facts?.status === 'success' && outcome !== undefined && isRowMissing(outcome)
        if (password !== undefined && !isDeleted) passwords.set(currentName, password)
      }
      tell()
    },
    read: (name) => passwords.get(name)?.read(),
    markCopied(names) {
      for (const name of names) {
        const password = passwords.get(name)
        if (password !== undefined) passwords.set(name, { ...password, state: 'copied' })
      }
      tell()
    },
    forget,
    forgetCopied,
    forgetAll() {
      pendingPasswords.clear()
      storage.removeItem(key)
      forget([...passwords.keys()])
    },
    bindToSession(over) {
      session = over
      over.addEventListener('abort', lose)
    },
  }
}

/** Anything else than a list of names is as good as none. */
function namesIn(text: string | null): string[] {
  const names = parseJson(text ?? '')
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}

const PasswordsContext = createContext<GeneratedPasswords | undefined>(undefined)

export const GeneratedPasswordsProvider = PasswordsContext.Provider

/** @throws {Error} outside a signed-in page. */
export function useGeneratedPasswords(): GeneratedPasswords {
  const passwords = useContext(PasswordsContext)
  if (passwords === undefined) throw new Error('no passwords around this component')
  return passwords
}
