import { useEffect, useId } from 'react'
import { CloudOff, RefreshCw } from 'lucide-react'
import { restoreFocusOnUnmount } from '#web/ui/focus.ts'
import { Logo } from '#web/ui/icons.tsx'
import { Banner } from '#web/ui/notice.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { formatTime } from '#web/ui/format.ts'
import type { ConsoleServer, SignInFailure, SignedInSession } from './console-server.ts'
import { sessionMessages, signInErrorMessage, type OwnAccountLoss, signedOutMessage } from './session-messages.ts'
import { SignInForm } from './sign-in-form.tsx'
import type { SignOutReason } from './session-timer.ts'
import './sign-in-page.css'

interface SignInPageProps {
  server: Pick<ConsoleServer, 'place' | 'limits' | 'signIn'>
  /** Why the session could not be resumed. */
  failure: SignInFailure | undefined
  /** The last sign-out did not reach the console server. */
  leftAtHost: boolean
  /** After the last sign-out the admin may still be signed in at a server in front. */
  isAtProxy?: boolean | undefined
  onSignedIn: (session: SignedInSession) => void
}

/** The sign-in page: one card, with the address of the service. */
export function SignInPage({ server, failure, leftAtHost, isAtProxy = false, onSignedIn }: SignInPageProps) {
  const { place: serviceInfo, limits } = server
  useEffect(() => {
    document.title = [sessionMessages.title, serviceInfo.label, 'Query Admin']
      .filter((part) => part !== undefined)
      .join(' · ')
  }, [serviceInfo.label])
  return (
    <main ref={restoreFocusOnUnmount} className="sign-main">
      <div className="sign">
        <div className="sign-brand">
          <Logo />
        </div>
        <h1 tabIndex={-1}>{sessionMessages.title}</h1>
        {leftAtHost && (
          <Banner tone="warning" icon={<CloudOff className="icon" aria-hidden="true" />}>
            {sessionMessages.leftAtHost(limits.absolute)}
          </Banner>
        )}
        {isAtProxy && (
          <Banner tone="warning" icon={<CloudOff className="icon" aria-hidden="true" />}>
            {sessionMessages.stillSignedInAtProxy}
          </Banner>
        )}
        {failure !== undefined && (
          <Banner tone="warning" icon={<CloudOff className="icon" aria-hidden="true" />}>
            {signInErrorMessage(failure)}
          </Banner>
        )}
        <div className="service-address">
          <span className="svc-dot" />
          <div>
            <b>
              {serviceInfo.host}
              {serviceInfo.label !== undefined && (
                <span className="tag" translate="no">
                  {serviceInfo.label}
                </span>
              )}
            </b>
            <span className="url">{serviceInfo.example ? sessionMessages.example : serviceInfo.address}</span>
          </div>
        </div>
        <SignInForm server={server} onSignedIn={onSignedIn} />
      </div>
    </main>
  )
}

interface SignedOutSheetProps {
  server: Pick<ConsoleServer, 'place' | 'limits' | 'signIn'>
  cause: { by: SignOutReason; timestamp: number }
  /** What was taken here from the signed-in account, or from one that may be it. */
  ownAccountLoss: OwnAccountLoss | undefined
  onSignedIn: (session: SignedInSession) => void
  onLeave: () => void
  /** The email of the session that has ended; undefined: it is unknown, or not to be shown. */
  knownEmail: string | undefined
  /** Why the page should be reloaded, if it should. */
  reload: { message: string; run: () => void } | undefined
}

/** Signed out in the middle of work: a sheet over the page, which keeps its state underneath. */
export function SignedOutSheet({
  server,
  cause,
  ownAccountLoss,
  onSignedIn,
  onLeave,
  knownEmail,
  reload,
}: SignedOutSheetProps) {
  const id = useId()
  return (
    <Sheet title={sessionMessages.signedOut} describedBy={id} onClose={undefined}>
      <div className="body">
        <p className="soft" id={id}>
          {signedOutMessage(cause.by, formatTime(cause.timestamp), ownAccountLoss)}
        </p>
        {reload !== undefined && (
          <Banner
            icon={<RefreshCw className="icon" aria-hidden="true" />}
            actions={
              <button type="button" className="btn small" onClick={reload.run}>
                {sessionMessages.reload}
              </button>
            }
          >
            {reload.message}
          </Banner>
        )}
        <SignInForm server={server} onSignedIn={onSignedIn} knownEmail={knownEmail} />
        <button type="button" className="btn ghost" onClick={onLeave}>
          {sessionMessages.leave}
        </button>
      </div>
    </Sheet>
  )
}
