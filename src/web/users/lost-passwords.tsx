import { KeyRound } from 'lucide-react'
import { useSession } from '#web/session/session.ts'
import { PageBanner } from '#web/resource/page-banner.tsx'
import { hashOf } from '#web/list/route.ts'
import { useCurtain } from '#web/ui/hiding/curtain.ts'
import { Foreign, visible } from '#web/ui/names/foreign.tsx'
import { useStore } from '#web/ui/store.ts'

/** Names, above every page, the users whose generated password went with a session before anybody copied it. */
export function LostPasswords() {
  const { passwords, askedForm } = useSession()
  const { lost } = useStore(passwords)
  // Named once the same person has signed in again.
  if (useCurtain() === 'all') return null
  return [...lost].map((email) => (
    <PageBanner
      key={email}
      about="lost-password"
      tone="red"
      icon={<KeyRound className="icon" aria-hidden="true" />}
      actions={
        <>
          <a
            className="btn small"
            href={hashOf('users')}
            aria-label={`Set a new password for ${visible(email)}`}
            onClick={() => askedForm.set({ page: 'users', row: email, newPassword: true })}
          >
            Set a new password
          </a>
          <button
            type="button"
            className="btn ghost small"
            aria-label={`Dismiss: password of ${visible(email)}`}
            onClick={() => passwords.forget(email)}
          >
            Dismiss
          </button>
        </>
      }
    >
      The generated password of “<Foreign text={email} />” was not copied before the session ended. It can’t be read
      again.
    </PageBanner>
  ))
}
