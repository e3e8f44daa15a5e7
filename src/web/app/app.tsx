import { QueryClientProvider, type Query } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SignInRefusal } from '#contract/sign-in.ts'
import type { Fetch } from '#contract/transport.ts'
import { openSession, type OpenSession } from './open-session.ts'
import { watchBuild } from './page-build.ts'
import { isSettling } from '#web/resource/lists.ts'
import { hashOf } from '#web/list/route.ts'
import { SessionProvider } from '#web/ui/session.ts'
import type { SignInBackend, SignInOutcome, Signed } from '#web/session/sign-in-backend.ts'
import { SessionNotice } from '#web/session/session-notice.tsx'
import { findBackend, type Unopened } from '#web/session/find-backend.ts'
import { NotOpened } from '#web/session/not-opened.tsx'
import type { SessionState } from '#web/session/session-state.ts'
import { useSessionTimer } from '#web/session/use-session-timer.ts'
import { waitingWords } from '#web/session/signed-out-elsewhere.ts'
import { keepForm, signedOutElsewhere, takeForm } from '#web/session/signed-out-elsewhere.ts'
import { openWindows, type Windows } from '#web/session/windows.ts'
import { Shell } from './shell.tsx'
import { CurtainProvider, type Curtain } from '#web/ui/hiding/curtain.ts'
import { lazyComponent, Whole } from '#web/ui/lazy.tsx'
import { createAnnouncer, LiveRegions, useAnnouncer } from '#web/ui/live.tsx'
import { createStore, useStore } from '#web/ui/store.ts'
import { leaveAddress, watchAddress } from '#web/list/use-route.ts'

// If the admin is signed in already, the first list needs none of these.
const SignInPage = lazyComponent(async () => (await import('#web/session/sign-in-page.tsx')).SignInPage, {
  fallback: <Opening text={waitingWords.opening} />,
})
const FocusKeeper = lazyComponent(async () => (await import('#web/ui/focus/focus-keeper.ts')).FocusKeeper)
const SignedOutSheet = lazyComponent(async () => (await import('#web/session/signed-out-sheet.tsx')).SignedOutSheet)
const Updated = lazyComponent(async () => (await import('./updated.tsx')).Updated)
const UnclearSession = lazyComponent(async () => (await import('#web/session/unclear-session.tsx')).UnclearSession)

const open: SessionState = { is: 'open' }
const nobody = createStore(open)

