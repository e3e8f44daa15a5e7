import { focusManager, QueryClient } from '@tanstack/react-query'
import type { ApiClient } from '#api/api-client.ts'
import { isSwapped } from '#api/user.ts'
import { parseHash, type Page } from '#web/router/routes.ts'
import type { AppContext } from '#web/jobs/app-context.tsx'
import { isJobRunning } from '#web/jobs/job.ts'
import { tokensQuery, usersQuery } from '#web/resource/list-queries.ts'
import { createTabList } from '#web/jobs/tab-list.ts'
import { createGeneratedPasswords, type GeneratedPasswords } from '#web/secrets/generated-passwords.ts'
import type { SignedInSession } from '#web/session/console-server.ts'
import type { Announcer } from '#web/ui/announcer.tsx'
import { baseUrl } from '#web/ui/browser.ts'
import type { ServiceInfo } from '#web/session/console-server.ts'
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
  tabLists: ReturnType<typeof openTabLists>
  /** What outlives a session that ends in place. */
  appHandle: ReturnType<typeof createAppContext>
  /** Ends every call and every queued write. */
  abort: AbortController
  /** Aborted when this person leaves the page. */
  gone: AbortController
}

let lastPersonKey = 0

/** The list that each page starts with. */
const prefetchByPage: Partial<Record<Page, (client: QueryClient, service: ApiClient) => Promise<void>>> = {
  tokens: (client, service) => client.prefetchQuery(tokensQuery(service)),
  users: (client, service) => client.prefetchQuery(usersQuery(service)),
}

/** The window's focus reads lists again, but not while the admin is in the middle of something. */
export function refetchOnWindowFocus(
  { jobs }: { jobs: Pick<AppContext['jobs'], 'get'> },
  sessionSignal: AbortSignal,
): void {
  focusManager.setEventListener((onFocus) => {
    const controller = new AbortController()
    const { signal } = controller
    const listener = () => {
      const isRunning = jobs.get().some(isJobRunning)
      const isOpen = document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
      if (!sessionSignal.aborted && navigator.onLine && !isRunning && !isOpen) onFocus()
    }
    window.addEventListener('focus', listener, { signal })
    document.addEventListener('visibilitychange', listener, { signal })
    return () => controller.abort()
  })
}

/** Opens a session around a service. `previous`: the session of the same person that ended in the middle of work. */
export function createAppSession(
  backendSession: SignedInSession,
  previous: AppSession | undefined,
  serviceInfo: ServiceInfo,
  { now, announcer }: { now: () => number; announcer: Announcer },
  signOut: () => void,
): AppSession {
  const { service: api, findToken, email, since, activeSessions, consoles: otherConsoles } = backendSession
  previous?.abort.abort()
  const client = previous?.client ?? new QueryClient()
  const signOutController = new AbortController()
  const sessionController = new AbortController()
  signOutController.signal.addEventListener('abort', () => sessionController.abort())
  const toasts = previous?.session.toasts ?? createToastStore(announcer)
  const signal = signOutController.signal
  const identity = { email, since }
  const gone = previous?.gone ?? new AbortController()
  const tabLists = previous?.tabLists ?? openTabLists(backendSession, serviceInfo)
  const passwords = previous?.passwords ?? createGeneratedPasswords(window, tabLists.users, isSwapped)
  passwords.bindToSession(sessionController.signal)
  gone.signal.addEventListener('abort', tabLists.forget)
  const appHandle =
    previous?.appHandle ??
    createAppContext(
      {
        client,
        now,
        announcer,
        toasts,
        passwords,
        tabLists,
      },
      { api, identity, signal },
    )
  if (previous !== undefined) appHandle.attachSession({ api, identity, signal })
  const { app } = appHandle
  sessionController.signal.addEventListener('abort', () => {
    const state = backendSession.state.get()
    const by = state.status === 'ended' ? state.by : ({ by: 'replaced' } as const)
    if (by.by === 'elsewhere') tabLists.forget()
    appHandle.endSession(by)
  })
  const checkState = () => {
    if (backendSession.state.get().status === 'ended') sessionController.abort()
  }
  backendSession.state.subscribe(checkState)
  checkState()
  let reportedEmail = email
  const stopReporting = app.jobs.subscribe(() => {
    const [ownEmail, ...otherEmails] = app.rowContext().ownEmails
    if (ownEmail === undefined || otherEmails.length > 0 || ownEmail === reportedEmail) return
    reportedEmail = ownEmail
    backendSession.renamed(ownEmail)
  })
  signOutController.signal.addEventListener('abort', stopReporting)
  refetchOnWindowFocus(app, sessionController.signal)
  // Requested before the page is drawn: the page then waits only for the answer.
  if (previous === undefined) void prefetchByPage[parseHash(window.location.hash).page]?.(client, api)
  const appSession: AppSession = {
    client,
    abort: signOutController,
    gone,
    backend: backendSession,
    personKey: previous?.personKey ?? (lastPersonKey += 1),
    appHandle,
    app,
    passwords,
    tabLists,
    session: {
      service: serviceInfo,
      identity,
      api,
      findToken,
      activeSessions,
      pollSession: backendSession.timer.refresh,
      otherConsoles,
      signOutSignal: signOutController.signal,
      sessionSignal: sessionController.signal,
      announcer,
      toasts,
      refreshedAt: previous?.session.refreshedAt ?? createStore(0),
      banners: previous?.session.banners ?? createStore<ReturnType<Session['banners']['get']>>(new Map()),
      signOut,
    },
  }
  return appSession
}

/** What a page of one person, of one service, on one console of this origin leaves to the next one. */
function openTabLists({ email, identity }: SignedInSession, { address }: ServiceInfo) {
  const open = (name: string) =>
    createTabList(window, `query-admin ${name} ${baseUrl()} ${address} ${email ?? identity}`)
  const users = open('passwords-not-copied')
  const tokens = open('tokens-not-created-again')
  const imports = open('imports-under-way')
  return {
    users,
    tokens,
    imports,
    forget() {
      for (const list of [users, tokens, imports]) list.forget()
    },
  }
}
