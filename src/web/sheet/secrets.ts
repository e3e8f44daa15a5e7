import { createContext, useContext } from 'react'
import { jsonIn } from '#contract/wire.ts'
import type { JobItem } from '#web/jobs/job.ts'
import { isMissing, isPerhapsStored } from '#contract/write/outcome.ts'
import { createStore, type Store } from '#web/ui/store.ts'

/** The rows whose generated password nobody has copied. `lost`: this page no longer has it. */
export interface NotCopied {
  kept: ReadonlySet<string>
  lost: ReadonlySet<string>
}

/**
 * The generated passwords that were sent and not copied yet, each in a closure of this sign-in. Components subscribe to
 * the names, and read a password only when they show or copy it.
 */
export interface Secrets extends Pick<Store<NotCopied>, 'get' | 'subscribe'> {
  /** A password is sent now. `generated` undefined: the admin has it. */
  send: (name: string, generated: string | undefined) => void
  /** What came of rows, a password of which may have been sent. */
  settle: (ended: readonly JobItem[]) => void
  /** Undefined: it is no longer kept. */
  read: (name: string) => string | undefined
  /** It stays readable until whatever offers it is put away. */
  copied: (name: string) => void
  /** Something offers it. Returns a function that puts that away. */
  hold: (name: string) => () => void
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
  /** What was kept for a name before another password was sent. */
  const sent = new Map<string, { before: (() => string) | undefined; isGenerated: boolean }>()
  const holders = new Map<string, number>()
  let unstored: ReadonlySet<string> = new Set()
  let session: AbortSignal | undefined
  const names = () => (key === undefined ? unstored : new Set([...unstored, ...namesIn(storage.getItem(key))]))
  const { get, set, subscribe } = createStore<NotCopied>({ kept: new Set(), lost: names() })
  const tell = () => {
    const all = [...names()]
    set({
      kept: new Set(all.filter((name) => closures.has(name))),
      lost: new Set(all.filter((name) => !closures.has(name))),
    })
  }
  const putNames = (change: (all: Set<string>) => void) => {
    const all = new Set(names())
    change(all)
    unstored = all
    if (key === undefined) return
    try {
      if (all.size === 0) storage.removeItem(key)
      else storage.setItem(key, JSON.stringify([...all]))
    } catch {
      // The browser stores nothing more: the names last as long as this page.
      return
    }
    unstored = new Set()
  }
  const lose = () => {
    closures.clear()
    sent.clear()
    tell()
  }
  const dropIfOver = (name: string) => {
    if (!names().has(name) && (holders.get(name) ?? 0) === 0) closures.delete(name)
  }
  const dismiss = (name: string) => {
    closures.delete(name)
    putNames((all) => all.delete(name))
    tell()
  }
  // A browser may keep the page for *Back*.
  page.addEventListener('pagehide', lose)
  return {
    get,
    subscribe,
    send(name, generated) {
      const before = sent.has(name) ? sent.get(name)?.before : closures.get(name)
      sent.set(name, { before, isGenerated: generated !== undefined })
      if (generated === undefined) return
      if (session?.aborted !== true) closures.set(name, () => generated)
      putNames((all) => all.add(name))
      tell()
    },
    settle(ended) {
      for (const { name, after, state, outcome, told } of ended) {
        const was = sent.get(name)
        sent.delete(name)
        const isStored =
          was !== undefined && state !== 'not-started' && (outcome === undefined || isPerhapsStored(outcome))
        if (was !== undefined && !isStored) {
          if (was.before !== undefined) closures.set(name, was.before)
          else if (was.isGenerated) dismiss(name)
        }
        const isDeleted = told?.result === 'done' && outcome !== undefined && isMissing(outcome)
        if (isDeleted || (isStored && !was.isGenerated)) dismiss(name)
        if (after === name || !names().has(name)) continue
        const closure = closures.get(name)
        if (closure !== undefined) closures.set(after, closure)
        closures.delete(name)
        putNames((all) => all.add(after).delete(name))
        tell()
      }
    },
    read: (name) => closures.get(name)?.(),
    copied(name) {
      putNames((all) => all.delete(name))
      dropIfOver(name)
      tell()
    },
    hold(name) {
      holders.set(name, (holders.get(name) ?? 0) + 1)
      return () => {
        holders.set(name, (holders.get(name) ?? 1) - 1)
        dropIfOver(name)
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
