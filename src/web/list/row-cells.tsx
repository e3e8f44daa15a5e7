import type { ReactNode } from 'react'
import { moreIcon, tip } from '#web/ui/icons.tsx'
import { Foreign, visible } from '#web/ui/names/foreign.tsx'
import { RowMark, StatusMark, type Mark } from '#web/ui/status-mark.tsx'
import { RowSwitch } from '#web/ui/row-switch.tsx'
import { ago, bothMoments } from '#web/ui/time.ts'
import './row-cells.css'

// The cells that rows of every resource have. Made for each row that is drawn, so no components of their own.

interface NameCell {
  name: string
  className?: string
  /** What is odd about the look of the name. */
  oddity: string | undefined
  /** It stands on top of an order that it is not in yet. */
  isNew: boolean
  /** Marks and tags of the resource. */
  also?: ReactNode
  onEdit: () => void
}

/** The name, which opens the form. */
export const nameCell = ({ name, className = 'name', oddity, isNew, also, onEdit }: NameCell) => (
  <th key="name" role="rowheader" scope="row" className="c-name" aria-label={visible(name)}>
    <button
      type="button"
      className={className}
      aria-label={`Edit ${visible(name)}`}
      data-name={name}
      data-home
      onClick={onEdit}
    >
      <Foreign text={name} title={visible(name)} />
    </button>
    {isNew && <span className="tag">New</span>}
    {oddity !== undefined && <RowMark says={oddity} odd />}
    {also}
  </th>
)

interface StatusCell {
  mark: Mark
  word: ReactNode
  /** What the word leaves open. */
  title: string | undefined
  /** A write under way, or just verified; shown here where the column for it is not. */
  state: ReactNode
}

/** The status, by its mark and its word. */
export const statusCell = ({ mark, word, title, state }: StatusCell) => (
  <td key="status" role="cell" className="c-status">
    <span className="st" title={title}>
      <StatusMark mark={mark} />
      {word}
      {state && <span className="narrow-state">{state}</span>}
    </span>
  </td>
)

type SwitchCell<Flag extends string> = Omit<Parameters<typeof RowSwitch>[0], 'label'> & {
  name: string
  flag: Flag
  /** Heads the column; beside the switch where rows are cards. */
  head: string
}

/** A flag, with what was asked for laid over the service's word. */
export const switchCell = <Flag extends string>({ name, flag, head, ...props }: SwitchCell<Flag>) => (
  <td key={flag} role="cell" className="c-sw" data-label={head}>
    <RowSwitch label={`${visible(name)} ${flag}`} {...props} />
  </td>
)

/** When the row was last updated (milliseconds since 1970; undefined: unknown), or what is happening to it. */
export const updatedCell = (at: number | undefined, state: ReactNode, now: number) => (
  <td key="updated" role="cell" className="c-upd" title={at === undefined || state ? undefined : bothMoments(at)}>
    {state ?? (at === undefined ? 'unknown' : ago(at, now))}
  </td>
)

/** The acts that have a button of their own, and the menu of the others. */
export const actsCell = (name: string, onMore: (from: HTMLElement) => void, first?: ReactNode) => (
  <td role="cell" className="c-act">
    <span className="acts">
      {first}
      <button
        type="button"
        className="ib"
        aria-label={`More for ${visible(name)}`}
        aria-haspopup="menu"
        onClick={(event) => onMore(event.currentTarget)}
      >
        {tip('More', moreIcon)}
      </button>
    </span>
  </td>
)
