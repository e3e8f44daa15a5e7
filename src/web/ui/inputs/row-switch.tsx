import { keepFocus } from '#web/ui/focus/focus.ts'
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
  /** Only sets `aria-disabled`: a press still says why nothing happens. */
  readOnly: boolean
  /** What a press does, see `Presses`. */
  press: string
  /** What a press on an unreadable flag opens: it is never toggled blindly. */
  choice: 'menu' | 'dialog'
}

/**
 * A switch that shows what the service last answered. While a change is pending it stays enabled: a second press
 * requests the reverse.
 */
export function RowSwitch({ label, checked, requested, busy, readOnly, press, choice }: Props) {
  if (checked === undefined) {
    return (
      <button
        ref={keepFocus}
        type="button"
        className="flag-unknown"
        aria-label={`${label}, unknown`}
        aria-haspopup={choice}
        data-press={press}
      />
    )
  }
  const pending = requested !== undefined
  return (
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
      data-press={press}
      data-to={!(requested ?? checked)}
      onChange={pressed}
    />
  )
}

/** What a press on this switch asks for. */
export const switchesTo = ({ dataset }: HTMLElement) => dataset['to'] === 'true'

/** The table hears each press. React wants a handler beside `checked`. */
export const pressed = () => undefined

/** `on`, `off`, or `unknown`. */
export function onOff(flag: boolean | undefined): string {
  return flag === undefined ? 'unknown' : flag ? 'on' : 'off'
}
