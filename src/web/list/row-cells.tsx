import type { PointerEvent, ReactNode } from 'react'
import { moreIcon } from '#web/ui/icons.tsx'
import { Foreign, visible } from '#web/ui/names/foreign.tsx'
import { oddityOf } from '#web/ui/names/odd-names.ts'
import { RowMark, StatusMark, type Mark } from '#web/ui/status-mark.tsx'
import { RowSwitch } from '#web/ui/row-switch.tsx'
import { ago, bothMoments } from '#web/ui/time.ts'
import './row-cells.css'

// Cells that the rows of every resource have. They are plain functions, not components, because every drawn row calls
// them.

interface NameCell {
  name: string
  className?: string
  /** The row is new and not sorted into its place yet. */
  isNew: boolean
  /** The resource's own marks and tags. */
  also?: ReactNode
}

/** The name, as a button that opens the form. */
export const nameCell = ({ name, className = 'name', isNew, also }: NameCell) => {
  const oddity = oddityOf(name)
  return (
    <th key="name" role="rowheader" scope="row" className="c-name" aria-label={visible(name)}>
      <button
        type="button"
        className={className}
        aria-label={`Edit ${visible(name)}`}
        data-name={name}
        data-home
        data-press="edit"
      >
        <Foreign text={name} title={visible(name)} />
      </button>
      {isNew && <span className="tag">New</span>}
      {oddity !== undefined && <RowMark text={oddity} odd />}
      {also}
    </th>
  )
}

interface StatusCell {
  mark: Mark
  word: ReactNode
  /** A tooltip that says more than the word. */
  title: string | undefined
  /** *Saving…* or *Saved*. Shown here when the column *Updated* is hidden. */
  state: ReactNode
}

/** The status: its mark and its word. */
export const statusCell = ({ mark, word, title, state }: StatusCell) => (
  <td key="status" role="cell" className="c-status st" title={title}>
    <StatusMark mark={mark} />
    <span>{word}</span>
    {state && <span className="narrow-state">{state}</span>}
  </td>
)

type SwitchCell = Omit<Parameters<typeof RowSwitch>[0], 'label' | 'press'> & {
  name: string
  /** The field, which is also what a press does. */
  flag: string
  /** The column's heading; beside the switch when rows are shown as cards. */
  head: string
}

/** A flag, with a pending change on top of the service's answer. */
export const switchCell = ({ name, flag, head, ...props }: SwitchCell) => (
  <td key={flag} role="cell" className="c-sw" data-label={head}>
    <RowSwitch label={`${visible(name)} ${flag}`} press={flag} {...props} />
  </td>
)

/** When the row was last updated (milliseconds since 1970; undefined: unknown), or *Saving…* or *Saved*. */
export const updatedCell = (at: number | undefined, state: ReactNode, now: number) => (
  <td
    key="updated"
    role="cell"
    className="c-upd"
    data-label={state ? undefined : 'Updated'}
    {...(at !== undefined && !state && dateProps(at))}
  >
    {state ?? (at === undefined ? 'unknown' : ago(at, now))}
  </td>
)

/** Of an element that shows a moment: no translation, and the exact moment as a tooltip, which `showTip` writes. */
export const dateProps = (at: number) => ({ translate: 'no', 'data-at': at }) as const

/** Writes the tooltip of the element that is pointed at: few of those drawn ever are. */
export function showTip({ target }: PointerEvent): void {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-at], [data-tip]') : null
  if (element === null) return
  const { at, tip } = element.dataset
  element.title = at === undefined ? (tip ?? '') : bothMoments(Number(at))
}

/** The most frequent acts as buttons, and the menu for the others. */
export const actsCell = (name: string, first?: ReactNode) => (
  <td role="cell" className="c-act">
    {first}
    <button
      type="button"
      className="ib"
      aria-label={`More for ${visible(name)}`}
      aria-haspopup="menu"
      data-press="more"
      data-tip="More"
    >
      {moreIcon}
    </button>
  </td>
)
