import { RefreshCw } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { useSession } from '#web/ui/session.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { useStore } from '#web/ui/store.ts'
import { clockOf } from '#web/ui/time.ts'
import { deletedAccount } from '#web/users/you.ts'
import type { SignInBackend, Signed } from './sign-in-backend.ts'
import type { SignedOutBy } from './session-timer.ts'
import { SignInForm } from './sign-in-form.tsx'
import { signedOutWords, words } from './words.ts'

interface Props {
  backend: SignInBackend
  cause: { by: SignedOutBy; at: number }
  onSigned: (signed: Signed) => void
  onLeave: () => void
  /** Reloads the page, which is out of date; undefined: it is not. */
  onReload: (() => void) | undefined
}

/** Signed out in the middle of work: a sheet over the page, which keeps its state underneath. */
export function SignedOutSheet({ backend, cause, onSigned, onLeave, onReload }: Props) {
  const id = useId()
  const { identity, outcomes } = useSession()
  const deleted = deletedAccount(identity, useStore(outcomes), useQueryClient().getQueryData(['users']))
  return (
    <Sheet title={words.signedOut} describedBy={id} onClose={undefined}>
      <div className="body">
        <p className="soft" id={id}>
          {signedOutWords(cause.by, clockOf(cause.at), deleted)}
        </p>
        {onReload !== undefined && (
          <Banner
            icon={<RefreshCw className="icon" aria-hidden="true" />}
            actions={
              <button type="button" className="btn small" onClick={onReload}>
                {words.reload}
              </button>
            }
          >
            {words.updated}
          </Banner>
        )}
        <SignInForm backend={backend} onSigned={onSigned} />
        <button type="button" className="btn ghost" onClick={onLeave}>
          {words.leave}
        </button>
      </div>
    </Sheet>
  )
}
