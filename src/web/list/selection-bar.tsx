import { ChevronDown, Download, X } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { tip } from '#web/ui/icons.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { count, counted } from '#web/ui/time.ts'
import { useSession } from '#web/ui/session.ts'
import { csvFile } from '#contract/csv.ts'
import { download } from '#web/ui/download.ts'
import { total, type Selecting } from './selection.ts'
import type { ResourceWords } from './resource.ts'
import '#web/ui/floating.css'
import './selection-bar.css'

/** Something that can be done to the selected rows. `danger`: nobody can undo it. */
export interface BarAct {
  id: string
  label: string
  icon: ReactNode
  danger?: boolean
  run: () => void
}

interface Props {
  resource: ResourceWords
  list: Pick<RowStore<Dated>, 'isWhole' | 'readAt'>
  selecting: Selecting
  /** How many rows are shown. */
  shown: number
  /** Besides the export. */
  acts: readonly BarAct[]
  /** The exported cells of a row, by its number; undefined: the names of the columns. Never a secret. */
  exported: (row: number | undefined) => readonly string[]
}

/** The bar over a list with selected rows: how many, and what can be done with them. */
export function SelectionBar({ resource, list, selecting, shown, acts, exported }: Props) {
  const { outcomes, toasts } = useSession()
  const { hidden, selectAll } = selecting
  const [isOpen, setOpen] = useState(false)
  const more = useRef<HTMLButtonElement>(null)
  // What a toast says is older than the selection, and the bar needs its place.
  useEffect(() => toasts.set(undefined), [toasts])
  const clear = () => {
    selecting.clear()
    focusBox()
  }
  const save = () => {
    const rows = [...selecting.rows].map(exported)
    const what = counted(rows.length, resource.noun)
    download(
      csvFile([exported(undefined), ...rows]),
      `query-admin-${resource.name}-${new Date(list.readAt).toISOString().slice(0, 10)}.csv`,
    )
    const done = `exported as last refreshed. The file contains no ${resource.secrets}.`
    outcomes.addReading({ resource: resource.name, name: what, act: 'export', says: `E${done.slice(1)}` })
    toasts.show(`${what} ${done}`)
  }
  const waits = list.isWhole ? undefined : 'Available when the whole list has loaded'
  const icon = <Download className="icon" aria-hidden="true" />
  const all: readonly BarAct[] = [
    ...acts.filter(({ danger }) => danger !== true),
    { id: 'export', label: 'Export CSV', icon, run: save },
    ...acts.filter(({ danger }) => danger === true),
  ]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape anywhere in it
    <section
      aria-label={`Selected ${resource.name}`}
      className="selbar floating"
      onKeyDown={({ key }) => {
        if (key === 'Escape') clear()
      }}
    >
      <span className="sum">
        <b>{`${count(total(selecting))} selected`}</b>
        {hidden > 0 && <small>{`${count(hidden)} not shown`}</small>}
      </span>
      {selecting.shown < shown && (
        <button type="button" className="btn ghost all" onClick={() => selectAll(true)}>
          Select all <span className="wide">{count(shown)}</span>
        </button>
      )}
      <span className="rule" />
      {all.map(({ id, label, danger, run }) => (
        <button
          key={id}
          type="button"
          className={danger === true ? 'btn ghost act red' : 'btn ghost act'}
          disabled={!list.isWhole}
          title={waits}
          onClick={run}
        >
          {label}
        </button>
      ))}
      <button
        ref={more}
        type="button"
        className="btn ghost more"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        disabled={!list.isWhole}
        title={waits}
        onClick={() => setOpen(true)}
      >
        More
        <ChevronDown className="icon s14" aria-hidden="true" />
      </button>
      {isOpen && (
        <Menu
          label={`Act on selected ${resource.name}`}
          trigger={more}
          onClose={() => setOpen(false)}
          acts={all.map((act) => ({ ...act, apart: act.danger === true }))}
        />
      )}
      <span className="rule" />
      <button type="button" className="ib" aria-label="Clear selection" onClick={clear}>
        {tip('Clear selection', <X className="icon" aria-hidden="true" />)}
      </button>
    </section>
  )
}

/** Focuses the first visible checkbox of the list: the one that selects all, or, with cards, that of the first row. */
function focusBox(): void {
  for (const box of document.querySelectorAll<HTMLElement>('.rows .c-check input')) {
    box.focus()
    if (document.activeElement === box) return
  }
}
