import { createContext, useContext } from 'react'
import { jsonIn } from '#contract/wire.ts'
import type { JobItem } from '#web/jobs/job.ts'
import { isMissing, isPerhapsStored } from '#contract/write/outcome.ts'
import { createStore, type Readable } from '#web/ui/store.ts'

/** The rows whose generated password nobody has copied. `lost`: this page no longer has it. */
export interface NotCopied {
  kept: ReadonlySet<string>
  lost: ReadonlySet<string>
}

/**
 * The generated passwords that were sent and not copied yet, each in a closure of this sign-in. Components subscribe to
 * the names, and read a password only when they show or copy it.
 */
export interface Secrets extends Readable<NotCopied> {
  /** A password is sent now. `generated` undefined: the admin has it. */
  send: (name: string, generated: string | undefined) => void
  /** What came of rows, a password of which may have been sent. */
  settle: (ended: readonly JobItem[]) => void
  /** Undefined: it is no longer kept. */
  read: (name: string) => string | undefined
  /** It stays readable while a list of them is open. */
  copied: (name: string) => void
  /** A list of them is open. Returns a function that puts it away. */
  hold: () => () => void
  /** Forgets the password and the name. */
  dismiss: (name: string) => void
  /** Keeps passwords until this session is over; the names stay. */
  keepUntil: (over: AbortSignal) => void
}

interface Browser {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  page: Pick<Window, 'addEventListener'>
}

/**
 * Creates the secrets of an account. Only the names of rows are in the browser’s storage, so that a reload or a closed tab
 * is told, too. `account`: what the key of the storage names it by; undefined: it is unknown, and nothing is stored.
 */
export function createSecrets({ storage, page }: Browser, address: string, account: string | undefined): Secrets {
  const key = account === undefined ? undefined : `query-admin passwords-not-copied ${address} ${account}`
  const closures = new Map<string, () => string>()
  /** Those that are on their way; undefined: the admin has it. */
  const sent = new Map<string, (() => string) | undefined>()
  let lists = 0
  let unstored: ReadonlySet<string> = new Set()
  let session: AbortSignal | undefined
  const names = () => (key === undefined ? unstored : new Set([...unstored, ...namesIn(storage.getItem(key))]))
  const { get, set, subscribe } = createStore<NotCopied>({ kept: new Set(), lost: names() })
  const tell = () => {
    const all = [...names()]
    const kept = all.filter((name) => closures.has(name))
    set({ kept: new Set(kept), lost: new Set(all.filter((name) => !closures.has(name) && !sent.has(name))) })
  }
  const putNames = (change: (all: Set<string>) => void) => {
    const all = new Set(names())
    change(all)
    unstored = all
    if (key !== undefined) {
      try {
        if (all.size === 0) storage.removeItem(key)
        else storage.setItem(key, JSON.stringify([...all]))
        unstored = new Set()
      } catch {
        // The browser stores nothing more: the names last as long as this page.
      }
    }
    tell()
  }
  const lose = () => {
    closures.clear()
    sent.clear()
    tell()
  }
  const dismiss = (name: string) => {
    closures.delete(name)
    putNames((all) => all.delete(name))
  }
  // A browser may keep the page for *Back*.
  page.addEventListener('pagehide', lose)
  return {
    get,
    subscribe,
    send(name, generated) {
      if (session?.aborted !== true) sent.set(name, generated === undefined ? undefined : () => generated)
      if (generated !== undefined) putNames((all) => all.add(name))
    },
    settle(ended) {
      let hasSent = false
      for (const { name, after, state, outcome, told } of ended) {
        const isSent = sent.has(name)
        const password = sent.get(name)
        sent.delete(name)
        hasSent ||= isSent
        const isStored = isSent && state !== 'not-started' && (outcome === undefined || isPerhapsStored(outcome))
        if (isStored && password !== undefined) closures.set(name, password)
        // One that is refused leaves the one before it.
        const isNone = isStored ? password === undefined : password !== undefined && !closures.has(name)
        const isDeleted = told?.result === 'done' && outcome !== undefined && isMissing(outcome)
        if (isNone || isDeleted) dismiss(name)
        if (after === name || !names().has(name)) continue
        const closure = closures.get(name)
        if (closure !== undefined) closures.set(after, closure)
        closures.delete(name)
        putNames((all) => all.add(after).delete(name))
      }
      if (hasSent) tell()
    },
    read: (name) => closures.get(name)?.(),
    copied(name) {
      if (lists === 0) closures.delete(name)
      putNames((all) => all.delete(name))
    },
    hold() {
      lists += 1
      return () => {
        lists -= 1
        if (lists > 0) return
        for (const name of closures.keys()) if (!names().has(name)) closures.delete(name)
      }
    },
    dismiss,
    keepUntil(over) {
      session = over
      over.addEventListener('abort', lose)
    },
  }
}

/** Anything else than a list of names is as good as none. */
function namesIn(stored: string | null): string[] {
  const names = jsonIn(stored ?? '')
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}

const SecretsContext = createContext<Secrets | undefined>(undefined)

export const SecretsProvider = SecretsContext.Provider

/** @throws {Error} outside a signed-in page. */
export function useSecrets(): Secrets {
  const secrets = useContext(SecretsContext)
  if (secrets === undefined) throw new Error('no secrets around this component')
  return secrets
}
