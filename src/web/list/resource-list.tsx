import type { ReactNode } from 'react'
import type { Dated } from '#contract/list/row-store.ts'
import type { Note } from '#web/writes/notes.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { Chips, SearchBox } from './list-tools.tsx'
import { keysOf, type ListResource } from './resource.ts'
import { isLong, RowsTable } from './rows-table.tsx'
import type { ShownList } from './use-resource-list.ts'
import { total } from './selection.ts'

const RowlessNotes = lazyComponent(async () => (await import('#web/writes/verdict-note.tsx')).RowlessNotes)
const NoMatch = lazyComponent(async () => (await import('./list-problem.tsx')).NoMatch)
const SelectionBar = lazyComponent(async () => (await import('./selection-bar.tsx')).SelectionBar)

interface Props<Row extends Dated, Column extends string, Filter extends string, Context, Change> {
  resource: ListResource<Row, Column, Filter, Context>
  shown: ShownList<Row, Column, Filter>
  context: Context
  /** The notes about the last writes, under their rows, or above the list if a row is not in it. */
  noted: ReadonlyMap<string, Note<Row, Change>>
  onDismiss: (name: string) => void
  /** The names of the rows that have something open under them. */
  open: ReadonlySet<string>
  /** Messages for the line under the heading. */
  banners?: ReactNode
  /** What is open under rows that are not shown: it stands above the list. */
  rowless?: ReactNode
  /** The cells of a row. */
  row: (row: Row) => ReactNode
  /** What opens under a row. */
  under: (row: Row, note: Note<Row, Change> | undefined) => ReactNode
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
>(props: Props<Row, Column, Filter, Context, Change>) {
  const { resource, shown, context, noted, onDismiss, open, banners, rowless, row, under, onRead, children } = props
  const { list, rows, view, show, counts, selecting, page } = shown
  const { noun } = resource
  const chips = keysOf(resource.filters).flatMap((id) => {
    const { label, mark, shown: when } = resource.filters[id]
    const isShown = when === undefined || id === view.filter || (when === 'found' && counts[id].all > 0)
    return isShown ? [{ id, label: label(context), count: counts[id].found, ...(mark && { mark }) }] : []
  })
  const columns = keysOf(resource.columns)
  const bar = total(selecting) > 0 && (
    <SelectionBar
      noun={noun}
      list={list}
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
    <div ref={page}>
      {banners}
      {(list.count > 0 || view.text !== '') && (
        <div className="tools">
          <SearchBox
            label={`Search ${resource.name}`}
            rows={isLong(list) ? list.count : undefined}
            onChange={(text) => show({ text })}
            onDown={shown.focusFirst}
          />
          <Chips label="Show" chips={chips} pressed={view.filter} onPress={(filter) => show({ filter })} />
        </div>
      )}
      {list.isWhole && noted.size > 0 && (
        <RowlessNotes noun={noun} list={list} notes={noted} onReadAgain={onRead} onDismiss={onDismiss} />
      )}
      {rowless}
      {rows.length > 0 ? (
        <RowsTable
          label={resource.title}
          className={resource.name}
          columns={columns.map((column) => ({ column, ...resource.columns[column] }))}
          list={list}
          rows={rows}
          sort={view.sort}
          onSort={(sort) => show({ sort })}
          selecting={selecting}
          bar={bar}
          open={open}
          onAbove={() => page.current?.querySelector<HTMLElement>('input[type=search]')?.focus()}
          row={row}
          under={(row) => {
            const name = list.nameOf(row)
            return open.has(name) && under(row, noted.get(name))
          }}
        />
      ) : (
        list.count > 0 && (
          <>
            {bar}
            <NoMatch noun={noun} text={view.text} filter={view.filter} chips={chips} onClear={shown.showAll} />
          </>
        )
      )}
      {children}
    </div>
  )
}
