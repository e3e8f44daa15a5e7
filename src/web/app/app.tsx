import { QueryClientProvider, type Query } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type ComponentProps } from 'react'
import { flushSync } from 'react-dom'
import type { RowStore } from '#contract/list/row-store.ts'
import type { User } from '#contract/user.ts'
import type { SignInFailure } from '#web/session/sign-in-backend.ts'
import type { Fetch } from '#contract/client/request.ts'
import { openSession, type OpenSession } from './open-session.ts'
import { watchBuild } from './page-build.ts'
import { DeskProvider } from '#web/jobs/desk.tsx'
import { isUnderWay } from '#web/jobs/job.ts'
import { keptIn } from '#web/sheet/loss.tsx'
import { PasswordsProvider, type Passwords } from '#web/sheet/passwords.ts'
import { SessionProvider } from '#web/session/session.ts'
import type { SignInBackend, SignInOutcome, Signed } from '#web/session/sign-in-backend.ts'
import { SessionNotice } from '#web/session/session-notice.tsx'
import { findBackend, type Unopened } from '#web/session/find-backend.ts'
import { proofAt } from '#web/session/host-backend.ts'
import type { InFront } from '#web/session/console-server-fetch.ts'
import { NotOpened } from '#web/session/not-opened.tsx'
import { mayWantSignIn, problemWords } from '#web/session/problem-words.ts'
import { words } from '#web/session/words.ts'
import type { SessionState } from '#web/session/session-state.ts'
import type { SessionTimer } from '#web/session/session-timer.ts'
import { useSessionTimer } from '#web/session/use-session-timer.ts'
import { openWindows, type Windows } from '#web/session/windows.ts'
import { Shell } from './shell.tsx'
import { ReloadBanner } from './reload-banner.tsx'
import { CurtainProvider, type Curtain } from '#web/ui/hiding/curtain.ts'
import { focusPressed } from '#web/ui/focus/focus-pressed.ts'
import { leaveForeignElements } from '#web/ui/focus/foreign-elements.ts'
import { part, Whole } from '#web/ui/part.tsx'
import { createAnnouncer, LiveRegions, useAnnouncer } from '#web/ui/live.tsx'
import { isFormOpen } from '#web/ui/open-form.ts'
import { createStore, useStore } from '#web/ui/store.ts'
import { counted } from '#web/ui/time.ts'
import { ownLoss } from '#web/users/you.ts'
import { leaveAddress, watchAddress } from '#web/list/use-route.ts'

// If the admin is signed in already, the first list needs none of these.
const SignInPage = part(async () => (await import('#web/session/sign-in-page.tsx')).SignInPage, {
  fallback: <Opening text="Opening…" />,
})
const SignedOutSheet = part(async () => (await import('#web/session/signed-out-sheet.tsx')).SignedOutSheet)

const nobody = createStore<SessionState>({ is: 'open', isChecking: false })
const nothing = createStore<InFront | undefined>(undefined)

/** What a state of the session hides. */
const curtainOf = (state: SessionState): Curtain =>
  state.is === 'over' ? 'all' : state.isChecking ? 'secrets' : 'open'

const formDiscarded = 'The open form belonged to another account and was discarded.'

/** The key in the tab's storage that is there from the end of another person's form to the next page that says so. */
const discardedAt = (origin: string) => `query-admin discarded form ${origin}`

type WindowMessage = Parameters<Parameters<Windows['listen']>[0]>

interface Props {
  fetch: Fetch
  /** The page's own address, ending in `/`. */
  origin: string
  /** Milliseconds since 1970. */
  now: () => number
  /** Reloads the page, so that nothing in memory outlives a sign-out. */
  replaceDocument: () => void
}

/** The whole console: signing in, and the pages behind it. */
export function App(props: Props) {
  const { now } = props
  const announcer = useMemo(() => createAnnouncer(now), [now])
  useEffect(watchAddress, [])
  useEffect(() => leaveForeignElements(document), [])
  useEffect(() => focusPressed(document), [])
  return (
    <Whole>
      <LiveRegions announcer={announcer}>
        <Sessions {...props} />
      </LiveRegions>
    </Whole>
  )
}

