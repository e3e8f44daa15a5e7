import { useEffect, useId, useRef } from 'react'
import { Choices } from './choices.tsx'
import './switch.css'
import './set-flag.css'

interface Props {
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
export function SetFlag({ label, hint, value, onChange }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const isAnswered = useRef(false)
  useEffect(() => {
    // The answer that had the focus is gone.
    if (isAnswered.current) input.current?.focus()
    isAnswered.current = false
  }, [value])
  if (value === undefined) {
    return (
      <Choices
        legend={label}
        look="yn"
        choices={answers}
        chosen={undefined}
        onChoose={(choice) => {
          isAnswered.current = true
          onChange(choice === 'on')
        }}
      />
    )
  }
  return (
    <div className="set">
      <span className="hit">
        <input
          ref={input}
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
