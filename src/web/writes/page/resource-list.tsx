import { useMemo, type ReactNode } from 'react'
import type { Dated } from '#contract/list/row-store.ts'
import { useSession } from '#web/ui/session.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import type { Outcome } from '#web/writes/outcomes/outcomes.ts'
import { useCurrent, useJustSaved, useNotes } from '#web/writes/outcomes/use-current.ts'
import { useUndoing } from '#web/writes/outcomes/use-undoing.ts'
import type { ResourceWrites } from '#web/writes/shown-resource.ts'
import { useAskedForm } from '#web/writes/form/asked-form.ts'
import { useSettledOutcomes } from '#web/writes/outcomes/use-settled-outcomes.ts'
import { useWaiting } from '#web/writes/runs/use-waiting.ts'
import { usePending } from '#web/writes/write.ts'
import { Chips, SearchBox } from '#web/list/list-tools.tsx'
import { SortChoice } from '#web/list/sort-header.tsx'
import { keysOf, type ListResource } from '#web/list/resource.ts'
import { placesFor } from '#web/list/rows-shown.ts'
import type { RowState } from '#web/list/row-state.tsx'
import { foundIn } from '#web/list/rows-shown.ts'
import { useOpenList, type OfferedAct } from './open-list.ts'
import { RowsTable, type Presses } from '#web/list/rows-table.tsx'
import type { ShownList } from '#web/list/use-resource-list.ts'
import { total } from '#web/list/selection.ts'

const RowlessNotes = lazyComponent(async () => (await import('#web/writes/verdict-note.tsx')).RowlessNotes)
const SavedState = lazyComponent(async () => (await import('#web/writes/saved-state.tsx')).SavedState)
const NoMatch = lazyComponent(async () => (await import('./list-problem.tsx')).NoMatch)
const ManyBar = lazyComponent(async () => (await import('#web/writes/runs/many-bar.tsx')).ManyBar)

interface Props<
  Row extends Dated,
  Column extends string,
  Filter extends string,
  Context,
  Change extends object,
  Name extends string,
> {
  resource: ListResource<Row, Column, Filter, Context>
  writes: ResourceWrites<Row, Change, Readonly<Record<Name, OfferedAct<Row>>>>
  shown: ShownList<Row, Column, Filter>
  context: Context
  /** Why nothing can be changed now. */
  readOnly: string | undefined
  /** Opens the form of a row. `newPassword`: with the field for one. */
  onEdit: (row: Row, newPassword?: true) => void
  /** Does an act of the table. */
  onAct: (name: Name, row: Row) => void
  onUndo: (outcome: Outcome<Row, Change>) => void
  /** Whether the value of a row should no longer work, so that a save of it shows no green tick. */
  needsRepair?: (row: Row) => boolean
  /** The names of the rows that have more than a note open under them. */
  open: ReadonlySet<string>
  /** What stands above search and filters. */
  above?: ReactNode
  /** What is open under rows that are not shown: it stands above the list. */
  rowless?: ReactNode
  /** Rows that are missing and must not be forgotten, and what stands in their places, whatever is filtered. */
  missing?: { rows: readonly Row[]; draw: (row: Row) => ReactNode }
  presses: Presses<Row>
  /** What to do with a secret in the search. */
  onSecret?: { label: string; run: (takeSecret: () => string) => void }
  /** The cells of a row. */
  row: (row: Row, state: RowState<Change>) => ReactNode
  /** What opens under a row. */
  under: (row: Row, note: Outcome<Row, Change> | undefined, onDismiss: () => void) => ReactNode
  onRead: () => void
  /** Sheets, dialogs and menus over the list. */
  children: ReactNode
}

/** The list of any resource: search, filters and table, or a message when no row matches. */
export function ResourceList<
  Row extends Dated,
  Column extends string,
  Filter extends string,
  Context,
  Change extends object,
  Name extends string,
