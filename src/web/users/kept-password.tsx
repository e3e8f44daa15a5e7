import { Copy, Eye, EyeOff, KeyRound } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSession } from '#web/session/session.ts'
import { clearClipboard, clipboardWords, copyText, refusedCopy } from '#web/ui/clipboard.ts'
import { Foreign, visible } from '#web/ui/names/foreign.tsx'
import { Ring } from '#web/ui/ring.tsx'
import { selectAll, useAutoHide, useEscapeInRow } from '#web/ui/hiding/use-auto-hide.ts'
import '#web/writes/verdict-note.css'

interface Props {
  email: string
  /** The email, where no row shows it. */
  isNamed?: boolean
}

const refusedWords = refusedCopy('password', 'Show')
const mask = '••••••••••••'

/** A generated password that is not copied yet: masked, and removed once it is copied or dismissed. */
export function KeptPassword({ email, isNamed = false }: Props) {
  const { passwords, toasts } = useSession()
  const [shown, setShown] = useState(false)
  const [hide] = useState(() => () => setShown(false))
  const text = useRef<HTMLElement>(null)
  const { left, keep, inside } = useAutoHide(shown, hide)
  const panel = useRef<HTMLDivElement>(null)
  useEscapeInRow(panel, shown, hide)
  const name = visible(email)
  // Written with the node's own method: React would keep a copy of a text that it renders.
  useLayoutEffect(() => {
    const node = text.current
    node?.replaceChildren(shown ? (passwords.read(email) ?? '') : mask)
    return () => node?.replaceChildren()
  }, [shown, passwords, email])

  const copy = async () => {
    if (!(await copyText(passwords.read(email) ?? ''))) {
      flushSync(() => setShown(true))
      // The page may have been left meanwhile.
      if (text.current === null) return toasts.show(refusedWords.notShown(email), { mark: 'failed' })
      window.getSelection()?.selectAllChildren(text.current)
      return toasts.show(refusedWords.selected(email), { mark: 'failed' })
    }
    passwords.forget(email)
    const clear = async () => toasts.show(await clearClipboard())
    toasts.show(
      { before: 'Copied the password of ', name: email, after: '.' },
      { act: { label: clipboardWords.clear, run: () => void clear() } },
    )
  }
  return (
    <div ref={panel} className="verdict news" translate="no" {...inside}>
      <KeyRound className="icon" aria-hidden="true" />
      <p>
        {isNamed && (
          <>
            “<Foreign text={email} />
            ”:{' '}
          </>
        )}
        Generated password, not copied yet:{' '}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- three clicks select a text anywhere */}
        <code ref={text} onMouseDown={(event) => event.detail > 2 && selectAll(event)} /> It can’t be read again later.
      </p>
      {shown && left !== undefined && (
        <button
          type="button"
          className="btn ghost small"
          aria-label={`Keep showing password of ${name}`}
          onClick={keep}
        >
          <Ring seconds={left} />
          Keep showing
        </button>
      )}
      <button
        type="button"
        className="btn ghost small"
        aria-label={`${shown ? 'Hide' : 'Show'} password of ${name}`}
        data-home
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff className="icon" aria-hidden="true" /> : <Eye className="icon" aria-hidden="true" />}
        <span>{shown ? 'Hide' : 'Show'}</span>
      </button>
      <button type="button" className="btn small" aria-label={`Copy password of ${name}`} onClick={() => void copy()}>
        <Copy className="icon" aria-hidden="true" />
        Copy password
      </button>
      <button
        type="button"
        className="btn ghost small"
        aria-label={`Dismiss password of ${name}`}
        onClick={() => passwords.forget(email)}
      >
        Dismiss
      </button>
    </div>
  )
}
