import { useSyncExternalStore, createContext, useContext } from 'react'
import type { Problem } from '#api/problem.ts'
import type { ApiClient } from '#api/api-client.ts'
import type { OtherConsole } from '#api/console-server.ts'
import type { Announcer } from '#web/ui/announcer.tsx'
import type { ToastStore } from '#web/ui/toast.tsx'
import type { BannerStore } from '#web/ui/notice.tsx'
import type { Store } from '#web/ui/store.ts'
import type { SignedInSession, ActiveSessions, ServiceInfo } from './console-server.ts'

/** Everything that the pages need of a session, created at sign-in. */
export interface Session {
  service: ServiceInfo
  /** The only way to the service. */
  api: ApiClient
  /** Finds the token that a value belongs to. */
  findToken: SignedInSession['findToken']
  identity: Pick<SignedInSession, 'email' | 'since'>
  /** Where else the same person is signed in. */
  activeSessions: ActiveSessions
  /** Asks the console server whether the session lasts, without prolonging it. */
  pollSession: () => void
  /** The consoles of other services. */
  otherConsoles: readonly OtherConsole[]
  signOut: () => void
  /** Aborted at sign-out, together with every call in progress. */
  signOutSignal: AbortSignal
  /** Aborted when the session is over, even if the same person may sign in again. */
  sessionSignal: AbortSignal
  announcer: Announcer
  toasts: ToastStore
  banners: BannerStore
  /** When the admin last refreshed a list, in milliseconds since 1970. Other reads leave rows in their places. */
  refreshedAt: Store<number>
}

const SessionContext = createContext<Session | undefined>(undefined)

export const SessionProvider = SessionContext.Provider

/** @throws {Error} outside a signed-in page. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('no session around this component')
  return session
}

/** Whether the browser believes it has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Shown when somebody acts while offline. */
export const offlineMessage = 'Read-only while the console server is unreachable.'

/** Shown when somebody acts on a list that is still loading. */
export const loadingMessage = 'The list is still loading. Nothing was sent.'

/** Shown when somebody acts on a list that could not be read. `problem`: why, if it is known. */
export function staleMessage(problem: Problem | undefined): string {
  const lostPart = problem?.kind === 'unreachable' ? problem.by : undefined
  if (lostPart === 'console-server') return offlineMessage
  if (lostPart === 'session-store') return 'Read-only while the console server can’t reach its session store.'
  return 'The list couldn’t be read, so nothing can be changed. Refresh it first.'
}

/**
 * Where nothing can be changed now, says why in a toast and returns true: while offline, where a write could succeed halfway,
 * or for `reason`.
 */
export function blockIfReadOnly({ toasts }: Pick<Session, 'toasts'>, reason?: string): boolean {
  const message = navigator.onLine ? reason : offlineMessage
  if (message !== undefined) toasts.show(message, { severity: 'error' })
  return message !== undefined
}
