import type { Query } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Fetch } from '#api/client/request.ts'
import {
  openConsoleServer,
  proofStorageKey,
  type ConsoleServer,
  type SignedInSession,
  type SignInFailure,
  type StartupError,
} from '#web/session/console-server.ts'
import { isJobRunning } from '#web/jobs/job.ts'
import { resetUrl } from '#web/router/use-search-params.ts'
import type { SessionState } from '#web/session/session-state.ts'
import { useSessionTimer } from '#web/session/session-timer.ts'
import type { Announcer } from '#web/ui/announcer.tsx'
import { isFormOpen } from '#web/ui/browser.ts'
import { createStore, useStore } from '#web/ui/store.ts'
import { createAppSession, type AppSession } from './create-session.ts'

/** What the page as a whole is at. */
export type SessionPhase =
  | { type: 'opening' }
  | { type: 'startup-error'; error: StartupError }
  /** `rejection`: why a session could not be resumed. `isLeftOnServer`: the last sign-out did not reach the server.
   * `isAtProxy`: after it the admin may still be signed in at a server in front. */
  | {
      type: 'sign-in'
      server: ConsoleServer
      rejection?: SignInFailure | undefined
      isLeftOnServer?: boolean
      isAtProxy?: boolean
    }
  /** Until the admin leaves, also while the same person signs in again over the page. */
  | { type: 'active'; server: ConsoleServer; session: AppSession }
  /** About to reload: a sign-in form shown now would lose its input. */
  | { type: 'signing-out' }

const following: Record<SessionPhase['type'], readonly SessionPhase['type'][]> = {
  opening: ['startup-error', 'sign-in', 'active'],
  'startup-error': ['opening'],
  'sign-in': ['active'],
  active: ['active', 'signing-out'],
  'signing-out': ['sign-in'],
}

/** The reducer of the phases. One that cannot follow comes too late: what it belongs to is over. */
export function sessionPhaseReducer(phase: SessionPhase, next: SessionPhase): SessionPhase {
  return following[phase.type].includes(next.type) ? next : phase
}

interface Dependencies {
  fetch: Fetch
  /** The page's own address, ending in `/`. */
  origin: string
  /** Milliseconds since 1970. */
  now: () => number
  announcer: Announcer
  /** Reloads the page, so that nothing in memory outlives a sign-out. */
  replaceDocument: () => void
  /** Leaves the page for another address. */
  openAddress: (address: string) => void
}

const nobody = createStore<SessionState>({ status: 'active', isVerifying: false })

/** The key in the tab's storage that is there from the end of another person's form to the next page that says so. */
const discardedAt = (origin: string) => `query-admin discarded form ${origin}`

/**
 * The key in the tab's storage that is there once a server in front has asked for its own sign-in: `signed-out` from a
 * sign-out of the console to the next sign-in, else `seen`.
 */
const proxySignInKey = (origin: string) => `query-admin sign-in of proxy ${origin}`

