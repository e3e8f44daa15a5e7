import { Copy, Eye, KeyRound } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useDesk } from '#web/jobs/desk.tsx'
import type { ResourceName } from '#contract/problem.ts'
import { Foreign, visible } from '#web/ui/names/foreign.tsx'
import { keepFocus } from '#web/ui/focus/focus.ts'
import { useSession } from '#web/session/session.ts'
import { copyOne } from './copy-secret.ts'
import { NoSecret, readOnce, type ReadOnce } from './read-once.ts'
import { SecretBox } from './secret-box.tsx'
import { useSecrets } from './secrets.ts'
import '#web/jobs/note.css'

interface Props {
  resource: ResourceName
  name: string
  /** The name, where no row shows it. */
  isNamed?: boolean
}

/** The note about a generated password that is not copied yet. Once it is copied, it goes when this note goes. */
export function KeptSecret({ resource, name, isNamed = false }: Props) {
  const session = useSession()
  const { jobs } = useDesk()
  const secrets = useSecrets()
  const [opened, setOpened] = useState<{ once: ReadOnce; isSelected: boolean }>()
  const hide = useCallback(() => setOpened(undefined), [])
  useEffect(() => secrets.hold(name), [secrets, name])
  const read = async () => {
    const text = secrets.read(name)
    if (text === undefined) throw new NoSecret('It is no longer kept. Set a new password.')
    return text
  }
  const copy = () =>
    void copyOne(session, {
      what: 'password',
      name,
      read,
      show(text) {
        setOpened({ once: readOnce(read, text), isSelected: true })
        return true
      },
      onCopied() {
        secrets.copied(name)
        jobs.mark(resource, name, { isCopied: true })
        return { says: `Copied the password of “${shown}”.` }
      },
    })
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
            onClick={() => setOpened({ once: readOnce(read), isSelected: false })}
          >
            <Eye className="icon" aria-hidden="true" />
            Show
          </button>
        )}
        <button type="button" className="btn small" aria-label={`Copy password of ${shown}`} onClick={copy}>
          <Copy className="icon" aria-hidden="true" />
          Copy password
        </button>
        <button
          type="button"
          className="btn ghost small"
          aria-label={`Dismiss password of ${shown}`}
          onClick={() => secrets.dismiss(name)}
        >
          Dismiss
        </button>
      </div>
      {opened && (
        <SecretBox
          key={opened.isSelected ? 'selected' : 'shown'}
          what="password"
          name={name}
          once={opened.once}
          isSelected={opened.isSelected}
          onCopy={copy}
          onHide={hide}
        />
      )}
    </>
  )
}
