import { Copy, Eye, EyeOff, RefreshCw } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { Field } from '#web/ui/field.tsx'
import { generatePassword } from './password.ts'

interface Props {
  label: string
  error: string | undefined
  hint?: string
  /** Where the page reads the password from when it sends it; the text lives in the field alone. */
  field: RefObject<HTMLInputElement | null>
  autoFocus?: boolean
}

const showFor = 30_000

/** A new password: typed, pasted or generated. It is masked again after 30 seconds and emptied when it goes. */
export function PasswordField({ label, error, hint, field, autoFocus = false }: Props) {
  const [shown, setShown] = useState(false)
  const [copied, setCopied] = useState<boolean>()
  const eye = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!shown) return
    const mask = () => setShown(false)
    const timer = setTimeout(mask, showFor)
    document.addEventListener('visibilitychange', mask)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', mask)
    }
  }, [shown])
  useLayoutEffect(() => {
    const node = field.current
    if (autoFocus) node?.focus()
    return () => {
      if (node !== null) node.value = ''
    }
  }, [field, autoFocus])

  const generate = () => {
    if (field.current === null) return
    field.current.value = generatePassword((bytes) => crypto.getRandomValues(bytes))
    setShown(true)
    setCopied(undefined)
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(field.current?.value ?? '')
      setCopied(true)
    } catch {
      setCopied(false)
      setShown(true)
      field.current?.select()
    }
  }
  return (
    <div className="password">
      <Field
        label={label}
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        spellCheck={false}
        inputRef={field}
        error={error}
        {...(hint !== undefined && { hint })}
        inside={
          <button
            ref={eye}
            type="button"
            className="ib"
            aria-label={shown ? 'Mask what is typed' : 'Show what is typed'}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff className="icon" aria-hidden="true" /> : <Eye className="icon" aria-hidden="true" />}
          </button>
        }
      />
      <div className="more-fields">
        <button type="button" className="btn small" onClick={generate}>
          <RefreshCw className="icon" aria-hidden="true" />
          Generate
        </button>
        <button type="button" className="btn ghost small" onClick={() => void copy()}>
          <Copy className="icon" aria-hidden="true" />
          Copy what is typed
        </button>
        {copied !== undefined && (
          <span className="hint">{copied ? 'Copied.' : 'This browser refused to copy; it is selected instead.'}</span>
        )}
      </div>
    </div>
  )
}
