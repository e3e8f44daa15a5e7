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
import './set-flag.css'

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
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
export function TextField({ label, error, hint, inputRef, inside, mono, ...input }: TextFieldProps) {
  const id = useId()
  const bad = error !== undefined && error !== null && error !== false
  return (
    <div className="field" data-invalid-field={bad ? label : undefined}>
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

interface NameFieldProps extends ComponentProps<typeof TextField> {
  /** What it holds, for sentences. */
  what: 'name' | 'email' | 'count'
  typed: string
  /** An existing name that is the same without case, accents, spaces and invisible characters. */
  alike?: string | undefined
  /** Replaces the typed text, and focuses the field. */
  onReplace: (text: string) => void
}

/** How many pasted lines are offered. */
const offered = 5

/** A field for a name or an email. It warns about what is easily overlooked in one, and offers to mend it. */
export function NameField({ what, typed, alike, hint, onReplace, ...field }: NameFieldProps) {
  const [pasted, setPasted] = useState<readonly string[]>([])
  const replace = (text: string) => {
    setPasted([])
    onReplace(text)
  }
  const lines = pasted.slice(0, offered)
  const isJoined = lines.length > 1 && lines.every((line) => typed.includes(line))
  const ends = [/^\s/.test(typed) && 'starts', /\s$/.test(typed) && 'ends'].filter((end) => end !== false)
  const oddity = nameWarning(typed)
  const warnings = [
    isJoined && (
      <span key={`pasted ${lines.join()}`}>
        You pasted {formatCount(pasted.length)} lines. Together they are one {what}. Use only{' '}
        {lines.map((line, at) => (
          <Fragment key={line}>
            {at > 0 && ', '}
            <button type="button" className="link" onClick={() => replace(line)}>
              <UntrustedText text={line} />
            </button>
          </Fragment>
        ))}
        {pasted.length > offered && ` or one of ${formatCount(pasted.length - offered)} more`}.
      </span>
    ),
    ends.length > 0 && typed.trim() !== '' && (
      <span key={ends.join()}>
        The {what} {ends.join(' and ')} with a space.{' '}
        <button type="button" className="link" onClick={() => replace(typed.trim())}>
          Remove spaces
        </button>
      </span>
    ),
    alike !== undefined && (
      <span key="alike">
        Looks like “<UntrustedText text={alike} unlike={typed} />
        ”, which exists.
      </span>
    ),
    oddity,
  ].filter((says) => says !== false && says !== undefined)

  return (
    <TextField
      autoComplete="off"
      spellCheck={false}
      {...field}
      onPaste={({ clipboardData }) => {
        const all = clipboardData.getData('text/plain').split(/[\r\n]+/)
        setPasted([...new Set(all.map((line) => line.trim()).filter((line) => line !== ''))])
      }}
      hint={
        warnings.length === 0 ? (
          hint && <span>{hint}</span>
        ) : (
          <>
            {warnings.map((says, at) => (
              <FieldWarning key={at}>{says}</FieldWarning>
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
  look: 'segs' | 'presets' | 'yn'
  choices: readonly { id: Id; label: ReactNode }[]
  chosen: Id | undefined
  onChoose: (id: Id) => void
  describedBy?: string | undefined
}

/** Radio buttons: one tab stop, arrows move between them. */
export function RadioGroup<Id extends string>({
  legend,
  hideLegend,
  look,
  choices,
  chosen,
  onChoose,
  describedBy,
}: RadioGroupProps<Id>) {
  const name = useId()
  return (
    <fieldset className="field" aria-describedby={describedBy}>
      <legend className={hideLegend === true ? 'sr' : 'label'}>{legend}</legend>
      <div className={look}>
        {choices.map(({ id, label }) => (
          <label key={id}>
            <input type="radio" name={name} value={id} checked={id === chosen} onChange={() => onChoose(id)} />
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
  onChange: (to: boolean) => void
}

const answers = [
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
            look="yn"
            choices={answers}
            chosen={undefined}
            onChoose={(choice) => onChange(choice === 'on')}
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
