import { CircleX, TriangleAlert } from 'lucide-react'
import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import './field.css'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  label: string
  /** Screen readers read it before the hint, which stays visible. */
  error?: ReactNode
  hint?: ReactNode
  inputRef?: Ref<HTMLInputElement>
  /** Buttons inside the field, at its end. */
  inside?: ReactNode
  mono?: boolean
}

/** A labelled text field with its hint and its error. */
export function Field({ label, error, hint, inputRef, inside, mono, ...input }: Props) {
  const id = useId()
  const bad = error !== undefined && error !== null && error !== false
  return (
    <div className="field" data-bad={bad ? label : undefined}>
      <label htmlFor={id}>{label}</label>
      <div className={bad ? 'input bad' : 'input'}>
        <input
          {...input}
          ref={inputRef}
          id={id}
          className={mono === true ? 'mono' : undefined}
          aria-invalid={bad || undefined}
          aria-describedby={`${bad ? `${id}-error ` : ''}${hint !== undefined ? `${id}-hint` : ''}`.trim() || undefined}
        />
        {inside}
      </div>
      {bad && (
        <div className="err" id={`${id}-error`}>
          <CircleX className="icon s14" aria-hidden="true" />
          <span>{error}</span>
        </div>
      )}
      {hint !== undefined && (
        <div className="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  )
}

/** A warning in a form. It does not prevent sending. */
export function FieldWarning({ children }: { children: ReactNode }) {
  return (
    <span className="warned">
      <TriangleAlert className="icon s14" aria-hidden="true" />
      <span>{children}</span>
    </span>
  )
}
