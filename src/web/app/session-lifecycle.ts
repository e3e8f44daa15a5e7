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
  /**
   * `rejection`: why a session could not be resumed. `isLeftOnServer`: the last sign-out did not reach the server.
   * `isAtProxy`: after it the admin may still be signed in at a server in front.
   */
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

/** Opens the console, signs in and out, and follows what other windows do. */
export function useSessionLifecycle(dependencies: Dependencies) {
  const { fetch, origin, now, announcer } = dependencies
  const [phase, advance] = useReducer(sessionPhaseReducer, { type: 'opening' })
  const current = phase.type === 'active' ? phase.session : undefined
  const tab = tabMemory(origin)
  const { signIn, signOut } = createSessionActions(phase, advance, tab, dependencies)

  useOpening(phase.type === 'opening', async (signal) => {
    const onProxySignIn = tab.seeProxySignIn
    const server = await openConsoleServer({ fetch, origin, now, storage: localStorage, onProxySignIn }, signal)
    signal.throwIfAborted()
    if ('why' in server) return advance({ type: 'startup-error', error: server })
    const outcome = await server.resume(signal)
    signal.throwIfAborted()
    return outcome !== undefined && 'signed' in outcome
      ? signIn(server, outcome.signed)
      : advance({ type: 'sign-in', server, rejection: outcome?.refused, isAtProxy: tab.isAtProxy() })
  })
  useOtherWindows(origin, phase, signIn, announcer)
  useReadingAfterSignIn(current)
  // What moves by itself is no sign of the admin.
  useSessionTimer(
    current?.backend.timer,
    () => current !== undefined && (current.app.jobs.get().some(isJobRunning) || current.client.isFetching() > 0),
  )
  return { phase, signIn, signOut, retry: () => advance({ type: 'opening' }) }
}

/** The ways from one phase to the next that the admin takes. */
function createSessionActions(
  phase: SessionPhase,
  advance: (next: SessionPhase) => void,
  tab: ReturnType<typeof tabMemory>,
  { now, announcer, replaceDocument, openAddress }: Dependencies,
) {
  /** Ends everything that belongs to a person. At once, so that nothing of it stays in the page until the next frame. */
  const endSession = ({ abort, gone, backend, client }: AppSession) => {
    flushSync(() => advance({ type: 'signing-out' }))
    abort.abort()
    gone.abort()
    backend.leave()
    client.clear()
    announcer.clear()
    resetUrl()
  }
  const signOut = async (server: ConsoleServer, session: AppSession) => {
    endSession(session)
    const { signOutUrl } = session.backend
    const hasEnded = (await server.signOut()) === 'ended'
    if (hasEnded && signOutUrl !== undefined) return openAddress(signOutUrl)
    tab.moveProxySignIn('signed-out')
    if (hasEnded) replaceDocument()
    else advance({ type: 'sign-in', server, isLeftOnServer: true, isAtProxy: tab.isAtProxy() })
  }
  const signIn = (server: ConsoleServer, signed: SignedInSession) => {
    if (phase.type === 'signing-out') return signed.leave() // another window signed in meanwhile
    tab.moveProxySignIn('seen')
    const previous = phase.type === 'active' ? phase.session : undefined
    // Hides everything of the session before, also when nobody has ended it.
    if (previous !== undefined) flushSync(previous.backend.leave)
    if (previous !== undefined && !signed.isSamePerson) {
      if (isFormOpen()) tab.markDiscardedForm()
      endSession(previous)
      signed.leave()
      return replaceDocument()
    }
    const session: AppSession = createAppSession(signed, previous, server.place, { now, announcer }, () => {
      void signOut(server, session)
    })
    advance({ type: 'active', server, session })
    if (tab.takeDiscardedForm())
      session.session.toasts.show('The open form belonged to another account and was discarded.', { severity: 'error' })
  }
  return { signIn, signOut }
}

/** What this tab remembers from one document to the next. */
function tabMemory(origin: string) {
  const discardedFormKey = `query-admin discarded form ${origin}`
  /**
   * There once a server in front has asked for its own sign-in: `signed-out` from a sign-out of the console to the next
   * sign-in, else `seen`.
   */
  const proxySignInKey = `query-admin sign-in of proxy ${origin}`
  const proxySignIn = () => sessionStorage.getItem(proxySignInKey)
  return {
    /** Another person’s form was open: the next page says so. */
    markDiscardedForm: () => sessionStorage.setItem(discardedFormKey, 'yes'),
    /** Whether that is to be said. It is said once. */
    takeDiscardedForm() {
      const isMarked = sessionStorage.getItem(discardedFormKey) !== null
      if (isMarked) sessionStorage.removeItem(discardedFormKey)
      return isMarked
    },
    seeProxySignIn() {
      if (proxySignIn() === null) sessionStorage.setItem(proxySignInKey, 'seen')
    },
    moveProxySignIn(to: 'seen' | 'signed-out') {
      if (proxySignIn() !== null) sessionStorage.setItem(proxySignInKey, to)
    },
    isAtProxy: () => proxySignIn() === 'signed-out',
  }
}

/** Opens the console before the first frame, which shows nothing yet, and again after each failure that is tried again. */
function useOpening(isOpening: boolean, open: (signal: AbortSignal) => Promise<void>) {
  const onOpen = useEffectEvent(open)
  useLayoutEffect(() => {
    if (!isOpening) return
    const controller = new AbortController()
    onOpen(controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) throw error
    })
    return () => controller.abort()
  }, [isOpening])
}

/** Another window has signed in or out: the proof of its session is in the storage of this one, or is gone. */
function useOtherWindows(
  origin: string,
  phase: SessionPhase,
  signIn: (server: ConsoleServer, signed: SignedInSession) => void,
  announcer: Announcer,
) {
  const onSignIn = useEffectEvent(signIn)
  const onStorage = useEffectEvent(async ({ key, newValue }: StorageEvent) => {
    if (key !== proofStorageKey(origin) || !('server' in phase)) return
    const { server } = phase
    const session = phase.type === 'active' ? phase.session : undefined
    if (newValue === null) {
      const ended = await server.followSignOut()
      if (ended === undefined || session === undefined) return
      const remainingMs = ended === 'left-on-console-server' ? server.limits.absolute : undefined
      flushSync(() => session.backend.end({ by: 'elsewhere', remainingMs }))
      session.session.toasts.set(undefined)
      return announcer.clear()
    }
    const outcome = await server.resume(new AbortController().signal)
    if (outcome !== undefined && 'signed' in outcome) onSignIn(server, outcome.signed)
    else session?.backend.timer.refresh()
  })
  useEffect(() => {
    const listener = (event: StorageEvent) => void onStorage(event)
    window.addEventListener('storage', listener)
    return () => window.removeEventListener('storage', listener)
  }, [])
}

/** Once the same person has signed in again, reads the lists that failed. Nothing that writes is repeated. */
function useReadingAfterSignIn(session: AppSession | undefined) {
  const state = useStore(session?.backend.state ?? nobody)
  const previous = useRef(session)
  useEffect(() => {
    if (session === previous.current || state.status !== 'active') return
    const isFirst = previous.current === undefined
    previous.current = session
    if (isFirst) return
    const predicate = (query: Query) => query.state.error !== null || query.state.fetchStatus === 'fetching'
    void session?.client.refetchQueries({ type: 'active', predicate })
  }, [session, state])
}
