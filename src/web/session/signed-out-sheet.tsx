import { RefreshCw } from 'lucide-react'
import { useId } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { clockOf } from '#web/ui/time.ts'
import type { ConsoleServer, Signed } from './console-server.ts'
import type { SignedOutBy } from './session-timer.ts'
import { SignInForm } from './sign-in-form.tsx'
import { signedOutWords, words, type LostAccount } from './words.ts'

interface Props {
  server: Pick<ConsoleServer, 'place' | 'limits' | 'signIn'>
  cause: { by: SignedOutBy; at: number }
  /** What was taken here from the signed-in account, or from one that may be it. */
  own: LostAccount | undefined
  onSigned: (signed: Signed) => void
  onLeave: () => void
  /** Why the page should be reloaded, if it should. */
  reload: { says: string; run: () => void } | undefined
}

/** Signed out in the middle of work: a sheet over the page, which keeps its state underneath. */
export function SignedOutSheet({ server, cause, own, onSigned, onLeave, reload }: Props) {
  const id = useId()
  return (
    <Sheet title={words.signedOut} describedBy={id} onClose={undefined}>
      <div className="body">
        <p className="soft" id={id}>
          {signedOutWords(cause.by, clockOf(cause.at), own)}
        </p>
        {reload !== undefined && (
          <Banner
            icon={<RefreshCw className="icon" aria-hidden="true" />}
            actions={
              <button type="button" className="btn small" onClick={reload.run}>
                {words.reload}
              </button>
            }
          >
            {reload.says}
          </Banner>
        )}
        <SignInForm server={server} onSigned={onSigned} />
        <button type="button" className="btn ghost" onClick={onLeave}>
          {words.leave}
        </button>
      </div>
    </Sheet>
  )
}
