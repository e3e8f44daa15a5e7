import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { Fetch } from '#contract/transport.ts'
import { createTokenSaving } from '#contract/token-saving.ts'
import { createTurns } from '#contract/turns.ts'
import { createUnlistedUserSaving, createUserSaving } from '#contract/user-saving.ts'
import { ConsoleProvider, type Console, type Place, type You } from './service/console.tsx'
import { createActivity } from './service/activity.ts'
import { createHandled } from './service/handled.ts'
import { createKnowledge } from './service/knowledge.ts'
import { createLearned } from './service/learned-store.ts'
import { createLeft } from './service/left.ts'
import { createNotes } from './service/notes.ts'
import { createUnitStore } from './service/unit.ts'
import { createDoor, type Signed } from './session/door.ts'
import { SignInPage } from './session/sign-in-page.tsx'
import { Shell } from './shell.tsx'
import { createAnnouncer } from './ui/live.tsx'
import { createStore } from './ui/store.ts'
import { createToasts } from './ui/toast.tsx'

const SignedOutSheet = lazy(() =>
  import('./session/signed-out-sheet.tsx').then((module) => ({ default: module.SignedOutSheet })),
)

interface Props {
  fetch: Fetch
  /** The page's own address, ending in `/`. */
  origin: string
  /** Milliseconds since 1970. */
  now: () => number
}

/** What lives from signing in to signing out. Signing in again in the middle changes the service in it, not the rest. */
interface Session {
  console: Console
  client: QueryClient
  /** Ends every call and every queued write. */
  end: AbortController
}

/** When the focus goes back after signing in again, in milliseconds: the sheet gives up its own hold on it first. */
const backAfter = 50

/** The whole console: the door, and what is behind it. */
export function App({ fetch, origin, now }: Props) {
  const [place, setPlace] = useState<Place>()
  const [session, setSession] = useState<Session>()
  const [expired, setExpired] = useState<{ status: number; at: number }>()
  const left = useRef<Element>(null)
  const door = useMemo(() => {
    const signedOut = (status: number) => {
      left.current ??= document.activeElement
      setExpired((before) => before ?? { status, at: now() })
    }
    return createDoor(fetch, origin, signedOut)
  }, [fetch, origin, now])
  useEffect(() => {
    let here = true
    void door.place().then((found) => here && setPlace(found))
    return () => {
      here = false
    }
  }, [door])

  const leave = (left: Session | undefined) => {
    left?.end.abort()
    left?.client.clear()
    setExpired(undefined)
    setSession(undefined)
    window.history.replaceState(null, '', '#/tokens')
  }

  const enter = (signed: Signed) => {
    const here = place ?? { address: origin, name: new URL(origin).host, example: false, through: 'page' }
    const next = opened(signed, session, here, now, leave)
    setExpired(undefined)
    setSession(next)
    const field = left.current
    left.current = null
    if (field instanceof HTMLElement) setTimeout(() => field.focus(), backAfter)
    // What failed for want of a sign-in is asked again; nothing that writes is resent.
    if (session !== undefined) void next.client.refetchQueries({ predicate: (query) => query.state.error !== null })
  }

  if (session === undefined) return <SignInPage door={door} place={place} onSigned={enter} />
  return (
    <QueryClientProvider client={session.client}>
      <ConsoleProvider value={session.console}>
        <Shell />
        {expired !== undefined && (
          <Suspense>
            <SignedOutSheet door={door} cause={expired} onSigned={enter} onLeave={() => leave(session)} />
          </Suspense>
        )}
      </ConsoleProvider>
    </QueryClientProvider>
  )
}

/** A session around a service. `before` is the one that was signed out in the middle: what the page holds is kept. */
function opened(
  { service, probe, email }: Signed,
  before: Session | undefined,
  place: Place,
  now: () => number,
  leave: (session: Session) => void,
): Session {
  before?.end.abort()
  const client = before?.client ?? new QueryClient()
  const end = new AbortController()
  const world = { turns: createTurns(), now, signal: end.signal }
  const kept = before?.console
  const learned = kept?.learned ?? createLearned(localStorage, place.address)
  const knowledge = kept?.knowledge ?? createKnowledge(learned, localStorage, place.address)
  const unit = kept?.unit ?? createUnitStore(client)
  const session: Session = {
    client,
    end,
    console: {
      place,
      identity: { email, since: now() },
      you: createStore<You>({ email, asked: false }),
      service,
      probe,
      learned,
      tokens: createTokenSaving(service.tokens, { ...world, clock: service.clock }, unit.get),
      users: createUserSaving(service.users, world),
      unlistedUsers: createUnlistedUserSaving(service.users, world),
      unit,
      notes: kept?.notes ?? createNotes(),
      handled: kept?.handled ?? createHandled(),
      activity: kept?.activity ?? createActivity(now),
      knowledge,
      left: kept?.left ?? createLeft(sessionStorage, place.address),
      announcer: kept?.announcer ?? createAnnouncer(now),
      toasts: kept?.toasts ?? createToasts(),
      signOut: () => leave(session),
    },
  }
  return session
}
