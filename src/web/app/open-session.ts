import { focusManager, QueryClient } from '@tanstack/react-query'
import type { Service } from '#contract/service.ts'
import { tokenList, userList } from '#web/list/lists.ts'
import { routeOf, type Page } from '#web/list/route.ts'
import { createGeneratedPasswords } from '#web/users/generated-passwords.ts'
import { createChoices } from '#web/writes/choices.ts'
import { createUpdateEffect } from '#web/writes/update-effect.ts'
import { createDialogs } from '#web/writes/acts/dialogs.ts'
import { createOutcomes } from '#web/writes/outcomes/outcomes.ts'
import { youIn } from '#web/users/you.ts'
import { createPendingRecreations } from '#web/tokens/pending-recreations-store.ts'
import { savingOnceLoaded } from '#web/writes/write.ts'
import { userWrites } from '#web/users/user-writes.ts'
import { createRuns } from '#web/writes/runs/runs.ts'
import { createUnitStore } from '#web/writes/unit.ts'
import type { Signed } from '#web/session/sign-in-backend.ts'
import { tokenWrites } from '#web/tokens/token-hooks.ts'
import { pageAddress, type Place, type Session } from '#web/ui/session.ts'
import type { Announcer } from '#web/ui/live.tsx'
import { createStore } from '#web/ui/store.ts'
import { createToasts } from '#web/ui/toasts.ts'

/**
 * Everything from sign-in to sign-out. Signing in again in the middle of work replaces the service in it, not the rest.
 */
export interface OpenSession {
  session: Session
  client: QueryClient
  signed: Signed
  /** A new number for each new person, so that nothing on the page outlives one. */
  person: number
  /** Ends every call and every queued write. */
  end: AbortController
  /** Aborted when this person leaves the page. */
  gone: AbortController
}

let people = 0

/** What knows a resource takes its own rows only. */
const resources = { tokens: tokenWrites, users: userWrites } as unknown as Session['resources']

/** The list that each page starts with. */
const firstLists: Partial<Record<Page, (client: QueryClient, service: Service) => Promise<void>>> = {
  tokens: (client, service) => client.prefetchQuery(tokenList(service)),
  users: (client, service) => client.prefetchQuery(userList(service)),
}

/** The window's focus reads lists again, but not while the admin is in the middle of something. */
function readOnFocus({ runs }: Pick<Session, 'runs'>, over: AbortSignal): void {
  focusManager.setEventListener((onFocus) => {
    const listening = new AbortController()
    const { signal } = listening
    const listener = () => {
      const isRunning = runs.get()?.get().phase === 'running'
      const isOpen = document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
      if (!over.aborted && navigator.onLine && !isRunning && !isOpen) onFocus()
    }
    window.addEventListener('focus', listener, { signal })
    document.addEventListener('visibilitychange', listener, { signal })
    return () => listening.abort()
  })
}

/** Opens a session around a service. `before`: the session of the same person that ended in the middle of work. */
export function openSession(
  signed: Signed,
  before: OpenSession | undefined,
  place: Place,
  { now, announcer }: { now: () => number; announcer: Announcer },
  signOut: () => void,
): OpenSession {
  const { service, findToken, email, since, kept: credential, places, consoles = [] } = signed
  before?.end.abort()
  /** In the name of what this browser keeps. */
  const address = `${pageAddress()} ${place.address}`
  const client = before?.client ?? new QueryClient()
  const end = new AbortController()
  const gone = before?.gone ?? new AbortController()
  const stores = before?.session ?? createStores()
  const { unit, pending, passwords } = stores
  const over = new AbortController()
  end.signal.addEventListener('abort', () => over.abort())
  passwords.keepUntil(over.signal)
  const look = () => {
    if (signed.state.get().is === 'over') over.abort()
  }
  signed.state.subscribe(look)
  look()
  const identity = { email, since, kept: credential }
  let told = email
  const tellRename = stores.outcomes.subscribe(() => {
    const [own, ...perhaps] = youIn(identity, stores.outcomes.get())
    if (own === undefined || perhaps.length > 0 || own === told) return
    told = own
    signed.renamed?.(own)
  })
  end.signal.addEventListener('abort', tellRename)
  readOnFocus(stores, over.signal)
  // Requested before the page is drawn: the page then waits only for the answer.
  if (before === undefined) void firstLists[routeOf(window.location.hash).page]?.(client, service)
  return {
    client,
    end,
    gone,
    signed,
    person: before?.person ?? (people += 1),
    session: {
      ...stores,
      place,
      identity,
      service,
      findToken,
      saving: savingOnceLoaded((code) => code.createSaving(service, { now, signal: end.signal, pending }, unit.get)),
      places,
      consoles,
      resources,
      ended: end.signal,
      over: over.signal,
      announcer,
      signOut,
    },
  }

  /** What stays when the same person signs in again. */
  function createStores() {
    const page: Pick<Window, 'addEventListener'> = {
      addEventListener: (type: string, listener: EventListenerOrEventListenerObject) =>
        window.addEventListener(type, listener, { signal: gone.signal }),
    }
    const browser = { storage: localStorage, locks: navigator.locks, window: page, now }
    return {
      updates: createUpdateEffect(localStorage, address),
      choices: createChoices(localStorage, address),
      pending: createPendingRecreations(browser, address, email),
      unit: createUnitStore(client),
      outcomes: createOutcomes(now),
      undoing: createStore<ReturnType<Session['undoing']['get']>>(undefined),
      handOver: createStore<ReturnType<Session['handOver']['get']>>(undefined),
      passwords: createGeneratedPasswords(page),
      askedForm: createStore<ReturnType<Session['askedForm']['get']>>(undefined),
      runs: createRuns(now),
      refreshedAt: createStore(0),
      toasts: createToasts(announcer),
      dialogs: createDialogs(),
      pageActs: createStore<ReturnType<Session['pageActs']['get']>>([]),
      openList: createStore<ReturnType<Session['openList']['get']>>(undefined),
      pageSheet: createStore<ReturnType<Session['pageSheet']['get']>>(undefined),
      banners: createStore<ReturnType<Session['banners']['get']>>(new Map()),
    }
  }
}
