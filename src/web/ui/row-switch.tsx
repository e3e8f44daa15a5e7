import './switch.css'

interface Props {
  /** `ci-deploy active`. */
  label: string
  /** The service's word; undefined where it cannot be read. */
  checked: boolean | undefined
  /** What was asked for and is not answered yet. */
  asked: boolean | undefined
  /** Said of it only: `onSwitch` is called all the same, and tells why nothing happens. */
  readOnly: boolean
  onSwitch: (to: boolean) => void
  /** A flag that cannot be read opens a choice, under this button, and never toggles blindly. */
  onUnknown: (from: HTMLElement) => void
  choice: 'menu' | 'dialog'
}

/**
 * A switch that shows the service's word until the service gives another. While an answer is due it is not disabled: a
 * second press asks for the reverse.
 */
export function RowSwitch({ label, checked, asked, readOnly, onSwitch, onUnknown, choice }: Props) {
  if (checked === undefined) {
    return (
      <button
        type="button"
        className="flag-unknown"
        aria-label={`${label}, unknown`}
        aria-haspopup={choice}
        onClick={(event) => onUnknown(event.currentTarget)}
      />
    )
  }
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
