import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { Fetch } from '#api/client/request.ts'
import type { AppSession } from './create-session.ts'
import { watchBuild, ReloadBanner } from './update-banner.tsx'
import { useSessionLifecycle, type SessionPhase } from './session-lifecycle.ts'
import { AppContextProvider, useAppContext } from '#web/jobs/app-context.tsx'
import { GeneratedPasswordsProvider, selectReadable } from '#web/secrets/generated-passwords.ts'
import type { SignedInSession } from '#web/session/console-server.ts'
import { SessionProvider } from '#web/session/session.ts'
import type { ProxyProblem } from '#web/session/console-server-fetch.ts'
import { StartupErrorPage } from '#web/session/startup-error.tsx'
import { mayNeedProxySignIn, problemMessage } from '#web/session/problem-message.ts'
import { sessionMessages } from '#web/session/session-messages.ts'
import type { SessionState } from '#web/session/session-state.ts'
import type { SessionTimer } from '#web/session/session-timer.ts'
import { Shell } from './shell.tsx'
import { HideLevelProvider, type HideLevel } from '#web/ui/hide-level.ts'
import { focusClickedElement, keepExtensionsUsable } from '#web/ui/focus.ts'
import { withErrorFallback, lazyComponent } from '#web/ui/lazy.tsx'
import { createAnnouncer, LiveRegions, useAnnouncer } from '#web/ui/announcer.tsx'
import { useStore } from '#web/ui/store.ts'
import { keepSecretsOutOfUrl } from '#web/router/use-search-params.ts'

// If the admin is signed in already, the first list needs none of these.
const SignInPage = lazyComponent(async () => (await import('#web/session/sign-in-page.tsx')).SignInPage, {
  fallback: <SplashScreen text="Opening…" />,
})
const SignedOutOverlay = lazyComponent(async () => (await import('./signed-out-overlay.tsx')).SignedOutOverlay, {
  isEssential: true,
})
const SessionNotice = lazyComponent(async () => (await import('#web/session/session-notice.tsx')).SessionNotice, {
  isEssential: true,
})
const LossGuard = lazyComponent(async () => (await import('#web/secrets/sign-out-loss.tsx')).LossGuard, {
  isEssential: true,
})
/** The page as a whole, and its frame: what a job or a form would lose is known outside of the frame. */
const Whole = withErrorFallback(SessionRoot, 'Query Admin')
const Frame = withErrorFallback(Shell, 'Query Admin')

/** What a state of the session hides. */
const hideLevelOf = (state: SessionState): HideLevel =>
  state.status === 'ended' ? 'everything' : state.isVerifying ? 'secrets' : 'nothing'

interface AppProps {
  fetch: Fetch
  /** The page's own address, ending in `/`. */
  origin: string
  /** Milliseconds since 1970. */
  now: () => number
  /** Reloads the page, so that nothing in memory outlives a sign-out. */
  replaceDocument: () => void
  /** Leaves the page for another address. */
  openAddress: (address: string) => void
}

/** The whole console: signing in, and the pages behind it. */
export function App(props: AppProps) {
  const { now } = props
  const announcer = useMemo(() => createAnnouncer(now), [now])
  useEffect(keepSecretsOutOfUrl, [])
  useEffect(() => keepExtensionsUsable(document), [])
  useEffect(() => focusClickedElement(document), [])
  return (
    <LiveRegions announcer={announcer}>
      <Whole {...props} />
    </LiveRegions>
  )
}