/** The pages of the session, or the sign-in page. */
function Sessions({ fetch: plainFetch, origin, now, replaceDocument }: Props) {
  const { fetch, isUpdated } = useMemo(() => watchBuild(plainFetch), [plainFetch])
  const isOld = useStore(isUpdated)
  const announcer = useAnnouncer()
  const [backend, setBackend] = useState<SignInBackend>()
  const [unopened, setUnopened] = useState<Unopened>()
  const [attempt, setAttempt] = useState(0)
  const [opened, setOpened] = useState<OpenSession>()
  const [refused, setRefused] = useState<SignInFailure>()
  const [leftAtHost, setLeftAtHost] = useState(false)
  /** Signed out and about to reload: a sign-in form shown now would lose its input. */
  const [isLeaving, setLeaving] = useState(false)
  const state = useStore(opened?.signed.state ?? nobody)
  const inFront = useStore(opened?.signed.inFront ?? nothing)
  /** Calls can be made again, and the failed lists are still to be read. */
  const mustRefetch = useRef(false)
  const windows = useMemo(() => openWindows(origin), [origin])

  /** Ends everything that belongs to a person. */
  const release = ({ end, gone, signed, client }: OpenSession) => {
    end.abort()
    gone.abort()
    signed.leave()
    client.clear()
    announcer.forget()
    leaveAddress()
  }
  /** At once, so that nothing of it stays in the page until the next frame. */
  const drop = (held: OpenSession) => {
    flushSync(() => setOpened(undefined))
    release(held)
  }

  const signOut = async (at: SignInBackend, held: OpenSession) => {
    drop(held)
    setLeaving(true)
    if ((await at.signOut()) === 'ended') return replaceDocument()
    setLeftAtHost(true)
    setLeaving(false)
  }

  const begin = (at: SignInBackend, signed: Signed, before?: OpenSession) => {
    const world = { now, announcer, windows }
    const next: OpenSession = openSession(signed, before, at.place, world, () => void signOut(at, next))
    return next
  }

  const enter = (at: SignInBackend, signed: Signed) => {
    const before = signed.isSamePerson ? opened : undefined
    // Hides everything of the session before, also when nobody has ended it.
    if (opened !== undefined) flushSync(opened.signed.leave)
    if (opened !== undefined && !signed.isSamePerson) {
      if (isFormOpen()) sessionStorage.setItem(discardedAt(origin), 'yes')
      drop(opened)
      // Without a console server a reload would forget the new sign-in, too.
      if (signed.kept !== 'page') {
        signed.leave()
        return replaceDocument()
      }
    }
    const next = begin(at, signed, before)
    setRefused(undefined)
    setLeftAtHost(false)
    setOpened(next)
    if (before !== undefined) mustRefetch.current = true
    if (sessionStorage.getItem(discardedAt(origin)) === null) return
    sessionStorage.removeItem(discardedAt(origin))
    next.session.toasts.show(formDiscarded, { mark: 'failed' })
  }

  // Once the lists are those of the new session, read what failed again. Nothing that writes is repeated.
  useEffect(() => {
    if (state.is !== 'open' || !mustRefetch.current) return
    mustRefetch.current = false
    const predicate = ({ state }: Query) => state.error !== null || state.fetchStatus === 'fetching'
    void opened?.client.refetchQueries({ type: 'active', predicate })
  }, [opened, state])

  const resumed = useEffectEvent((found: SignInBackend, outcome: SignInOutcome | undefined) => {
    setBackend(found)
    if (outcome === undefined || 'refused' in outcome) setRefused(outcome?.refused)
    else enter(found, outcome.signed)
  })
  // Before the first frame, which shows nothing yet.
  useLayoutEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const world = { fetch, origin, now, local: localStorage, tab: sessionStorage, windows }
    const find = async () => {
      const found = await findBackend(world)
      signal.throwIfAborted()
      if ('why' in found) return setUnopened(found)
      const outcome = await found.resume(signal)
      signal.throwIfAborted()
      resumed(found, outcome)
    }
    find().catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
    return () => ending.abort()
  }, [fetch, origin, now, windows, attempt])
  const color = backend?.place.color
  useLayoutEffect(() => {
    if (color !== undefined) document.documentElement.dataset['service'] = color
  }, [color])
  const tryAgain = () => {
    setUnopened(undefined)
    setAttempt(attempt + 1)
  }

  const onMessage = useEffectEvent(async (event: WindowMessage[0], secret: WindowMessage[1]) => {
    if (event === 'signed-out' && backend !== undefined) {
      const outcome = await backend.followSignOut(secret)
      if (outcome === undefined || opened === undefined) return
      const left = outcome === 'left-at-host' && backend.keeps.where === 'host' ? backend.keeps.absolute : undefined
      flushSync(() => opened.signed.end({ by: 'elsewhere', left }))
      opened.session.toasts.set(undefined)
      return announcer.forget()
    }
    if (event === 'who-is-busy' && opened?.desk.jobs.get().some(isUnderWay) === true) windows.tell('busy')
  })
  useEffect(() => windows.listen((event, secret) => void onMessage(event, secret)), [windows])
  /** Another window signed in. Its proof is in the storage of this one now, which a message may be faster than. */
  const onStorage = useEffectEvent(async ({ key, newValue }: StorageEvent) => {
    if (key !== proofAt(origin) || newValue === null || backend?.keeps.where !== 'host') return
    const outcome = await backend.resume(new AbortController().signal)
    if (outcome === undefined || 'refused' in outcome) return opened?.signed.timer?.refresh()
    enter(backend, outcome.signed)
  })
  useEffect(() => {
    const listener = (event: StorageEvent) => void onStorage(event)
    window.addEventListener('storage', listener)
    return () => window.removeEventListener('storage', listener)
  }, [])
  /** What moves by itself is no sign of the admin. */
  const movesByItself = () =>
    opened !== undefined && (opened.desk.jobs.get().some(isUnderWay) || opened.client.isFetching() > 0)
  useSessionTimer(opened?.signed.timer, windows, movesByItself)

  const reload = reloadReason(inFront, isOld)
  if (unopened !== undefined) return <NotOpened unopened={unopened} onRetry={tryAgain} />
  if (backend === undefined || isLeaving) return <Opening text={isLeaving ? 'Signing out…' : 'Opening…'} />
  if (opened === undefined) {
    return (
      <SignInPage
        backend={backend}
        refused={refused}
        leftAtHost={leftAtHost}
        onSigned={(signed) => enter(backend, signed)}
      />
    )
  }
  return (
    <QueryClientProvider client={opened.client}>
      <SessionProvider value={opened.session}>
        <DeskProvider value={opened.desk}>
          <PasswordsProvider value={opened.passwords}>
            <CurtainProvider value={curtainOf(state)}>
              <Shell key={opened.person} isHidden={state.is === 'over' && state.by.by === 'elsewhere'} />
            </CurtainProvider>
            {opened.signed.timer !== undefined && state.is !== 'over' && (
              <Ending timer={opened.signed.timer} passwords={opened.passwords} />
            )}
            {reload !== undefined && <ReloadBanner {...reload} onReload={replaceDocument} />}
            {state.is === 'over' && (
              <SignedOut
                opened={opened}
                reload={reload && { says: reload.says, run: replaceDocument }}
                backend={backend}
                cause={state}
                onSigned={(signed) => enter(backend, signed)}
                onLeave={() => void signOut(backend, opened)}
              />
            )}
          </PasswordsProvider>
        </DeskProvider>
      </SessionProvider>
    </QueryClientProvider>
  )
}