/** Opens the console, signs in and out, and follows what other windows do. */
export function useSessionLifecycle({ fetch, origin, now, announcer, replaceDocument, openAddress }: Dependencies) {
  const [phase, advance] = useReducer(sessionPhaseReducer, { type: 'opening' })
  const server = 'server' in phase ? phase.server : undefined
  const opened = phase.type === 'active' ? phase.session : undefined
  const state = useStore(opened?.backend.state ?? nobody)
  /** Calls can be made again, and the failed lists are still to be read. */
  const mustRefetch = useRef(false)

  const proxySignIn = () => sessionStorage.getItem(proxySignInKey(origin))
  const moveProxySignIn = (to: 'seen' | 'signed-out') => {
    if (proxySignIn() !== null) sessionStorage.setItem(proxySignInKey(origin), to)
  }
  const isAtProxy = () => proxySignIn() === 'signed-out'
  const onProxySignIn = () => {
    if (proxySignIn() === null) sessionStorage.setItem(proxySignInKey(origin), 'seen')
  }

  /** Ends everything that belongs to a person. At once, so that nothing of it stays in the page until the next frame. */
  const drop = ({ abort, gone, backend, client }: AppSession) => {
    flushSync(() => advance({ type: 'signing-out' }))
    abort.abort()
    gone.abort()
    backend.leave()
    client.clear()
    announcer.clear()
    resetUrl()
  }
  const signOut = async (from: ConsoleServer, session: AppSession) => {
    drop(session)
    const { signOutUrl } = session.backend
    if (signOutUrl === undefined) moveProxySignIn('signed-out')
    if ((await from.signOut()) !== 'ended')
      return advance({ type: 'sign-in', server: from, isLeftOnServer: true, isAtProxy: isAtProxy() })
    if (signOutUrl === undefined) replaceDocument()
    else openAddress(signOutUrl)
  }
  const signIn = (to: ConsoleServer, signed: SignedInSession) => {
    if (phase.type === 'signing-out') return signed.leave() // another window signed in meanwhile
    moveProxySignIn('seen')
    // Hides everything of the session before, also when nobody has ended it.
    if (opened !== undefined) flushSync(opened.backend.leave)
    if (opened !== undefined && !signed.isSamePerson) {
      if (isFormOpen()) sessionStorage.setItem(discardedAt(origin), 'yes')
      drop(opened)
      signed.leave()
      return replaceDocument()
    }
    const session: AppSession = createAppSession(signed, opened, to.place, { now, announcer }, () => {
      void signOut(to, session)
    })
    advance({ type: 'active', server: to, session })
    mustRefetch.current = opened !== undefined
    if (sessionStorage.getItem(discardedAt(origin)) === null) return
    sessionStorage.removeItem(discardedAt(origin))
    session.session.toasts.show('The open form belonged to another account and was discarded.', { mark: 'failed' })
  }

  // Once the lists are those of the new session, read what failed again. Nothing that writes is repeated.
  useEffect(() => {
    if (state.status !== 'active' || !mustRefetch.current) return
    mustRefetch.current = false
    const predicate = ({ state }: Query) => state.error !== null || state.fetchStatus === 'fetching'
    void opened?.client.refetchQueries({ type: 'active', predicate })
  }, [opened, state])

  /** As the page is once the answer is there. */
  const resumed = useEffectEvent(signIn)
  const resume = useEffectEvent(async (signal: AbortSignal) => {
    const found = await openConsoleServer({ fetch, origin, now, storage: localStorage, onProxySignIn }, signal)
    signal.throwIfAborted()
    if ('why' in found) return advance({ type: 'startup-error', error: found })
    const outcome = await found.resume(signal)
    signal.throwIfAborted()
    if (outcome !== undefined && 'signed' in outcome) resumed(found, outcome.signed)
    else advance({ type: 'sign-in', server: found, rejection: outcome?.refused, isAtProxy: isAtProxy() })
  })
  const isOpening = phase.type === 'opening'
  // Before the first frame, which shows nothing yet.
  useLayoutEffect(() => {
    if (!isOpening) return
    const ending = new AbortController()
    resume(ending.signal).catch((error: unknown) => {
      if (!ending.signal.aborted) throw error
    })
    return () => ending.abort()
  }, [isOpening])

  /** Another window has signed in or out: the proof of its session is in the storage of this one, or is gone. */
  const onStorage = useEffectEvent(async ({ key, newValue }: StorageEvent) => {
    if (key !== proofStorageKey(origin) || server === undefined) return
    if (newValue === null) {
      const ended = await server.followSignOut()
      if (ended === undefined || opened === undefined) return
      const left = ended === 'left-at-host' ? server.limits.absolute : undefined
      flushSync(() => opened.backend.end({ by: 'elsewhere', left }))
      opened.session.toasts.set(undefined)
      return announcer.clear()
    }
    const outcome = await server.resume(new AbortController().signal)
    if (outcome !== undefined && 'signed' in outcome) resumed(server, outcome.signed)
    else opened?.backend.timer.refresh()
  })
  useEffect(() => {
    const listener = (event: StorageEvent) => void onStorage(event)
    window.addEventListener('storage', listener)
    return () => window.removeEventListener('storage', listener)
  }, [])
  /** What moves by itself is no sign of the admin. */
  const movesByItself = () =>
    opened !== undefined && (opened.app.jobs.get().some(isJobRunning) || opened.client.isFetching() > 0)
  useSessionTimer(opened?.backend.timer, movesByItself)

  return { phase, state, signIn, signOut, retry: () => advance({ type: 'opening' }) }
}
