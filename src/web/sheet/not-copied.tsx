import { Copy, Eye, KeyRound } from 'lucide-react'
import type { ResourceName } from '#contract/problem.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import { PageBanner } from '#web/resource/page-banner.tsx'
import { keysOf } from '#web/resource/resource.ts'
import { keepFocus } from '#web/ui/focus/focus.ts'
import { useCurtain } from '#web/ui/hiding/curtain.ts'
import { Foreign, visible } from '#web/ui/names/foreign.tsx'
import { useStore } from '#web/ui/store.ts'
import { counted } from '#web/ui/time.ts'
import { SecretBox } from './secret-box.tsx'
import { secretWords, useSecretOf } from './secret.ts'
import { useSecrets } from './secrets.ts'
import { useHowManyToHandOver, type Loss } from './uncopied.ts'
import { useReveal } from './use-reveal.ts'
import '#web/jobs/note.css'

// What is told of secrets that nobody has copied.

/** Counts the new values or generated passwords, and opens their list. */
export function UncopiedBanner({ resource }: { resource: ResourceName }) {
  const { opened, resources } = useDesk()
  const number = useHowManyToHandOver(resource)
  if (number === 0) return null
  const what = resources[resource].readValue ? 'value' : 'password'
  return (
    <PageBanner
      about="not-copied"
      icon={<KeyRound className="icon" aria-hidden="true" />}
      actions={
        <button type="button" className="btn small" onClick={() => opened.set({ is: 'hand-over' })}>
          Hand over…
        </button>
      }
    >
      {`${counted(number, `new ${what} was`, `new ${what}s were`)} not copied.`}
    </PageBanner>
  )
}

interface Props {
  resource: ResourceName
  name: string
  /** The name, where no row shows it. */
  isNamed?: boolean
}

/** The note about a generated password, which goes once it is copied. */
export function KeptSecret({ resource, name, isNamed = false }: Props) {
  const reveal = useReveal(resource)
  const secretOf = useSecretOf()
  const { opened } = reveal
  const shown = visible(name)
  return (
    <>
      <div ref={keepFocus} className="verdict news">
        <KeyRound className="icon" aria-hidden="true" />
        <p>
          {isNamed && (
            <>
              “<Foreign text={name} />
              ”:{' '}
            </>
          )}
          Generated password, not copied yet. It can’t be read again later.
        </p>
        {opened === undefined && (
          <button
            ref={keepFocus}
            type="button"
            className="btn ghost small"
            aria-label={`Show password of ${shown}`}
            data-reveal={name}
            onClick={() => reveal.toggle(name)}
          >
            <Eye className="icon" aria-hidden="true" />
            Show
          </button>
        )}
        <button
          type="button"
          className="btn small"
          aria-label={`Copy password of ${shown}`}
          onClick={() => reveal.copy(name)}
        >
          <Copy className="icon" aria-hidden="true" />
          Copy password
        </button>
        <button
          type="button"
          className="btn ghost small"
          aria-label={`Dismiss password of ${shown}`}
          onClick={() => secretOf(resource, name).dismiss()}
        >
          Dismiss
        </button>
      </div>
      {opened && <SecretBox key={opened.count} opened={opened} reveal={reveal} />}
    </>
  )
}

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

/** What signing out loses. */
export function LossWords({ values, passwords, hasJob, hasJobElsewhere, missing }: Loss) {
  return (
    <p>
      {values + passwords > 0 && <span>{`You haven’t copied ${secretWords({ values, passwords })}.`}</span>}
      {values > 0 && <span> You can copy values after you sign in again, but they are no longer marked.</span>}
      {passwords > 0 && <span> A password can’t be read again.</span>}
      {missing > 0 && (
        <span>{` ${counted(missing, 'token')} ${missing === 1 ? 'was' : 'were'} deleted and not created again. This page forgets what ${missing === 1 ? 'it' : 'they'} had.`}</span>
      )}
      {hasJob && <span> A job is still under way. Signing out stops it.</span>}
      {hasJobElsewhere && <span> A job is still under way in another tab. Signing out stops it.</span>}
    </p>
  )
}