>(props: Props<Row, Column, Filter, Context, Change, Name>) {
  const { resource, writes, shown, context, readOnly, onEdit, onUndo, needsRepair, open, rowless, missing, onRead } =
    props
  const { list, rows, view, show, counts, selecting, page, newNames } = shown
  const { name, noun } = resource
  const { outcomes, toasts } = useSession()
  const current = useCurrent(writes)
  const noted = useNotes(current)
  const saved = useJustSaved(current)
  const pending = usePending<Change>(name)
  const waiting = useWaiting(name)
  const opened = useMemo(() => new Set([...noted.keys(), ...open]), [noted, open])
  useSettledOutcomes(list, writes)
  useUndoing(writes, list.isWhole, onUndo)
  useAskedForm(name, readOnly === undefined, ({ row, newPassword }) => {
    if (row === undefined) return false
    const at = list.find(row)
    if (at >= 0) onEdit(list.at(at), newPassword)
    else toasts.show({ before: `There is no ${noun} named “`, name: row, after: '” in this list.' }, { mark: 'failed' })
    return true
  })
  useOpenList({ resource, writes, list, context, presses: props.presses, onAct: props.onAct })
  const stateOf = (row: Row): RowState<Change> => {
    const own = list.nameOf(row)
    const note = saved.get(own)
    return {
      pending: pending.get(own),
      waits: waiting.has(own),
      saved: note && (
        <SavedState name={own} note={note} needsRepair={needsRepair?.(row) === true} onUndo={() => onUndo(note)} />
      ),
      isNew: newNames.has(own),
      readOnly: readOnly !== undefined,
    }
  }
  const chips = keysOf(resource.filters).flatMap((id) => {
    const { label, mark, shown: when } = resource.filters[id]
    const isFound = when === 'found' && counts.all[id] > 0
    const isShown = when === undefined || id === view.filter || isFound
    const chip = { id, label: label(context), count: counts.found[id] }
    return isShown ? [{ ...chip, ...(mark && { mark }) }] : []
  })
  const columns = keysOf(resource.columns)
  const headed = columns.map((column) => ({ column, ...resource.columns[column] }))
  const { by, down } = view.sort
  const missed = missing?.rows
  const { rank } = resource.columns[by]
  const rankedBy = rank && context
  const places = useMemo(() => {
    const order = { rank: rank && rankedBy && ((row: Row) => rank(row, rankedBy)), down }
    return missed === undefined ? [] : placesFor(list, rows, missed, order)
  }, [missed, rank, rankedBy, down, list, rows])
  const kept = places.map(({ row, place }) => ({ name: list.nameOf(row), place, content: missing?.draw(row) }))
  // Rows that are gone keep their places, and cannot be used.
  const gone = shown.gone.flatMap(({ row, place }) => {
    const name = list.nameOf(row)
    const content = props.row(row, { ...stateOf(row), readOnly: true })
    return kept.some((other) => other.name === name) ? [] : [{ name, place, isDrawn: true, content }]
  })
  const missingRows = [...kept, ...gone]
  const bar = total(selecting) > 0 && (
    <ManyBar
      resource={resource}
      list={list}
      readOnly={readOnly}
      selecting={selecting}
      shown={rows.length}
      exported={(row) =>
        columns.map((id) => {
          const { head, cell } = resource.columns[id].exported
          return row === undefined ? head : cell(list.at(row), context)
        })
      }
    />
  )
  return (
    <div ref={page} className="list">
      {props.above}
      {(list.count > 0 || view.text !== '') && (
        <div className="tools">
          <SearchBox
            label={`Search ${name}`}
            onChange={(text) => show({ text })}
            onSecret={props.onSecret}
            finds={(text) => foundIn(list, text)?.includes(1) === true}
            onDown={shown.focusFirst}
          />
          <SortChoice columns={headed} sort={view.sort} onSort={(sort) => show({ sort })} />
          <Chips chips={chips} pressed={view.filter} onPress={(filter) => show({ filter })} />
        </div>
      )}
      {list.isWhole && noted.size > 0 && (
        <RowlessNotes noun={noun} list={list} notes={noted} onReadAgain={onRead} onDismiss={outcomes.dismiss} />
      )}
      {rowless}
      {(rows.length > 0 || missingRows.length > 0) && (
        <RowsTable
          label={resource.title}
          className={name}
          columns={headed}
          list={list}
          rows={rows}
          sort={view.sort}
          onSort={(sort) => show({ sort })}
          selecting={selecting}
          bar={bar}
          open={opened}
          missing={missingRows}
          presses={props.presses}
          onAbove={() => page.current?.querySelector<HTMLElement>('input[type=search]')?.focus()}
          row={(row) => props.row(row, stateOf(row))}
          under={(row) => {
            const own = list.nameOf(row)
            return opened.has(own) && props.under(row, noted.get(own), () => outcomes.dismiss(current.get(own)))
          }}
        />
      )}
      {rows.length === 0 && gone.length === 0 && list.count > 0 && (
        <>
          {missingRows.length === 0 && bar}
          <NoMatch
            title={shown.noMatch}
            isSearch={view.text !== ''}
            isFilter={view.filter !== chips[0]?.id || view.range !== undefined}
            onClear={shown.showAll}
          />
        </>
      )}
      {props.children}
    </div>
  )
}
