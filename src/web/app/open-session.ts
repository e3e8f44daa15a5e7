import { focusManager, QueryClient } from '@tanstack/react-query'
import type { Service } from '#contract/service.ts'
import { routeOf, type Page } from '#web/list/route.ts'
import type { Desk } from '#web/jobs/do-act.ts'
import { isUnderWay } from '#web/jobs/job.ts'
import { tokenList, userList } from '#web/resource/lists.ts'
import { createPasswords, type Passwords } from '#web/sheet/passwords.ts'
import type { Signed } from '#web/session/console-server.ts'
import { copyOneSecret } from '#web/sheet/copy-secrets.ts'
import { secretOf } from '#web/sheet/secret.ts'
import type { Announcer } from '#web/ui/live.tsx'
import { pageAddress } from '#web/ui/page-address.ts'
import type { Place } from '#web/session/place.ts'
import type { Session } from '#web/session/session.ts'
import { createStore } from '#web/ui/store.ts'
import { createToasts } from '#web/ui/toast.tsx'
import { openDesk } from './open-desk.ts'

/**
 * Everything from sign-in to sign-out. Signing in again in the middle of work replaces the service in it, not the rest.
 */
export interface OpenSession {
  session: Session
  client: QueryClient
  signed: Signed
  /** A new number for each new person, so that nothing on the page outlives one. */
  person: number
  desk: Desk
  passwords: Passwords
  /** What outlives a session that ends in place. */
  kept: ReturnType<typeof openDesk>
  /** Ends every call and every queued write. */
  end: AbortController
  /** Aborted when this person leaves the page. */
  gone: AbortController
}

let people = 0

/** The list that each page starts with. */
const firstLists: Partial<Record<Page, (client: QueryClient, service: Service) => Promise<void>>> = {
  tokens: (client, service) => client.prefetchQuery(tokenList(service)),
  users: (client, service) => client.prefetchQuery(userList(service)),
}

/** The window's focus reads lists again, but not while the admin is in the middle of something. */
export function readOnFocus({ jobs }: { jobs: Pick<Desk['jobs'], 'get'> }, over: AbortSignal): void {
  focusManager.setEventListener((onFocus) => {
    const listening = new AbortController()
    const { signal } = listening
    const listener = () => {
      const isRunning = jobs.get().some(isUnderWay)
      const isOpen = document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
      if (!over.aborted && navigator.onLine && !isRunning && !isOpen) onFocus()
    }
    window.addEventListener('focus', listener, { signal })
    document.addEventListener('visibilitychange', listener, { signal })
    return () => listening.abort()
  })
}

/** Opens a session around a service. `before`: the session of the same person that ended in the middle of work. */
export function openSession(
  signed: Signed,
  before: OpenSession | undefined,
  place: Place,
  { now, announcer }: { now: () => number; announcer: Announcer },
  signOut: () => void,
): OpenSession {
  const { service, findToken, email, since, places, consoles } = signed
  before?.end.abort()
  const client = before?.client ?? new QueryClient()
  const end = new AbortController()
  const over = new AbortController()
  end.signal.addEventListener('abort', () => over.abort())
  const toasts = before?.session.toasts ?? createToasts(announcer)
  const signal = end.signal
  const identity = { email, since }
  const gone = before?.gone ?? new AbortController()
  const passwords = before?.passwords ?? passwordsOf(signed, place)
  passwords.keepUntil(over.signal)
  gone.signal.addEventListener('abort', passwords.forgetAll)
  const kept =
    before?.kept ??
    openDesk(
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
    const by = state.is === 'over' ? state.by : ({ by: 'replaced' } as const)
    if (by.by === 'elsewhere') passwords.forgetAll()
    kept.over(by)
  })
  const look = () => {
    if (signed.state.get().is === 'over') over.abort()
  }
  signed.state.subscribe(look)
  look()
  let told = email
  const tellRename = desk.jobs.subscribe(() => {
    const [own, ...perhaps] = desk.world().you
    if (own === undefined || perhaps.length > 0 || own === told) return
    told = own
    signed.renamed(own)
  })
  end.signal.addEventListener('abort', tellRename)
  readOnFocus(desk, over.signal)
  // Requested before the page is drawn: the page then waits only for the answer.
  if (before === undefined) void firstLists[routeOf(window.location.hash).page]?.(client, service)
  const opened: OpenSession = {
    client,
    end,
    gone,
    signed,
    person: before?.person ?? (people += 1),
    kept,
    desk,
    passwords,
    session: {
      place,
      identity,
      service,
      findToken,
      places,
      lookAgain: signed.timer.refresh,
      consoles,
      ended: end.signal,
      over: over.signal,
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
const passwordsOf = ({ email, identity }: Signed, { address }: Place) =>
  createPasswords(window, `query-admin passwords-not-copied ${pageAddress()} ${address} ${email ?? identity}`)

/** What comes next after a row was created. */
const nextAfter: Partial<Record<string, (opened: OpenSession, name: string) => { label: string; run: () => void }>> = {
  tokens: ({ session, desk, passwords }, name) => ({
    label: 'Copy value',
    run() {
      void copyOneSecret(session, secretOf({ desk, service: session.service, passwords }, 'tokens', name))
    },
  }),
}