/** The pages of the session, or the sign-in page. */
function SessionRoot({ fetch: plainFetch, origin, now, replaceDocument, openAddress }: AppProps) {
  const { fetch, isUpdated } = useMemo(() => watchBuild(plainFetch), [plainFetch])
  const isOutdated = useStore(isUpdated)
  const announcer = useAnnouncer()
  const { phase, signIn, signOut, retry } = useSessionLifecycle({
    fetch,
    origin,
    now,
    announcer,
    replaceDocument,
    openAddress,
  })
  const color = 'server' in phase ? phase.server.place.color : undefined
  useLayoutEffect(() => {
    if (color !== undefined) document.documentElement.dataset['service'] = color
  }, [color])
  switch (phase.type) {
    case 'opening':
      return <SplashScreen text="Opening…" />
    case 'startup-error':
      return <StartupErrorPage error={phase.error} onRetry={retry} />
    case 'sign-in': {
      const { server, rejection, isLeftOnServer = false, isAtProxy } = phase
      return (
        <SignInPage
          server={server}
          failure={rejection}
          leftAtHost={isLeftOnServer}
          isAtProxy={isAtProxy}
          onSignedIn={(backendSession) => signIn(server, backendSession)}
        />
      )
    }
    case 'signing-out':
      return <SplashScreen text="Signing out…" />
    case 'active':
      return (
        <SignedIn
          phase={phase}
          isOutdated={isOutdated}
          onReload={replaceDocument}
          onSignedIn={(backendSession) => signIn(phase.server, backendSession)}
          onLeave={() => void signOut(phase.server, phase.session)}
        />
      )
  }
}

interface SignedInProps {
  phase: Extract<SessionPhase, { type: 'active' }>
  /** Another build of the page is there. */
  isOutdated: boolean
  onReload: () => void
  onSignedIn: (backendSession: SignedInSession) => void
  onLeave: () => void
}

/** The pages, and what stands over them while the session is about to end or has ended. */
function SignedIn({
  phase: { server, session: appSession },
  isOutdated,
  onReload,
  onSignedIn,
  onLeave,
}: SignedInProps) {
  const { backend, client, session, app, passwords, personKey } = appSession
  const state = useStore(backend.state)
  const reload = reloadReason(useStore(backend.inFront), isOutdated)
  return (
    <QueryClientProvider client={client}>
      <SessionProvider value={session}>
        <AppContextProvider value={app}>
          <GeneratedPasswordsProvider value={passwords}>
            <HideLevelProvider value={hideLevelOf(state)}>
              <Frame key={personKey} isHidden={state.status === 'ended' && state.by.by === 'elsewhere'} />
            </HideLevelProvider>
            <DeferredLossGuard passwords={passwords} />
            {state.status !== 'ended' && <SessionExpiryNotice timer={backend.timer} passwords={passwords} />}
            {reload !== undefined && <ReloadBanner {...reload} onReload={onReload} />}
            {state.status === 'ended' && (
              <SignedOutOverlay
                appSession={appSession}
                reload={reload && { message: reload.message, run: onReload }}
                server={server}
                cause={state}
                onSignedIn={onSignedIn}
                onLeave={onLeave}
              />
            )}
          </GeneratedPasswordsProvider>
        </AppContextProvider>
      </SessionProvider>
    </QueryClientProvider>
  )
}

/** Why the page should be reloaded, if anything. */
function reloadReason(proxyProblem: ProxyProblem | undefined, isOutdated: boolean) {
  if (proxyProblem !== undefined && mayNeedProxySignIn(proxyProblem.status))
    return { topic: 'in-front', message: problemMessage(proxyProblem) } as const
  return isOutdated ? ({ topic: 'updated', message: sessionMessages.updated } as const) : undefined
}

/** Until something is done, nothing can be lost. */
function DeferredLossGuard({ passwords }: Pick<AppSession, 'passwords'>) {
  const jobs = useStore(useAppContext().jobs)
  return jobs.length + useStore(passwords).size > 0 && <LossGuard />
}

/** Says that the session is about to end, and what goes with it. */
function SessionExpiryNotice({ timer, passwords }: { timer: SessionTimer } & Pick<AppSession, 'passwords'>) {
  const uncopiedCount = selectReadable(useStore(passwords)).size
  // Its code is needed, at the earliest, minutes after the first rows.
  const isDue = useStore(timer.expiry) !== undefined
  const [wasDue, setWasDue] = useState(isDue)
  if (isDue && !wasDue) setWasDue(true)
  return wasDue && <SessionNotice timer={timer} uncopiedCount={uncopiedCount} />
}

/** Shown until the session is known, and from signing out to the reload. */
function SplashScreen({ text }: { text: string }) {
  return (
    <main className="sign-main">
      <p className="opening">{text}</p>
    </main>
  )
}
