import { X } from 'lucide-react'
import { useEffect } from 'react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { tip } from '#web/ui/icons.tsx'
import { count, counted } from '#web/ui/time.ts'
import { useSession } from '#web/ui/session.ts'
import { csvFile, download } from './csv.ts'
import { total, type Selecting } from './selection.ts'
import type { ResourceWords } from './resource.ts'
import '#web/ui/floating.css'
import './selection-bar.css'

interface Props {
  resource: ResourceWords
  list: Pick<RowStore<Dated>, 'isWhole' | 'readAt'>
  selecting: Selecting
  /** How many rows are shown. */
  shown: number
  /** The exported cells of a row, by its number; undefined: the names of the columns. Never a secret. */
  exported: (row: number | undefined) => readonly string[]
}

/** The bar over a list with selected rows: how many, and what can be done with them. */
export function SelectionBar({ resource, list, selecting, shown, exported }: Props) {
  const { outcomes, toasts } = useSession()
  const { hidden, selectAll } = selecting
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
      <button
        type="button"
        className="btn ghost"
        disabled={!list.isWhole}
        title={list.isWhole ? undefined : 'Available when the whole list has loaded'}
        onClick={save}
      >
        Export <span className="wide">CSV</span>
      </button>
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
