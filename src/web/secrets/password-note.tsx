import { useMutation } from '@tanstack/react-query'
import { Copy, Eye } from 'lucide-react'
import type { ResourceName } from '#api/problem.ts'
import { useAppContext } from '#web/jobs/app-context.tsx'
import { Callout } from '#web/jobs/result-note.tsx'
import { restoreFocusOnUnmount } from '#web/ui/focus.ts'
import { displayText, TextWithNames } from '#web/ui/untrusted-text.tsx'
import { useStore } from '#web/ui/store.ts'
import { useGeneratedPasswords } from './generated-passwords.ts'
import { secretMutation, useReveal, type OpenSecretProps } from './reveal.ts'
import { SecretPanel } from './secret-panel.tsx'

interface PasswordNoteProps {
  resource: ResourceName
  name: string
  /** The name, where no row shows it. */
  isNamed?: boolean
}

/** The note about a generated password that nobody has copied. */
export function PasswordNote({ resource, name, isNamed = false }: PasswordNoteProps) {
  const { overlay } = useAppContext()
  const passwords = useGeneratedPasswords()
  const state = useStore(passwords).get(name)
  const isLost = state === 'lost'
  const reveal = useReveal(resource)
  const { opened } = reveal
  const displayName = displayText(name)
  const text = isLost
    ? 'The generated password was not copied, and can’t be read again.'
    : state === 'changed'
      ? 'Generated password, not copied yet. The user has changed since, and maybe the password too.'
      : 'Generated password, not copied yet. It can’t be read again later.'
  return (
    <>
      <Callout
        tone={isLost ? 'error' : 'new-value'}
        text={<TextWithNames text={isNamed ? `“${displayName}”: ${text}` : text} names={[name]} />}
      >
        {isLost ? (
          <button
            ref={restoreFocusOnUnmount}
            type="button"
            className="btn small"
            aria-label={`Set a new password for ${displayName}`}
            onClick={() => overlay.set({ type: 'row', resource, name, setsPassword: true })}
          >
            Set a new password
          </button>
        ) : (
          <>
            {opened === undefined && (
              <button
                ref={restoreFocusOnUnmount}
                type="button"
                className="btn ghost small"
                aria-label={`Show password of ${displayName}`}
                data-reveal={name}
                onClick={() => reveal.toggle(name)}
              >
                <Eye className="icon" aria-hidden="true" />
                Show
              </button>
            )}
            <button
              ref={restoreFocusOnUnmount}
              type="button"
              className="btn small"
              aria-label={`Copy password of ${displayName}`}
              onClick={() => reveal.copy(name)}
            >
              <Copy className="icon" aria-hidden="true" />
              Copy
            </button>
          </>
        )}
        <button
          ref={restoreFocusOnUnmount}
          type="button"
          className="btn ghost small"
          aria-label={`Dismiss password of ${displayName}`}
          onClick={() => passwords.forget([name])}
        >
          Dismiss
        </button>
      </Callout>
      {opened && <RevealedPassword key={opened.openingId} opened={opened} reveal={reveal} />}
    </>
  )
}

/** Holds the password, as the result of its mutation. Hiding it drops the password. */
function RevealedPassword({ opened, reveal }: OpenSecretProps) {
  return <SecretPanel opened={opened} reveal={reveal} mutation={useMutation(secretMutation(opened.read))} />
}
