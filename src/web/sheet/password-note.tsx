import { Copy, Eye } from 'lucide-react'
import type { ResourceName } from '#contract/problem.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import { ToneBox } from '#web/jobs/note.tsx'
import { keepFocus } from '#web/ui/focus/focus.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { Named } from '#web/ui/names/named.tsx'
import { useStore } from '#web/ui/store.ts'
import { usePasswords } from './passwords.ts'
import { SecretBox } from './secret-box.tsx'
import { useReveal } from './use-reveal.ts'

interface Props {
  resource: ResourceName
  name: string
  /** The name, where no row shows it. */
  isNamed?: boolean
}

/** The note about a generated password that nobody has copied. */
export function PasswordNote({ resource, name, isNamed = false }: Props) {
  const { opened: open } = useDesk()
  const passwords = usePasswords()
  const isLost = useStore(passwords).get(name) === 'lost'
  const reveal = useReveal(resource)
  const { opened } = reveal
  const shown = visible(name)
  const says = isLost
    ? 'The generated password was not copied, and can’t be read again.'
    : 'Generated password, not copied yet. It can’t be read again later.'
  return (
    <>
      <ToneBox
        tone={isLost ? 'red' : 'news'}
        text={<Named text={isNamed ? `“${shown}”: ${says}` : says} names={[name]} />}
      >
        {isLost ? (
          <button
            ref={keepFocus}
            type="button"
            className="btn small"
            aria-label={`Set a new password for ${shown}`}
            onClick={() => open.set({ is: 'row', resource, name, hasPassword: true })}
          >
            Set a new password
          </button>
        ) : (
          <>
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
              ref={keepFocus}
              type="button"
              className="btn small"
              aria-label={`Copy password of ${shown}`}
              onClick={() => reveal.copy(name)}
            >
              <Copy className="icon" aria-hidden="true" />
              Copy
            </button>
          </>
        )}
        <button
          ref={keepFocus}
          type="button"
          className="btn ghost small"
          aria-label={`Dismiss password of ${shown}`}
          onClick={() => passwords.forget([name])}
        >
          Dismiss
        </button>
      </ToneBox>
      {opened && <SecretBox key={opened.count} opened={opened} reveal={reveal} />}
    </>
  )
}
