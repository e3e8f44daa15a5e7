import './switch.css'

interface Props {
  /** `ci-deploy active`. */
  label: string
  /** The service's word. */
  checked: boolean
  /** What was asked for and is not answered yet. */
  asked: boolean | undefined
  /** Said of it only: `onSwitch` is called all the same, and tells why nothing happens. */
  readOnly: boolean
  onSwitch: (to: boolean) => void
}

/**
 * A switch that shows the service's word until the service gives another. While an answer is due it is not disabled: a
 * second press asks for the reverse.
 */
export function RowSwitch({ label, checked, asked, readOnly, onSwitch }: Props) {
  const pending = asked !== undefined
  return (
    <label className="hit">
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        checked={checked}
        aria-checked={checked}
        aria-busy={pending || undefined}
        // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.3 has it; browsers and readers do
        aria-description={pending ? 'Saving…' : undefined}
        aria-disabled={readOnly || undefined}
        className={pending ? 'pending' : undefined}
        onChange={() => onSwitch(!(asked ?? checked))}
      />
    </label>
  )
}

/** `on`, `off`, or `unknown`. */
export function onOff(flag: boolean | undefined): string {
  return flag === undefined ? 'unknown' : flag ? 'on' : 'off'
}
