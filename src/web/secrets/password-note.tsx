import { useMutation } from '@tanstack/react-query'
import { Copy, Eye } from 'lucide-react'
import type { ResourceName } from '#api/problem.ts'
import type { ReactNode } from 'react'
import { useAppContext, useJobRows, useRowNotes } from '#web/jobs/app-context.tsx'
import { Callout } from '#web/jobs/result-note.tsx'
import { restoreFocusOnUnmount } from '#web/ui/focus.ts'
import { displayText, TextWithNames } from '#web/ui/untrusted-text.tsx'
import { useStore } from '#web/ui/store.ts'
import { isLost, useGeneratedPasswords, type PasswordState } from './generated-passwords.ts'
import { secretMutation, useReveal, type OpenSecretProps } from './reveal.ts'
import { SecretPanel } from './secret-panel.tsx'

interface PasswordNoteProps {
  resource: ResourceName
  name: string
  /** The name, where no row shows it. */
  isNamed?: boolean
  /** The note about what was done to the row. If all went well, this one says it, too. */
  resultNote?: ReactNode
}

/** What came of it stands first: a phone cuts the rest. */
const passwordSentences: Readonly<Record<PasswordState, string>> = {
  kept: 'Copy the password now; it can’t be read again.',
  copied: 'Copy the password now; it can’t be read again.',
  changed: 'Not copied yet. The user has changed since, and maybe the password too.',
  lost: 'Not copied. The generated password can’t be read again.',
  'lost-changed': 'Not copied. The user has changed since, and maybe the generated password too.',
}

/** The note about a generated password that nobody has copied. */
export function PasswordNote({ resource, name, isNamed = false, resultNote }: PasswordNoteProps) {
  const { overlay, jobs } = useAppContext()
  const entry = useRowNotes(resource).noted.get(name)
  const result =
    entry?.item.facts?.status === 'success' && entry.item.facts.concern === undefined ? entry.item : undefined
  const passwords = useGeneratedPasswords()
  const state = useStore(passwords).get(name)
  const isGone = isLost(state)
  const { last, pending } = useJobRows(resource)
  const reveal = useReveal(resource, {
    isRowRendered: () => true,
    // It closes when a write of its row begins or ends: that may store another one.
    rowOf: () => ({ jobId: last.get(name)?.job.id, isSaving: pending.has(name) }),
  })
  const { opened } = reveal
  const displayName = displayText(name)
  const passwordText = passwordSentences[state ?? 'kept']
  const text = [result?.message?.text, passwordText].filter(Boolean).join(' ')
  return (
    <>
      {result === undefined && resultNote}
      <Callout
        tone={isGone ? 'error' : 'new-value'}
        text={<TextWithNames text={isNamed ? `“${displayName}”: ${text}` : text} names={[name]} />}
        dismissLabel={`Dismiss password of ${displayName}`}
        onDismiss={() => {
          passwords.forget([name])
          jobs.updateItems(resource, [name], { isDismissed: true })
        }}
      >
        {isGone ? (
          <button
            key="set"
            ref={restoreFocusOnUnmount}
            type="button"
            className="btn small"
            aria-label={`New password… of ${displayName}`}
            onClick={() => overlay.set({ type: 'row', resource, name, setsPassword: true })}
          >
            New password…
          </button>
        ) : (
          <>
            <button
              ref={restoreFocusOnUnmount}
              type="button"
              className="btn small"
              aria-label={`Copy password of ${displayName}`}
              onClick={() => reveal.copy(name)}
            >
              <Copy className="icon" aria-hidden="true" />
              Copy password
            </button>
            {opened === undefined && (
              <button
                ref={restoreFocusOnUnmount}
                type="button"
                className="btn small"
                aria-label={`Show password of ${displayName}`}
                data-reveal={name}
                onClick={() => reveal.toggle(name)}
              >
                <Eye className="icon" aria-hidden="true" />
                Show
              </button>
            )}
          </>
        )}
      </Callout>
      {opened && <RevealedPassword key={opened.openingId} opened={opened} reveal={reveal} />}
    </>
  )
}

/** Holds the password, as the result of its mutation. Hiding it drops the password. */
function RevealedPassword({ opened, reveal }: OpenSecretProps) {
  return <SecretPanel opened={opened} reveal={reveal} mutation={useMutation(secretMutation(opened.read))} />
}
