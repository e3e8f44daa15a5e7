import type { ReactNode, PointerEvent } from 'react'
import { ShieldAlert, Check } from 'lucide-react'
import { restoreFocusOnUnmount } from '#web/ui/focus.ts'
import { nameWarning, displayText, UntrustedText } from '#web/ui/untrusted-text.tsx'
import { RowWarningIcon, type StatusIconName, StatusIcon, moreIcon } from '#web/ui/icons.tsx'
import { formatAgo, formatLocalAndUtc } from '#web/ui/format.ts'
import type { PendingChange } from '#web/jobs/job-selectors.ts'
import { BusyText } from '#web/ui/placeholders.tsx'
import type { SelectionState } from './selection.tsx'
import '#web/ui/switch.css'
import './row-cells.css'
import './row-state.css'

interface Props {
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
  /** What a press does, see `RowHandlers`. */
  action: string
  /** What a press on an unreadable flag opens: it is never toggled blindly. */
  popupType: 'menu' | 'dialog'
}

/**
 * A switch that shows what the service last answered. While a change is pending it stays enabled: a second press
 * requests the reverse.
 */
export function RowSwitch({ label, checked, requested, busyText, readOnly, action, popupType }: Props) {
  if (checked === undefined) {
    return (
      <button
        ref={restoreFocusOnUnmount}
        type="button"
        className="flag-unknown"
        aria-label={`${label}, unknown`}
        aria-haspopup={popupType}
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

// Cells that the rows of every resource have. They are plain functions, not components, because every drawn row calls
// them.

interface NameCell {
  name: string
  className?: string
  /** The row is new and not sorted into its place yet. */
  isNew: boolean
  /** The resource's own marks and tags. */
  tags?: ReactNode
}

/** The name, as a button that opens the form. */
export const nameCell = ({ name, className = 'name', isNew, tags }: NameCell) => {
  const warning = nameWarning(name)
  return (
    <th key="name" role="rowheader" scope="row" className="c-name" aria-label={displayText(name)}>
      <button
        type="button"
        className={className}
        aria-label={`Edit ${displayText(name)}`}
        data-name={name}
        data-focus-fallback
        data-action="edit"
      >
        <UntrustedText text={name} title={displayText(name)} />
      </button>
      {isNew && <span className="tag">New</span>}
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
  /** *Checking…*, *Saving…* or *Saved*. Shown here when the column *Updated* is hidden. */
  state: ReactNode
}

/** The status: its mark and its word. */
export const statusCell = ({ mark, label, title, state }: StatusCell) => (
  <td key="status" role="cell" className="c-status st" title={title}>
    <StatusIcon mark={mark} />
    <span>{label}</span>
    {state && <span className="narrow-state">{state}</span>}
  </td>
)

type SwitchCell = Omit<Parameters<typeof RowSwitch>[0], 'label' | 'action'> & {
  name: string
  /** The field, which is also what a press does. */
  flag: string
  /** The column's heading; beside the switch when rows are shown as cards. */
  columnLabel: string
}

/** A flag, with a pending change on top of the service's answer. */
export const switchCell = ({ name, flag, columnLabel, ...props }: SwitchCell) => (
  <td key={flag} role="cell" className="c-sw" data-label={columnLabel}>
    <RowSwitch label={`${displayText(name)} ${flag}`} action={flag} {...props} />
  </td>
)

/** When the row was last updated (milliseconds since 1970; undefined: unknown), or *Checking…*, *Saving…* or *Saved*. */
export const updatedCell = (timestamp: number | undefined, state: ReactNode, now: number) => (
  <td key="updated" role="cell" className="c-upd" {...(timestamp !== undefined && !state && dateProps(timestamp))}>
    {state ?? (timestamp === undefined ? 'unknown' : formatAgo(timestamp, now))}
  </td>
)

/** Of an element that shows a moment: no translation, and the exact moment as a tooltip, which `showTooltip` writes. */
export const dateProps = (timestamp: number) => ({ translate: 'no', 'data-timestamp': timestamp }) as const

/** Writes the tooltip of the element that is pointed at: few of those drawn ever are. */
export function showTooltip({ target }: PointerEvent): void {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-timestamp], [data-tooltip]') : null
  if (element === null) return
  const { timestamp, tooltip } = element.dataset
  element.title = timestamp === undefined ? (tooltip ?? '') : formatLocalAndUtc(Number(timestamp))
}

/** The most frequent acts as buttons, and the menu for the others. */
export const actionsCell = (name: string, frequentActions?: ReactNode) => (
  <td role="cell" className="c-act">
    {frequentActions}
    <button
      type="button"
      className="ib"
      aria-label={`More for ${displayText(name)}`}
      aria-haspopup="menu"
      data-action="more"
      data-tooltip="More"
    >
      {moreIcon}
    </button>
  </td>
)

/** The checkbox in the table head: selects all shown rows, or deselects them. `count`: how many are shown. */
export function SelectAll({ selection, count }: { selection: SelectionState; count: number }) {
  const { visible, selectAll } = selection
  const isAll = visible === count
  const isMixed = !isAll && visible > 0
  return (
    <th role="columnheader" scope="col" className="c-check">
      <input
        type="checkbox"
        aria-label="Select all shown"
        className={isMixed ? 'mixed' : undefined}
        checked={isAll}
        ref={(checkbox) => {
          if (checkbox !== null) checkbox.indeterminate = isMixed
        }}
        onChange={() => selectAll(!isAll)}
      />
    </th>
  )
}

/** The cell that selects a row. A plain function, not a component: every drawn row calls it. */
export const selectCell = (name: string, isSelected: boolean) => (
  <td role="cell" className="c-check">
    <input
      type="checkbox"
      aria-label={`Select ${displayText(name)}`}
      checked={isSelected}
      data-action="select"
      data-box={name}
      onChange={noop}
    />
  </td>
)

/** What a row shows besides the fields of its resource. */
export interface RowState<Change> {
  /** The change that is requested and not confirmed yet. */
  pending: PendingChange<Change> | undefined
  /** A save that was verified a moment ago. */
  saved: ReactNode
  /** The row is new and not sorted into its place yet. */
  isNew: boolean
  readOnly: boolean
}

/** *Saving…*, or *Waiting* while a job has not come to it yet. */
export const busyLabel = (pending: PendingChange<object> | undefined): string | undefined =>
  pending && (pending.isWaiting ? 'Waiting' : 'Saving…')

/** What happens to the row now, or the result, which replaces the time of the last update for a moment. */
export function saveIndicator({ pending, saved }: Pick<RowState<object>, 'pending' | 'saved'>): ReactNode {
  if (pending === undefined) return saved
  return pending.isWaiting ? (
    <span className="busy">{busyLabel(pending)}</span>
  ) : (
    <BusyText label={busyLabel(pending)} />
  )
}

interface SavedProps {
  name: string
  /** The value needs repair, so the row shows no green tick. */
  needsRepair: boolean
  /** Undefined: it cannot be undone. */
  onUndo: (() => void) | undefined
}

/** *Saved* and *Undo*, which a row shows for a moment after a verified save. */
export function SavedIndicator({ name, needsRepair, onUndo }: SavedProps) {
  const Icon = needsRepair ? ShieldAlert : Check
  return (
    <span className={needsRepair ? 'saved warned' : 'saved ok'}>
      <Icon className="icon s14" aria-hidden="true" />
      <span>{needsRepair ? 'Needs repair' : 'Saved'}</span>
      {onUndo && (
        <button
          ref={restoreFocusOnUnmount}
          type="button"
          className="link"
          aria-label={`Undo for ${displayText(name)}`}
          onClick={onUndo}
        >
          Undo
        </button>
      )}
    </span>
  )
}
