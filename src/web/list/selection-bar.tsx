import { X } from 'lucide-react'
import { useState } from 'react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { count, counted } from '#web/ui/time.ts'
import { useConsole } from '#web/app/console.tsx'
import { csvPieces, download } from './csv.ts'
import { total, type Selecting } from './use-selection.ts'
import type { Noun } from '#web/writes/verdict-words.ts'
import './selection-bar.css'

interface Props<Row extends Dated> {
  noun: Noun
  list: RowStore<Row>
  selecting: Selecting
  /** How many rows are shown. */
  shown: number
  /** The columns of an exported file, and what stands in them. Never a secret. */
  head: readonly string[]
  cells: (row: Row) => readonly string[]
}

/** Floats over a list in which rows are selected: how many they are, and what can be done with them. */
export function SelectionBar<Row extends Dated>({ noun, list, selecting, shown, head, cells }: Props<Row>) {
  const { activity, announcer, toasts, ended } = useConsole()
  const [exporting, setExporting] = useState(false)
  const { hidden, selectAll } = selecting
  const clear = () => {
    selecting.clear()
    focusBox()
  }
  const save = async () => {
    if (exporting) return
    setExporting(true)
    const rows = selecting.rows()
    const what = counted(rows.length, noun)
    const pieces = await csvPieces(head, rows.length, (line) => cells(list.at(rows[line] ?? 0)))
    setExporting(false)
    if (ended.aborted) return
    download(pieces, `query-admin-${noun}s-${new Date(list.readAt).toISOString().slice(0, 10)}.csv`)
    const done = `${what} exported, as last read. No ${noun === 'token' ? 'value' : 'password'} is in the file.`
    activity.add({ kind: noun === 'token' ? 'Token' : 'User', name: what, asked: 'export', outcome: done })
    announcer.say(done)
    toasts.show(done)
  }
  return (
    <section
      aria-label={`Selected ${noun}s`}
      className="selbar"
      onKeyDown={({ key }) => {
        if (key === 'Escape') clear()
      }}
    >
      <span className="sum">
        <b>{count(total(selecting))} selected</b>
        {hidden > 0 && <small>{count(hidden)} not shown</small>}
      </span>
      {selecting.shown < shown && (
        <button type="button" className="btn ghost all" onClick={selectAll}>
          Select all <span className="wide">{count(shown)}</span>
        </button>
      )}
      <span className="rule" />
      <button
        type="button"
        className="btn ghost"
        disabled={!list.isWhole}
        title={list.isWhole ? undefined : 'When the whole list has arrived'}
        aria-busy={exporting || undefined}
        onClick={() => void save()}
      >
        {exporting ? (
          'Exporting…'
        ) : (
          <>
            Export <span className="wide">CSV</span>
          </>
        )}
      </button>
      <span className="rule" />
      <button type="button" className="ib" aria-label="Clear selection" title="Clear selection" onClick={clear}>
        <X className="icon" aria-hidden="true" />
      </button>
    </section>
  )
}

/** Focuses the first box of the list that is to be seen: the one that selects all, or where there are cards, a row's. */
function focusBox(): void {
  for (const box of document.querySelectorAll<HTMLElement>('.rows .c-check input')) {
    box.focus()
    if (document.activeElement === box) return
  }
}
