import type { ListReader } from '#contract/list/protocol.ts'
import type { ProbeReport } from '#contract/probe/report.ts'
import type { ProbeOptions } from '#contract/probe/probe.ts'
import type { Service } from '#contract/service.ts'
import type { SignInWay } from '#contract/session.ts'
import type { SignInRefusal } from '#contract/sign-in.ts'
import type { Fetch } from '#contract/transport.ts'
import type { Place } from '#web/app/console.tsx'
import type { SignedOutBy } from './signed-out-by.ts'
import type { SignedInPlaces } from './signed-in-places.ts'
import type { Staying } from './inactivity.ts'
import type { Windows } from './windows.ts'

/** What of the world a door needs. */
export interface DoorWorld {
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

/** A way in that was accepted. The credential itself stays behind the service. */
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
  staying?: Staying
  /** Where else the same person is signed in; undefined where there is no host. */
  places?: SignedInPlaces
}

/** A probe with the credential already in it. */
export type Probe = (options: ProbeOptions) => Promise<ProbeReport>

/** What came of knocking. */
export type Knocked = { signed: Signed } | { refused: SignInRefusal }

/** The one door between credentials and the page: where a bearer lives is its business alone. */
export interface Door {
  place: Place
  /** Where a credential will be, and at a host for how long, in milliseconds. */
  keeps: { where: 'page' } | { where: 'host'; idle: number; absolute: number }
  /** Whoever is signed in already; undefined: nobody. */
  resume(signal: AbortSignal): Promise<Knocked | undefined>
  /**
   * Checks by a real call before it lets in. `keep`: in this tab, until it is closed.
   * @throws what is no Problem: aborts and faults of our own.
   */
  signIn(way: SignInWay, keep: boolean, signal: AbortSignal): Promise<Knocked>
  /** Whether it is so that another window signed out, which said `secret`. */
  isOver(secret: string | undefined): Promise<boolean>
  /**
   * Forgets the credential; `left-at-host`: the host could not be told, so it has the session still. `elsewhere`: another
   * window did it and said so.
   */
  signOut(where: 'here' | 'elsewhere'): Promise<'ended' | 'left-at-host'>
}
