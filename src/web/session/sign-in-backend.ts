import type { OtherConsole } from '#contract/console-host.ts'
import type { Service } from '#contract/service.ts'
import type { SignInWay } from '#contract/session.ts'
import type { SignInRefusal } from '#contract/client/sign-in.ts'
import type { Fetch } from '#contract/client/request.ts'
import type { Finding, FindResult } from '#contract/client/find-token.ts'
import type { InFront } from './console-server-fetch.ts'
import type { Place } from './place.ts'
import type { Store } from '#web/ui/store.ts'
import type { SessionState } from './session-state.ts'
import type { SessionTimer, SignedOutBy } from './session-timer.ts'
import type { Windows } from './windows.ts'

/** What a sign-in backend needs from outside. */
export interface BackendWorld {
  fetch: Fetch
  /** The page's own address, ending in `/`. */
  origin: string
  /** Milliseconds since 1970. */
  now: () => number
  /** Storage of this browser for this origin. Nothing in it gives access by itself. */
  local: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Storage of this tab. */
  tab: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  windows: Pick<Windows, 'tell'>
}

/** An accepted sign-in. The credential itself stays inside `service`. */
export interface Signed {
  service: Service
  /** Whether the session lasts, whoever ends it: the service, the console server or a time limit. */
  state: Pick<Store<SessionState>, 'get' | 'subscribe'>
  /** The session is over, by a sign-out in another tab. */
  end: (by: SignedOutBy) => void
  /** Ends the session for this page, whatever becomes of it: another one begins here, or nobody is signed in. */
  leave: () => void
  /** Unknown after signing in with an access token. */
  email: string | undefined
  /** The same for each session of a person, and no secret; undefined without a console server. */
  identity?: string
  /** When the session began, in milliseconds since 1970 by the page's clock. */
  since: number
  /** Whether the same person was signed in on this page before. */
  isSamePerson: boolean
  /** Where the credential is stored. */
  kept: 'page' | 'tab' | 'host'
  /** Finds the token that a value belongs to; its code is loaded on the first call. */
  findToken: (finding: Finding) => Promise<FindResult>
  /** Watches the session's limits; undefined without a console server. */
  timer?: SessionTimer
  /** What a server in front of the console server answers in its place; undefined without a console server. */
  inFront?: Pick<Store<InFront | undefined>, 'get' | 'subscribe'>
  /** Reports the account's new email, which a reload then knows; undefined without a console server. */
  renamed?: (email: string) => void
  /** The consoles of other services; undefined without a console server. */
  consoles?: readonly OtherConsole[]
  /** Where else the same person is signed in; undefined without a console server. */
  places?: SignedInPlaces
}

/** The outcome of signing in, or of resuming a session. */
export type SignInOutcome = { signed: Signed } | { refused: SignInFailure }

/**
 * Why nobody is signed in. `session-replaced`: the cookie belongs to another sign-in. `session-elsewhere`: another console
 * server answers, which doesn't know the session. `session-not-kept`: the browser did not send its cookie.
 */
export type SignInFailure = SignInRefusal | { why: 'session-not-kept' | 'session-elsewhere' | 'session-replaced' }

type SignedOut = 'ended' | 'left-at-host'

/** The only code that handles credentials: in the console server's session, or in this tab. */
export interface SignInBackend {
  place: Place
  /** Where the credential is stored. On the console server: its idle and absolute limits, in milliseconds. */
  keeps: { where: 'page' } | { where: 'host'; idle: number; absolute: number }
  /** Resumes the session of this browser; undefined when there is none. */
  resume(signal: AbortSignal): Promise<SignInOutcome | undefined>
  /**
   * Accepts a sign-in only after a real call to the service. `keep`: store the credential in this tab until it is closed.
   * @throws aborts and programming errors only; a refusal is a result.
   */
  signIn(way: SignInWay, keep: boolean, signal: AbortSignal): Promise<SignInOutcome>
  /** Forgets the credential. `left-at-host`: the console server could not be reached and still has the session. */
  signOut(): Promise<SignedOut>
  /**
   * Forgets the credential if another window really signed out; undefined: it did not. `secret` is what its message
   * carried. The same person can then sign in again.
   */
  followSignOut(secret: string | undefined): Promise<SignedOut | undefined>
}

/** One session of this person on the console server. Times are milliseconds since 1970 by the page's clock. */
export interface SignedInPlace {
  since: number
  usedAt: number
  /** `Chrome on Linux`. */
  browser: string
  /** Whether it is the session of this page. */
  isThis: boolean
}

/** This person's sessions on the console server. @throws {ServiceError} when the server does not answer. */
export interface SignedInPlaces {
  read: (signal: AbortSignal) => Promise<SignedInPlace[]>
  /** Ends all of them, including this one. */
  end: () => Promise<void>
}