/** Why the page should be reloaded, if anything. */
function reloadReason(inFront: InFront | undefined, isOld: boolean) {
  if (inFront !== undefined && mayWantSignIn(inFront.status))
    return { about: 'in-front', says: problemWords(inFront) } as const
  return isOld ? ({ about: 'updated', says: words.updated } as const) : undefined
}

/** The sign-in over the page. What came of the act that ended the session is known only after its end. */
function SignedOut({ opened, ...props }: { opened: OpenSession } & Omit<ComponentProps<typeof SignedOutSheet>, 'own'>) {
  const jobs = useStore(opened.desk.jobs)
  const list = opened.client.getQueryData<RowStore<User>>(['users'])
  return <SignedOutSheet {...props} own={ownLoss(opened.signed, jobs, list)} />
}

/** Tells that the session is about to end, and what goes with it. */
function Ending({ timer, passwords }: { timer: SessionTimer; passwords: Pick<Passwords, 'get' | 'subscribe'> }) {
  useStore(passwords)
  const kept = keptIn(passwords)
  const loses =
    kept === 0
      ? ''
      : ` ${counted(kept, 'generated password is', 'generated passwords are')} not copied and will be lost.`
  return <SessionNotice timer={timer} loses={loses} />
}

/** Shown until the session is known, and from signing out to the reload. */
function Opening({ text }: { text: string }) {
  return (
    <main className="sign-main">
      <p className="opening">{text}</p>
    </main>
  )
}
