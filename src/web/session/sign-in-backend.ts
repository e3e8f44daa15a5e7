import type { ListReader } from '#contract/list/protocol.ts'
import type { ProbeReport } from '#contract/probe/report.ts'
import type { ProbeOptions } from '#contract/probe/probe.ts'
import type { Service } from '#contract/service.ts'
import type { SignInWay } from '#contract/session.ts'
import type { SignInRefusal } from '#contract/sign-in.ts'
import type { Fetch } from '#contract/transport.ts'
import type { SessionTimer, SignedOutBy } from './session-timer.ts'
import type { Windows } from './windows.ts'

/** What of the world a sign-in backend needs. */
export interface BackendWorld {
  fetch: Fetch
  /** Reads lists; undefined: as `fetch` gives them, on the page's own thread. */
  lists?: ListReader | undefined
  /** The page's own address, ending in `/`. */
  origin: string
  /** Milliseconds since 1970. */
  now: () => number
  /** For this address, in this browser: nothing that opens anything by itself. */
  local: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Gone with the tab. */
  tab: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  windows: Pick<Windows, 'tell'>
  /** Told of everything that ends a session from outside. */
  onSignedOut: (by: SignedOutBy) => void
}

/** A sign-in that was accepted. The credential itself stays behind `service`. */
export interface Signed {
  service: Service
  email: string | undefined
  /** When it began, in the page's milliseconds since 1970. */
  since: number
  /** Whether it is the same person who was signed in on this page before. */
  again: boolean
  kept: 'page' | 'tab' | 'host'
  /** The same for the same person under the same random key, and nothing to anybody else; undefined on plain http. */
  printOf: (key: string) => Promise<string | undefined>
  /** Finds out what the service does where its documentation is silent; its code is fetched when it is asked for. */
  probe: Probe
  /** How long the host keeps the session; undefined where there is no host. */
  timer?: SessionTimer
  /** Where else the same person is signed in; undefined where there is no host. */
  places?: SignedInPlaces
}

/** A probe with the credential already in it. */
export type Probe = (options: ProbeOptions) => Promise<ProbeReport>

/** What became of signing in, or of resuming a session. */
export type Resumed = { signed: Signed } | { refused: SignInRefusal }

/** The only place that handles credentials: the console server’s session, or this tab. */
export interface SignInBackend {
  place: Place
  /** Where a credential will be, and at a host for how long, in milliseconds. */
  keeps: { where: 'page' } | { where: 'host'; idle: number; absolute: number }
  /** Whoever is signed in already; undefined: nobody. */
  resume(signal: AbortSignal): Promise<Resumed | undefined>
  /**
   * Checks by a real call before it lets in. `keep`: in this tab, until it is closed.
   * @throws what is no Problem: aborts and faults of our own.
   */
  signIn(way: SignInWay, keep: boolean, signal: AbortSignal): Promise<Resumed>
  /** Whether it is so that another window signed out, which said `secret`. */
  isOver(secret: string | undefined): Promise<boolean>
  /**
   * Forgets the credential; `left-at-host`: the host could not be told, so it has the session still. `elsewhere`: another
   * window did it and said so.
   */
  signOut(where: 'here' | 'elsewhere'): Promise<'ended' | 'left-at-host'>
}

/** A sign-in of this person at the console server, in the page's milliseconds since 1970. */
export interface SignedInPlace {
  since: number
  usedAt: number
}

/** Where this person is signed in at the console server. @throws {ServiceError} where it does not answer. */
export interface SignedInPlaces {
  read: (signal: AbortSignal) => Promise<SignedInPlace[]>
  /** Ends all of them, this one as well. */
  end: () => Promise<void>
}

/** The service's place as the page knows it, before and after signing in. */
export interface Place {
  /** Without credentials. */
  address: string
  /** Host name and port, or *Demo service*. */
  name: string
  example: boolean
  /** How the page reaches it: through our host, which forwards, or through whatever web server serves the page. */
  through: 'host' | 'page'
}

/** Who is signed in, since when (the page's milliseconds), by which way. */
export interface Identity {
  /** Unknown for a pasted bearer. */
  email: string | undefined
  since: number
  /** Where the credential is. */
  kept: 'page' | 'tab' | 'host'
}
