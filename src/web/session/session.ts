import { createContext, useContext } from 'react'
import type { OtherConsole } from '#contract/console-host.ts'
import type { Service } from '#contract/service.ts'
import type { Banners } from '#web/ui/banner.tsx'
import type { Announcer } from '#web/ui/live.tsx'
import type { Store } from '#web/ui/store.ts'
import type { ToastStore } from '#web/ui/toast.tsx'
import type { Place } from './place.ts'
import type { Signed, SignedInPlaces } from './console-server.ts'

/** Everything that the pages need of a session, created at sign-in. */
export interface Session {
  place: Place
  /** The only way to the service. */
  service: Service
  /** Finds the token that a value belongs to. */
  findToken: Signed['findToken']
  identity: Pick<Signed, 'email' | 'since'>
  /** Where else the same person is signed in. */
  places: SignedInPlaces
  /** Asks the console server whether the session lasts, without prolonging it. */
  lookAgain: () => void
  /** The consoles of other services. */
  consoles: readonly OtherConsole[]
  signOut: () => void
  /** Aborted at sign-out, together with every call in progress. */
  ended: AbortSignal
  /** Aborted when the session is over, even if the same person may sign in again. */
  over: AbortSignal
  announcer: Announcer
  toasts: ToastStore
  banners: Banners
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
