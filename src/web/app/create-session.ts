import { focusManager, QueryClient } from '@tanstack/react-query'
import type { ApiClient } from '#api/api-client.ts'
import { parseHash, type Page } from '#web/router/routes.ts'
import type { AppContext } from '#web/jobs/app-context.tsx'
import { isJobRunning } from '#web/jobs/job.ts'
import { tokensQuery, usersQuery } from '#web/resource/list-queries.ts'
import { createGeneratedPasswords, type GeneratedPasswords } from '#web/secrets/generated-passwords.ts'
import type { SignedInSession } from '#web/session/console-server.ts'
import { copyOneSecret } from '#web/secrets/copy-secrets.ts'
import { createSecret } from '#web/secrets/secret.ts'
import type { Announcer } from '#web/ui/announcer.tsx'
import { baseUrl } from '#web/ui/browser.ts'
import type { ServiceInfo } from '#web/session/place.ts'
import type { Session } from '#web/session/session.ts'
import { createStore } from '#web/ui/store.ts'
import { createToastStore } from '#web/ui/toast.tsx'
import { createAppContext } from './create-app-context.ts'

/**
 * Everything from sign-in to sign-out. Signing in again in the middle of work replaces the service in it, not the rest.
 */
export interface AppSession {
  session: Session
  client: QueryClient
  backend: SignedInSession
  /** A new number for each new person, so that nothing on the page outlives one. */
  personKey: number
  app: AppContext
  passwords: GeneratedPasswords
  /** What outlives a session that ends in place. */
  appHandle: ReturnType<typeof createAppContext>
  /** Ends every call and every queued write. */
  abort: AbortController
  /** Aborted when this person leaves the page. */
  gone: AbortController
}

let people = 0

/** The list that each page starts with. */
const firstLists: Partial<Record<Page, (client: QueryClient, service: ApiClient) => Promise<void>>> = {
  tokens: (client, service) => client.prefetchQuery(tokensQuery(service)),
  users: (client, service) => client.prefetchQuery(usersQuery(service)),
}

/** The window's focus reads lists again, but not while the admin is in the middle of something. */
export function refetchOnWindowFocus({ jobs }: { jobs: Pick<AppContext['jobs'], 'get'> }, over: AbortSignal): void {
  focusManager.setEventListener((onFocus) => {
    const listening = new AbortController()
    const { signal } = listening
    const listener = () => {
      const isRunning = jobs.get().some(isJobRunning)
      const isOpen = document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
      if (!over.aborted && navigator.onLine && !isRunning && !isOpen) onFocus()
    }
    window.addEventListener('focus', listener, { signal })
    document.addEventListener('visibilitychange', listener, { signal })
    return () => listening.abort()
  })
}

/** Opens a session around a service. `before`: the session of the same person that ended in the middle of work. */
export function createAppSession(
  signed: SignedInSession,
  before: AppSession | undefined,
  place: ServiceInfo,
  { now, announcer }: { now: () => number; announcer: Announcer },
  signOut: () => void,
): AppSession {
  const { service, findToken, email, since, places, consoles } = signed
  before?.abort.abort()
  const client = before?.client ?? new QueryClient()
  const end = new AbortController()
  const over = new AbortController()
  end.signal.addEventListener('abort', () => over.abort())
  const toasts = before?.session.toasts ?? createToastStore(announcer)
  const signal = end.signal
  const identity = { email, since }
  const gone = before?.gone ?? new AbortController()
  const passwords = before?.passwords ?? passwordsOf(signed, place)
  passwords.bindToSession(over.signal)
  gone.signal.addEventListener('abort', passwords.forgetAll)
  const kept =
    before?.appHandle ??
    createAppContext(
      {
        client,
        now,
        place,
        announcer,
        toasts,
        passwords,
        nextAfter: (resource, name) => nextAfter[resource]?.(opened, name),
      },
      { service, identity, signal },
    )
  if (before !== undefined) kept.attach({ service, identity, signal })
  const { desk } = kept
  over.signal.addEventListener('abort', () => {
    const state = signed.state.get()
    const by = state.status === 'ended' ? state.by : ({ by: 'replaced' } as const)
    if (by.by === 'elsewhere') passwords.forgetAll()
    kept.over(by)
  })
  const look = () => {
    if (signed.state.get().status === 'ended') over.abort()
  }
  signed.state.subscribe(look)
  look()
  let told = email
  const tellRename = desk.jobs.subscribe(() => {
    const [own, ...perhaps] = desk.rowContext().ownEmails
    if (own === undefined || perhaps.length > 0 || own === told) return
    told = own
    signed.renamed(own)
  })
  end.signal.addEventListener('abort', tellRename)
  refetchOnWindowFocus(desk, over.signal)
  // Requested before the page is drawn: the page then waits only for the answer.
  if (before === undefined) void firstLists[parseHash(window.location.hash).page]?.(client, service)
  const opened: AppSession = {
    client,
    abort: end,
    gone,
    backend: signed,
    personKey: before?.personKey ?? (people += 1),
    appHandle: kept,
    app: desk,
    passwords,
    session: {
      service: place,
      identity,
      api: service,
      findToken,
      activeSessions: places,
      pollSession: signed.timer.refresh,
      otherConsoles: consoles,
      signOutSignal: end.signal,
      sessionSignal: over.signal,
      announcer,
      toasts,
      refreshedAt: before?.session.refreshedAt ?? createStore(0),
      banners: before?.session.banners ?? createStore<ReturnType<Session['banners']['get']>>(new Map()),
      signOut,
    },
  }
  return opened
}

/** The names in the storage are those of one person, of one service, on one console of this origin. */
const passwordsOf = ({ email, identity }: SignedInSession, { address }: ServiceInfo) =>
  createGeneratedPasswords(window, `query-admin passwords-not-copied ${baseUrl()} ${address} ${email ?? identity}`)

/** What comes next after a row was created. */
const nextAfter: Partial<Record<string, (opened: AppSession, name: string) => { label: string; run: () => void }>> = {
  tokens: ({ session, app, passwords }, name) => ({
    label: 'Copy value',
    run() {
      void copyOneSecret(session, createSecret({ desk: app, service: session.api, passwords }, 'tokens', name))
    },
  }),
}
