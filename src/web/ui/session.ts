import { createContext, useContext } from 'react'
import type { Announcer } from './live.tsx'
import type { ToastStore } from './toasts.ts'
import type { Banners } from './banner.tsx'

/** The service, as the page shows it before and after signing in. */
export interface Place {
  /** Without credentials. */
  address: string
  /** Host name and port, or *Demo service*. */
  host: string
  /** What admins call it, such as *Production*; undefined: nothing. */
  label?: string | undefined
  /** The label, if there is one, and the host: what dialogs and the tab's title call it. */
  name: string
  color?: string | undefined
  example: boolean
  /** How the page reaches it: through our console server, or through any web server that forwards. */
  through: 'host' | 'page'
}

/** Everything a page needs besides React, created at sign-in. Each folder declares what it adds to it. */
export interface Session {
  place: Place
  announcer: Announcer
  toasts: ToastStore
  banners: Banners
  /** Aborted at sign-out, together with every call in progress. */
  ended: AbortSignal
  /** Aborted when the session is over, even if the same person may sign in again. */
  over: AbortSignal
}

/**
 * The page's own address, ending in `/`. It is in the name of everything that this browser keeps: two consoles under one
 * host name, each with a path of its own, stay apart.
 */
export const pageAddress = () => new URL('./', document.baseURI).href

const SessionContext = createContext<Session | undefined>(undefined)

export const SessionProvider = SessionContext.Provider

/** @throws {Error} outside a signed-in page. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('no session around this component')
  return session
}
