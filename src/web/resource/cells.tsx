import type { ReactNode } from 'react'
import { restoreFocusOnUnmount } from '#web/ui/focus.ts'
import { nameWarning, displayText, UntrustedText } from '#web/ui/untrusted-text.tsx'
import { RowWarningIcon, type StatusIconName, StatusIcon } from '#web/ui/icons.tsx'
import { formatAgo, formatDate } from '#web/ui/format.ts'
import type { CellProps, Column, PendingChange } from './columns.ts'
import '#web/ui/switch.css'
import './cells.css'

interface RowSwitchProps {
  /** `ci-deploy active`. */
  label: string
  /** What the service last answered; undefined: unreadable. */
  checked: boolean | undefined
  /** What was requested and is not confirmed yet. */
  requested: boolean | undefined
  /** What happens to the row now: *Checking…* or *Saving…*. */
  busyText: string | undefined
  /** Only sets `aria-disabled`: a press still says why nothing happens. */
  readOnly: boolean
  /** What a press does, see `RowHandlers` of the table. */
  action: string
}

/**
 * A switch that shows what the service last answered. While a change is pending it stays enabled: a second press
 * requests the reverse.
 */
function RowSwitch({ label, checked, requested, busyText, readOnly, action }: RowSwitchProps) {
  if (checked === undefined) {
    return (
      <button
        ref={restoreFocusOnUnmount}
        type="button"
        className="flag-unknown"
        aria-label={`${label}, unknown`}
        aria-haspopup="dialog" // it is never toggled blindly
        data-action={action}
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
      aria-description={pending ? busyText : undefined}
      aria-disabled={readOnly || undefined}
      className={pending ? 'pending' : undefined}
      data-action={action}
      data-requested={!(requested ?? checked)}
      onChange={noop}
    />
  )
}

/** What a press on this switch asks for. */
export const requestedState = ({ dataset }: HTMLElement) => dataset['requested'] === 'true'

/** The table hears each press. React wants a handler beside `checked`. */
export const noop = () => undefined

/** The name, as a button that opens the form. `tags`: the resource’s own marks. */
export const nameCell = (
  { name, isNew }: CellProps<unknown, unknown>,
  { className }: Column,
  { nameClass, tags }: { nameClass: string; tags: ReactNode },
) => {
  const warning = nameWarning(name)
  return (
    <th key="name" role="rowheader" scope="row" className={className} aria-label={displayText(name)}>
      <button
        type="button"
        className={nameClass}
        aria-label={`Edit ${displayText(name)}`}
        data-name={name}
        data-focus-fallback
        data-action="edit"
      >
        <UntrustedText text={name} title={displayText(name)} />
      </button>
      {isNew && <span className="tag is-new">New</span>}
      {warning !== undefined && <RowWarningIcon text={warning} odd />}
      {tags}
    </th>
  )
}

interface StatusCell {
  mark: StatusIconName
  label: ReactNode
  /** A tooltip that says more than the word. */
  title: string | undefined
}

/** The status: its mark and its word; and what happens to the row, where the column *Updated* is hidden. */
export const statusCell = (
  { saveIndicator }: CellProps<unknown, unknown>,
  { className }: Column,
  { mark, label, title }: StatusCell,
) => (
  <td key="status" role="cell" className={`${className} st`} title={title}>
    <StatusIcon mark={mark} />
    <span>{label}</span>
    {saveIndicator && <span className="narrow-state">{saveIndicator}</span>}
  </td>
)

/** A flag, with a pending change on top of the service's answer. As cards, its label stands beside it. */
export const switchCell = (
  { name, pending, readOnly }: CellProps<unknown, object>,
  { name: flag, label, className }: Column,
  { checked, requested }: { checked: boolean | undefined; requested: boolean | undefined },
) => (
  <td key={flag} role="cell" className={className} data-label={label}>
    <RowSwitch
      label={`${displayText(name)} ${flag}`}
      checked={checked}
      requested={requested}
      busyText={busyLabel(pending)}
      readOnly={readOnly}
      action={flag}
    />
  </td>
)

/** The day of a moment (milliseconds since 1970; undefined: unknown). */
export const dateCell = ({ name, className }: Column, timestamp: number | undefined) => (
  <td key={name} role="cell" className={className} {...(timestamp !== undefined && dateProps(timestamp))}>
    {timestamp === undefined ? 'unknown' : formatDate(timestamp)}
  </td>
)

/** How long ago the row was last updated (milliseconds since 1970; undefined: unknown), or what happens to it now. */
export const updatedCell = (
  { saveIndicator, context }: CellProps<unknown, unknown>,
  { name, label, className }: Column,
  timestamp: number | undefined,
) => {
  const text = timestamp === undefined ? 'unknown' : formatAgo(timestamp, context.now)
  return (
    <td
      key={name}
      role="cell"
      className={className}
      data-label={saveIndicator ? undefined : label}
      // *10 mo ago*: on a card there is one line for it.
      data-short={text.replace(/(\d (?:d|mo|y))\w+/, '$1')}
      {...(timestamp !== undefined && !saveIndicator && dateProps(timestamp))}
    >
      {saveIndicator ?? text}
    </td>
  )
}

/** What stands beside a stored moment of 0, −1 or 1 January 1970, in milliseconds: services write such for none at all. */
export const noDateSuffix = (timestamp: number) =>
  timestamp >= -1000 && timestamp < 86_400_000 ? ' · The service may mean “no date”' : ''

/** Of an element that shows a moment: no translation, and the exact moment as a tooltip, which `showTooltip` writes. */
export const dateProps = (timestamp: number) => ({ translate: 'no', 'data-timestamp': timestamp }) as const

/** *Saving…*, or *Waiting* while a job has not come to it yet. */
export const busyLabel = (pending: PendingChange<object> | undefined): string | undefined =>
  pending && (pending.isWaiting ? 'Waiting' : 'Saving…')
