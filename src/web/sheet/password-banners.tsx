import { KeyRound } from 'lucide-react'
import { useDesk } from '#web/jobs/desk.tsx'
import { PageBanner } from '#web/resource/page-banner.tsx'
import { keysOf } from '#web/resource/resource.ts'
import { useCurtain } from '#web/ui/hiding/curtain.ts'
import { Foreign, visible } from '#web/ui/names/foreign.tsx'
import { useStore } from '#web/ui/store.ts'
import { useSecrets } from './secrets.ts'

/** Names, above every page, the rows whose generated password went before anybody copied it. */
export function PasswordBanners() {
  const { opened, resources } = useDesk()
  const secrets = useSecrets()
  const { lost } = useStore(secrets)
  // Named once the same person has signed in again.
  if (useCurtain() === 'all') return null
  const resource = keysOf(resources).find((name) => resources[name].forms.password !== undefined)
  if (resource === undefined) return null
  return [...lost].map((name) => (
    <PageBanner
      key={name}
      about="lost-password"
      tone="red"
      icon={<KeyRound className="icon" aria-hidden="true" />}
      actions={
        <>
          <button
            type="button"
            className="btn small"
            aria-label={`Set a new password for ${visible(name)}`}
            onClick={() => opened.set({ is: 'row', resource, name, hasPassword: true })}
          >
            Set a new password
          </button>
          <button
            type="button"
            className="btn ghost small"
            aria-label={`Dismiss: password of ${visible(name)}`}
            onClick={() => secrets.dismiss(name)}
          >
            Dismiss
          </button>
        </>
      }
    >
      The generated password of “<Foreign text={name} />” was not copied. It can’t be read again.
    </PageBanner>
  ))
}