/** What each state of the session hides. */
const curtains: Readonly<Record<SessionState['is'], Curtain>> = {
  open: 'open',
  checking: 'secrets',
  unclear: 'secrets',
  over: 'all',
}

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
  return (
    <Whole>
      <LiveRegions announcer={announcer}>
        <FocusKeeper />
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
  const [refused, setRefused] = useState<SignInRefusal>()
  const [leftAtHost, setLeftAtHost] = useState(false)
  /** Signed out and about to reload: a sign-in form shown now would lose its input. */
  const [isLeaving, setLeaving] = useState(false)
  const here = useMemo(() => ({ tab: sessionStorage, origin }), [origin])
  const [elsewhere, setElsewhere] = useState(() => signedOutElsewhere(here))
  const state = useStore(opened?.signed.state ?? nobody)
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

  const signOut = async (at: SignInBackend, held: OpenSession, where: 'here' | 'elsewhere' = 'here') => {
    // Read before the form unmounts. Only its fields are kept; everything else is cleared at once.
    const form = where === 'elsewhere' ? held.session.forms.read() : undefined
    if (where === 'here') held.session.runs.forget()
    drop(held)
    setLeaving(true)
    const outcome = await at.signOut(where)
    if (where === 'elsewhere') await keepForm(here, form, held.signed)
    if (outcome === 'ended') return replaceDocument()
    setElsewhere(signedOutElsewhere(here))
    setLeftAtHost(true)
    setLeaving(false)
  }

  /** Loads the new build. Only the fields of an open form are kept. */
  const reload = async ({ session: { forms }, signed }: OpenSession) => {
    const form = forms.read()
    if (form !== undefined) await keepForm(here, form, signed, { updated: true })
    replaceDocument()
  }

  const begin = (at: SignInBackend, signed: Signed, before?: OpenSession) => {
    const next: OpenSession = openSession(signed, before, at.place, { now, announcer }, () => void signOut(at, next))
    return next
  }

  const enter = (at: SignInBackend, signed: Signed) => {
    const before = signed.isSamePerson ? opened : undefined
    // Hides everything of the session before, also when nobody has ended it.
    if (opened !== undefined) flushSync(opened.signed.leave)
    if (opened !== undefined && !signed.isSamePerson) release(opened)
    const next = begin(at, signed, before)
    setRefused(undefined)
    setLeftAtHost(false)
    setOpened(next)
    if (before !== undefined) mustRefetch.current = true
    else void reopenForm(next)
  }

  /** Reopens the form that was kept, for the person it belongs to. */
  const reopenForm = async ({ session: { forms, toasts }, signed }: OpenSession) => {
    const form = await takeForm(here, signed)
    setElsewhere(undefined)
    if (form === 'dropped') return toasts.show(waitingWords.formDropped, { mark: 'failed' })
    if (form === undefined) return
    forms.waiting.set(form)
    window.location.hash = hashOf(form.page)
  }
  // Once the lists are those of the new session, read what failed again. Nothing that writes is repeated.
  useEffect(() => {
    if (state.is === 'unclear') mustRefetch.current = true
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
    if (event === 'signed-out' && backend !== undefined && (await backend.isOver(secret))) {
      if (opened !== undefined) await signOut(backend, opened, 'elsewhere')
      else await backend.signOut('elsewhere') // no reload: somebody may be typing a sign-in here
    }
    if (event !== 'signed-in' || backend?.keeps.where !== 'host') return
    const outcome = await backend.resume(new AbortController().signal)
    // The message may come before the other window's proof is in the storage of this one: is this session over?
    if (outcome === undefined || 'refused' in outcome) return opened?.signed.timer?.refresh()
    const { signed } = outcome
    // The same person in a new session: the server refuses the former one from now on.
    if (opened === undefined || signed.isSamePerson) return enter(backend, signed)
    signed.leave()
    drop(opened)
    replaceDocument()
  })
  useEffect(() => windows.listen((event, secret) => void onMessage(event, secret)), [windows])
  const movesByItself = () => opened !== undefined && (opened.session.runs.isMoving() || isSettling(opened.client))
  useSessionTimer(opened?.signed.timer, windows, movesByItself)

  if (unopened !== undefined) return <NotOpened unopened={unopened} onRetry={tryAgain} />
  if (backend === undefined || isLeaving)
    return <Opening text={isLeaving ? waitingWords.signingOut : waitingWords.opening} />
  if (opened === undefined) {
    return (
      <SignInPage
        backend={backend}
        refused={refused}
        leftAtHost={leftAtHost}
        elsewhere={elsewhere && { hasForm: elsewhere.form !== undefined, isUpdated: elsewhere.updated === true }}
        onSigned={(signed) => enter(backend, signed)}
      />
    )
  }
  return (
    <QueryClientProvider client={opened.client}>
      <SessionProvider value={opened.session}>
        <CurtainProvider value={curtains[state.is]}>
          <Shell key={opened.person} />
        </CurtainProvider>
        {opened.signed.timer !== undefined && state.is !== 'over' && <SessionNotice timer={opened.signed.timer} />}
        {state.is === 'unclear' && (
          <UnclearSession
            problem={state.problem}
            onTryAgain={opened.signed.check}
            onLeave={() => void signOut(backend, opened)}
          />
        )}
        {isOld && <Updated onReload={() => void reload(opened)} />}
        {state.is === 'over' && (
          <SignedOutSheet
            onReload={isOld ? () => void reload(opened) : undefined}
            backend={backend}
            cause={state}
            onSigned={(signed) => enter(backend, signed)}
            onLeave={() => void signOut(backend, opened)}
          />
        )}
      </SessionProvider>
    </QueryClientProvider>
  )
}

/** Shown until the session is known, and from signing out to the reload. */
function Opening({ text }: { text: string }) {
  return (
    <main className="sign-main">
      <p className="opening">{text}</p>
    </main>
  )
}
