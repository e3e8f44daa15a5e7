import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, type ComponentProps } from 'react'
import type { RowStore } from '#contract/list/row-store.ts'
import type { User } from '#contract/user.ts'
import type { Fetch } from '#contract/client/request.ts'
import type { OpenSession } from './open-session.ts'
import { watchBuild } from './page-build.ts'
import { useSessionLifecycle } from './session-lifecycle.ts'
import { DeskProvider } from '#web/jobs/desk.tsx'
import { keptIn, useLossNow } from '#web/sheet/loss.tsx'
import { PasswordsProvider, type Passwords } from '#web/sheet/passwords.ts'
import { SessionProvider } from '#web/session/session.ts'
import { SessionNotice } from '#web/session/session-notice.tsx'
import type { InFront } from '#web/session/console-server-fetch.ts'
import { NotOpened } from '#web/session/not-opened.tsx'
import { mayWantSignIn, problemWords } from '#web/session/problem-words.ts'
import { words } from '#web/session/words.ts'
import type { SessionState } from '#web/session/session-state.ts'
import type { SessionTimer } from '#web/session/session-timer.ts'
import { Shell } from './shell.tsx'
import { ReloadBanner } from './reload-banner.tsx'
import { CurtainProvider, type Curtain } from '#web/ui/hiding/curtain.ts'
import { focusPressed } from '#web/ui/focus/focus-pressed.ts'
import { leaveForeignElements } from '#web/ui/focus/foreign-elements.ts'
import { alone, part } from '#web/ui/part.tsx'
import { createAnnouncer, LiveRegions, useAnnouncer } from '#web/ui/live.tsx'
import { createStore, useStore } from '#web/ui/store.ts'
import { counted } from '#web/ui/time.ts'
import { useUnloadGuard } from '#web/ui/use-unload-guard.ts'
import { ownLoss } from '#web/users/you.ts'
import { watchAddress } from '#web/list/use-route.ts'

// If the admin is signed in already, the first list needs none of these.
const SignInPage = part(async () => (await import('#web/session/sign-in-page.tsx')).SignInPage, {
  fallback: <Opening text="Opening…" />,
})
const SignedOutSheet = part(async () => (await import('#web/session/signed-out-sheet.tsx')).SignedOutSheet, {
  isEssential: true,
})
/** The page as a whole, and its frame: what a job or a form would lose is known outside of the frame. */
const Whole = alone(Sessions, 'Query Admin')
const Frame = alone(Shell, 'Query Admin')

const nothing = createStore<InFront | undefined>(undefined)

/** What a state of the session hides. */
const curtainOf = (state: SessionState): Curtain =>
  state.is === 'over' ? 'all' : state.isChecking ? 'secrets' : 'open'

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
    <LiveRegions announcer={announcer}>
      <Whole {...props} />
    </LiveRegions>
  )
}

/** The pages of the session, or the sign-in page. */
function Sessions({ fetch: plainFetch, origin, now, replaceDocument }: Props) {
  const { fetch, isUpdated } = useMemo(() => watchBuild(plainFetch), [plainFetch])
  const isOld = useStore(isUpdated)
  const announcer = useAnnouncer()
  const { phase, state, signIn, signOut, retry } = useSessionLifecycle({
    fetch,
    origin,
    now,
    announcer,
    replaceDocument,
  })
  const inFront = useStore(phase.type === 'active' ? phase.session.signed.inFront : nothing)
  const color = 'server' in phase ? phase.server.place.color : undefined
  useLayoutEffect(() => {
    if (color !== undefined) document.documentElement.dataset['service'] = color
  }, [color])
  switch (phase.type) {
    case 'opening':
      return <Opening text="Opening…" />
    case 'startup-error':
      return <NotOpened unopened={phase.error} onRetry={retry} />
    case 'sign-in': {
      const { server, rejection, isLeftOnServer = false } = phase
      return (
        <SignInPage
          server={server}
          refused={rejection}
          leftAtHost={isLeftOnServer}
          onSigned={(signed) => signIn(server, signed)}
        />
      )
    }
    case 'signing-out':
      return <Opening text="Signing out…" />
    case 'active': {
      const { server, session: opened } = phase
      const reload = reloadReason(inFront, isOld)
      return (
        <QueryClientProvider client={opened.client}>
          <SessionProvider value={opened.session}>
            <DeskProvider value={opened.desk}>
              <PasswordsProvider value={opened.passwords}>
                <CurtainProvider value={curtainOf(state)}>
                  <Frame key={opened.person} isHidden={state.is === 'over' && state.by.by === 'elsewhere'} />
                </CurtainProvider>
                <LossGuard />
                {state.is !== 'over' && <Ending timer={opened.signed.timer} passwords={opened.passwords} />}
                {reload !== undefined && <ReloadBanner {...reload} onReload={replaceDocument} />}
                {state.is === 'over' && (
                  <SignedOut
                    opened={opened}
                    reload={reload && { says: reload.says, run: replaceDocument }}
                    server={server}
                    cause={state}
                    onSigned={(signed) => signIn(server, signed)}
                    onLeave={() => void signOut(server, opened)}
                  />
                )}
              </PasswordsProvider>
            </DeskProvider>
          </SessionProvider>
        </QueryClientProvider>
      )
    }
  }
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

/** Asks before the page is closed or reloaded while that would lose something. */
function LossGuard() {
  const lossNow = useLossNow()
  useUnloadGuard(() => lossNow() !== undefined)
  return null
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
