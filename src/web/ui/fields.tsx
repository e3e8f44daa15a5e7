import {
  type ReactNode,
  useId,
  type InputHTMLAttributes,
  type Ref,
  type ComponentProps,
  useState,
  Fragment,
} from 'react'
import { CircleX, TriangleAlert } from 'lucide-react'
import { restoreFocusOnUnmount } from './focus.ts'
import { nameWarning, UntrustedText } from './untrusted-text.tsx'
import { formatCount } from './format.ts'
import './field.css'
import './choices.css'
import './switch.css'
import './switch-field.css'

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  label: string
  /** Screen readers read it before the hint, which stays visible. */
  error?: ReactNode
  hint?: ReactNode
  inputRef?: Ref<HTMLInputElement>
  /** Buttons inside the field, at its end. */
  endAdornment?: ReactNode
  mono?: boolean
}

/** A labelled text field with its hint and its error. */
export function TextField({ label, error, hint, inputRef, endAdornment, mono, ...input }: TextFieldProps) {
  const id = useId()
  const hasError = error !== undefined && error !== null && error !== false
  return (
    <div className="field" data-invalid-field={hasError ? label : undefined}>
      <label htmlFor={id}>{label}</label>
      <div className={hasError ? 'input bad' : 'input'}>
        <input
          {...input}
          ref={inputRef}
          id={id}
          className={mono === true ? 'mono' : undefined}
          aria-invalid={hasError || undefined}
          aria-describedby={
            `${hasError ? `${id}-error ` : ''}${hint !== undefined ? `${id}-hint` : ''}`.trim() || undefined
          }
        />
        {endAdornment}
      </div>
      {hasError && (
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

interface FieldLineProps {
  label: string
  /** What is stored; undefined: it is never shown. */
  text?: ReactNode
  buttonLabel: string
  /** It includes what the button shows. */
  accessibleButtonLabel: string
  onOpen: () => void
}

/** A field of something that exists, until somebody wants to change it: its label, what is stored, and a button. */
export function FieldLine({ label, text, buttonLabel, accessibleButtonLabel, onOpen }: FieldLineProps) {
  return (
    <div className="field-line">
      <span className="label">{label}</span>
      <span>{text}</span>
      <button type="button" className="btn" data-focus-fallback aria-label={accessibleButtonLabel} onClick={onOpen}>
        {buttonLabel}
      </button>
    </div>
  )
}

interface NameFieldProps extends ComponentProps<typeof TextField> {
  /** What it holds, for sentences. */
  noun: 'name' | 'email' | 'count'
  currentText: string
  /** An existing name that is the same without case, accents, spaces and invisible characters. */
  lookalike?: string | undefined
  /** Replaces the typed text, and focuses the field. */
  onReplace: (text: string) => void
}

/** How many pasted lines are offered. */
const maxOfferedLines = 5

/** A field for a name or an email. It warns about what is easily overlooked in one, and offers to mend it. */
export function NameField({ noun, currentText, lookalike, hint, onReplace, ...field }: NameFieldProps) {
  const [pasted, setPasted] = useState<readonly string[]>([])
  const replace = (text: string) => {
    setPasted([])
    onReplace(text)
  }
  const lines = pasted.slice(0, maxOfferedLines)
  const isJoined = lines.length > 1 && lines.every((line) => currentText.includes(line))
  const spacedEnds = [/^\s/.test(currentText) && 'starts', /\s$/.test(currentText) && 'ends'].filter(
    (end) => end !== false,
  )
  const oddity = nameWarning(currentText)
  const warnings = [
    isJoined && (
      <span key={`pasted ${lines.join()}`}>
        You pasted {formatCount(pasted.length)} lines. Together they are one {noun}. Use only{' '}
        {lines.map((line, index) => (
          <Fragment key={line}>
            {index > 0 && ', '}
            <button type="button" className="link" onClick={() => replace(line)}>
              <UntrustedText text={line} />
            </button>
          </Fragment>
        ))}
        {pasted.length > maxOfferedLines && ` or one of ${formatCount(pasted.length - maxOfferedLines)} more`}.
      </span>
    ),
    spacedEnds.length > 0 && currentText.trim() !== '' && (
      <span key={spacedEnds.join()}>
        The {noun} {spacedEnds.join(' and ')} with a space.{' '}
        <button type="button" className="link" onClick={() => replace(currentText.trim())}>
          Remove spaces
        </button>
      </span>
    ),
    lookalike !== undefined && (
      <span key="alike">
        Looks like “<UntrustedText text={lookalike} unlike={currentText} />
        ”, which exists.
      </span>
    ),
    oddity,
  ].filter((warning) => warning !== false && warning !== undefined)

  return (
    <TextField
      autoComplete="off"
      spellCheck={false}
      autoCapitalize="none"
      {...field}
      onPaste={({ clipboardData }) => {
        const pastedLines = clipboardData.getData('text/plain').split(/[\r\n]+/)
        setPasted([...new Set(pastedLines.map((line) => line.trim()).filter((line) => line !== ''))])
      }}
      hint={
        warnings.length === 0 ? (
          hint && <span>{hint}</span>
        ) : (
          <>
            {warnings.map((warning, index) => (
              <FieldWarning key={index}>{warning}</FieldWarning>
            ))}
            <span>{hint}</span>
          </>
        )
      }
    />
  )
}

interface RadioGroupProps<Id extends string> {
  legend: string
  hideLegend?: boolean
  /** Segments, presets, or a yes/no pair. */
  variant: 'segs' | 'presets' | 'yn'
  options: readonly { id: Id; label: ReactNode }[]
  value: Id | undefined
  onChange: (id: Id) => void
  describedBy?: string | undefined
}

/** Radio buttons: one tab stop, arrows move between them. */
export function RadioGroup<Id extends string>({
  legend,
  hideLegend,
  variant,
  options,
  value,
  onChange,
  describedBy,
}: RadioGroupProps<Id>) {
  const name = useId()
  return (
    <fieldset className="field" aria-describedby={describedBy}>
      <legend className={hideLegend === true ? 'sr' : 'label'}>{legend}</legend>
      <div className={variant}>
        {options.map(({ id, label }) => (
          <label key={id}>
            <input type="radio" name={name} value={id} checked={id === value} onChange={() => onChange(id)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface SwitchFieldProps {
  label: string
  hint: string
  /** Undefined: unreadable, so neither answer is selected. */
  value: boolean | undefined
  onChange: (isOn: boolean) => void
}

const flagOptions = [
  { id: 'on', label: 'On' },
  { id: 'off', label: 'Off' },
] as const

/** A switch in a form, with a hint. While the stored value is unknown, it is a choice of on or off. */
export function SwitchField({ label, hint, value, onChange }: SwitchFieldProps) {
  return (
    <div className="set-flag">
      {value === undefined ? (
        // The switch that takes its place gets the focus.
        <div ref={restoreFocusOnUnmount}>
          <RadioGroup
            legend={label}
            variant="yn"
            options={flagOptions}
            value={undefined}
            onChange={(choice) => onChange(choice === 'on')}
          />
        </div>
      ) : (
        <Switch {...{ label, hint, value, onChange }} />
      )}
    </div>
  )
}

function Switch({ label, hint, value, onChange }: SwitchFieldProps & { value: boolean }) {
  const id = useId()
  return (
    <div className="set">
      <span className="hit">
        <input
          data-focus-fallback
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says itself whether it is checked
          role="switch"
          id={id}
          aria-describedby={`${id}-hint`}
          checked={value}
          onChange={(event) => onChange(event.target.checked)}
        />
      </span>
      <div>
        <label className="label" htmlFor={id}>
          {label}
        </label>
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      </div>
    </div>
  )
}
