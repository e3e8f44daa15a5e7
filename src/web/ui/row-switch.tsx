import './switch.css'

interface Props {
  /** `ci-deploy active`. */
  label: string
  /** What the service last answered; undefined: unreadable. */
  checked: boolean | undefined
  /** What was requested and is not confirmed yet. */
  requested: boolean | undefined
  /** What happens to the row now: *Checking…* or *Saving…*. */
  busy: string | undefined
  /** Only sets `aria-disabled`: `onSwitch` is still called, and says why nothing happens. */
  readOnly: boolean
  onSwitch: (to: boolean) => void
  /** Opens a choice under the button `from`: an unreadable flag is never toggled blindly. */
  onUnknown: (from: HTMLElement) => void
  choice: 'menu' | 'dialog'
}

/**
 * A switch that shows what the service last answered. While a change is pending it stays enabled: a second press
 * requests the reverse.
 */
export function RowSwitch({ label, checked, requested, busy, readOnly, onSwitch, onUnknown, choice }: Props) {
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
  const pending = requested !== undefined
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
        aria-description={pending ? busy : undefined}
        aria-disabled={readOnly || undefined}
        className={pending ? 'pending' : undefined}
        onChange={() => onSwitch(!(requested ?? checked))}
      />
    </label>
  )
}

/** `on`, `off`, or `unknown`. */
export function onOff(flag: boolean | undefined): string {
  return flag === undefined ? 'unknown' : flag ? 'on' : 'off'
}
