import { useEffect, useId } from 'react'
import { CloudOff, RefreshCw } from 'lucide-react'
import { restoreFocusOnUnmount } from '#web/ui/focus.ts'
import { Logo } from '#web/ui/icons.tsx'
import { Banner } from '#web/ui/banner.tsx'
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
  refused: SignInFailure | undefined
  /** The last sign-out did not reach the console server. */
  leftAtHost: boolean
  onSigned: (signed: SignedInSession) => void
}

/** The sign-in page: one card, with the address of the service. */
export function SignInPage({ server, refused, leftAtHost, onSigned }: SignInPageProps) {
  const { place, limits } = server
  useEffect(() => {
    document.title = [sessionMessages.title, place.label, 'Query Admin']
      .filter((part) => part !== undefined)
      .join(' · ')
  }, [place.label])
  return (
    <main ref={restoreFocusOnUnmount} className="sign-main">
      <div className="sign">
        <div className="sign-brand">
          <Logo />
        </div>
        <h1 tabIndex={-1}>{sessionMessages.title}</h1>
        {leftAtHost && (
          <Banner tone="amber" icon={<CloudOff className="icon" aria-hidden="true" />}>
            {sessionMessages.leftAtHost(limits.absolute)}
          </Banner>
        )}
        {refused !== undefined && (
          <Banner tone="amber" icon={<CloudOff className="icon" aria-hidden="true" />}>
            {signInErrorMessage(refused)}
          </Banner>
        )}
        <div className="service-address">
          <span className="svc-dot" />
          <div>
            <b>
              {place.host}
              {place.label !== undefined && (
                <span className="tag" translate="no">
                  {place.label}
                </span>
              )}
            </b>
            <span className="url">{place.example ? sessionMessages.example : place.address}</span>
          </div>
        </div>
        <SignInForm server={server} onSigned={onSigned} />
      </div>
    </main>
  )
}

interface SignedOutSheetProps {
  server: Pick<ConsoleServer, 'place' | 'limits' | 'signIn'>
  cause: { by: SignOutReason; at: number }
  /** What was taken here from the signed-in account, or from one that may be it. */
  own: OwnAccountLoss | undefined
  onSigned: (signed: SignedInSession) => void
  onLeave: () => void
  /** Why the page should be reloaded, if it should. */
  reload: { says: string; run: () => void } | undefined
}

/** Signed out in the middle of work: a sheet over the page, which keeps its state underneath. */
export function SignedOutSheet({ server, cause, own, onSigned, onLeave, reload }: SignedOutSheetProps) {
  const id = useId()
  return (
    <Sheet title={sessionMessages.signedOut} describedBy={id} onClose={undefined}>
      <div className="body">
        <p className="soft" id={id}>
          {signedOutMessage(cause.by, formatTime(cause.at), own)}
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
            {reload.says}
          </Banner>
        )}
        <SignInForm server={server} onSigned={onSigned} />
        <button type="button" className="btn ghost" onClick={onLeave}>
          {sessionMessages.leave}
        </button>
      </div>
    </Sheet>
  )
}
