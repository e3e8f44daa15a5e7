import { useId } from 'react'
import { keepFocus } from '#web/ui/focus/focus.ts'
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
  return (
    <div className="set-flag">
      {value === undefined ? (
        // The switch that takes its place gets the focus.
        <div ref={keepFocus}>
          <Choices
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

function Switch({ label, hint, value, onChange }: Props & { value: boolean }) {
  const id = useId()
  return (
    <div className="set">
      <span className="hit">
        <input
          data-home
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
