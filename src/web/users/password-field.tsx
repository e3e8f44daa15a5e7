import { Copy, Eye, EyeOff, RefreshCw } from 'lucide-react'
import { useEffect, useLayoutEffect, useState } from 'react'
import { clearClipboard, clipboardWords, copyText } from '#web/ui/clipboard.ts'
import { useCurtain } from '#web/ui/hiding/curtain.ts'
import { Field, FieldWarning } from '#web/ui/inputs/field.tsx'
import { Ring } from '#web/ui/ring.tsx'
import type { PasswordOf } from '#web/resource/form.ts'
import { useSession } from '#web/session/session.ts'
import { keepFocus } from '#web/ui/focus/focus.ts'
import { useAutoHide } from '#web/ui/hiding/use-auto-hide.ts'
import { generatePassword } from '#web/users/passwords/password.ts'
import { useWeakPassword } from '#web/users/passwords/use-weak-password.ts'
import { words } from './words.ts'
import './password-field.css'

interface Props {
  password: Pick<PasswordOf, 'field' | 'error' | 'isOptional' | 'want'>
  /** The current and new emails of the account. None of them should be the password. */
  emails: readonly string[]
}

/** A new password: typed, pasted or generated. It is masked again like a revealed value, and cleared on unmount. */
export function PasswordField({ password: { field, error, isOptional, want }, emails }: Props) {
  const { announcer } = useSession()
  const label = isOptional ? 'New password' : 'Password'
  const [shown, setShown] = useState(false)
  const [copied, setCopied] = useState<string>()
  const [hasText, setHasText] = useState(false)
  const [mask] = useState(() => () => setShown(false))
  const { left, keep, inside } = useAutoHide(shown, mask)
  const weak = useWeakPassword(field, emails)

  useLayoutEffect(() => {
    const node = field.current
    if (isOptional) node?.focus()
    // React replaces the setter of each node: using it also clears the copy that React keeps.
    return () => {
      if (node !== null) fill(node, '')
    }
  }, [field, isOptional])
  const isOver = useCurtain() === 'all'
  useLayoutEffect(() => {
    if (isOver && field.current !== null) fill(field.current, '')
  }, [isOver, field])
  useEffect(() => {
    const node = field.current
    // A browser restores the input of a form when the page comes back.
    const empty = () => {
      if (node !== null) fill(node, '')
    }
    window.addEventListener('pagehide', empty)
    return () => window.removeEventListener('pagehide', empty)
  }, [field])

  const generate = () => {
    if (field.current === null) return
    fill(
      field.current,
      generatePassword((bytes) => crypto.getRandomValues(bytes)),
    )
    mark(field.current, 'generated')
    setShown(true)
    setCopied(undefined)
    announcer.say('A new password is shown.')
  }
  const copy = async () => {
    const node = field.current
    if (node === null) return
    if (await copyText(node.value)) {
      if (node.dataset['password'] === 'generated') mark(node, 'copied')
      return setCopied(copiedWords.yes)
    }
    setCopied(copiedWords.no)
    setShown(true)
    node.select()
  }
  const clear = async () => {
    setCopied(await clearClipboard())
    if (field.current?.dataset['password'] === 'copied') mark(field.current, 'generated')
  }
  return (
    <div ref={keepFocus} className="password" translate="no">
      <div {...inside}>
        <Field
          label={label}
          type={shown ? 'text' : 'password'}
          autoComplete="new-password"
          spellCheck={false}
          inputRef={field}
          error={error}
          onInput={({ currentTarget }) => {
            mark(currentTarget, 'typed')
            setHasText(currentTarget.value !== '')
          }}
          {...((isOptional || weak !== undefined) && {
            hint: (
              <>
                {weak !== undefined && <FieldWarning>{weak}</FieldWarning>}
                {isOptional && <span>{words.bearersStay}</span>}
              </>
            ),
          })}
          inside={
            <button
              type="button"
              className="ib"
              aria-label={shown ? 'Hide' : 'Show'}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              {shown ? <EyeOff className="icon" aria-hidden="true" /> : <Eye className="icon" aria-hidden="true" />}
            </button>
          }
        />
      </div>
      <div className="more-fields">
        <button type="button" className="btn small" onClick={generate}>
          <RefreshCw className="icon" aria-hidden="true" />
          Generate
        </button>
        {isOptional && (
          <button type="button" className="btn ghost small" onClick={() => want(false)}>
            Keep the old password
          </button>
        )}
        {hasText && (
          <button type="button" className="btn ghost small" data-home onClick={() => void copy()}>
            <Copy className="icon" aria-hidden="true" />
            Copy password
          </button>
        )}
        {hasText && shown && left !== undefined && (
          <button
            ref={keepFocus}
            type="button"
            className="btn ghost small"
            aria-label={`Keep showing ${label}`}
            onClick={keep}
          >
            <Ring seconds={left} />
            Keep showing
            <span className="muted" aria-hidden="true">
              {`${left} s`}
            </span>
          </button>
        )}
        {copied !== undefined && (
          <span className="hint">
            <span>{copied}</span>{' '}
            {copied === copiedWords.yes && (
              <button ref={keepFocus} type="button" className="link" onClick={() => void clear()}>
                {clipboardWords.clear}
              </button>
            )}
          </span>
        )}
      </div>
    </div>
  )
}

/** Where the password in the field comes from. `copied`: generated, and in the clipboard. */
function mark(node: HTMLInputElement, from: 'typed' | 'generated' | 'copied'): void {
  node.dataset['password'] = from
}

function fill(node: HTMLInputElement, text: string): void {
  node.value = text
  node.dispatchEvent(new Event('input', { bubbles: true }))
}

const copiedWords = { yes: 'Copied.', no: 'This browser refused to copy. The password is selected instead.' } as const
