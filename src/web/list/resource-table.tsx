import { type ReactNode, useState, useMemo, Fragment } from 'react'
import type { TimestampedRow } from '#api/list/row-list.ts'
import { type ResourceDefinition, typedKeys, type ResourceLabels } from '#web/resource/resource.ts'
import type { RowContext } from '#web/resource/row-context.ts'
import { columnTracks, tableColumns } from '#web/resource/columns.ts'
import { type PageHandlers, followUpHandler } from '#web/jobs/follow-up.ts'
import { useAppContext, type RowMutations } from '#web/jobs/app-context.tsx'
import { useRowNotes } from '#web/jobs/app-context.tsx'
import type { RunActionOptions } from '#web/jobs/action-run.ts'
import { runAction } from '#web/jobs/run-action.ts'
import { ResultNote, Callout } from '#web/jobs/result-note.tsx'
import { findSnapshot } from '#web/resource/list-queries.ts'
import { unrecreatedEntry, type JobEntry } from '#web/jobs/job-selectors.ts'
import type { RowSnapshot } from '#api/write/resource-adapter.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { pluralize } from '#web/ui/format.ts'
import { restoreFocusOnUnmount } from '#web/ui/focus.ts'
import type { RowMenuProps, RowMenuTarget } from './row-menu.tsx'
import type { ListController } from './use-resource-list.ts'
import { RowsTable } from './rows-table.tsx'
import type { RowHandlers } from './row-keyboard.ts'
import { type RowState, RowCells, SavedIndicator } from './row-cells.tsx'
import { selectedCount } from './selection.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { HistogramFilter, SearchBox, FilterMenu, SortMenu, FilterChips } from './toolbar.tsx'
import { createNameSearch } from './filter-rows.ts'
import { NoResults } from './list-errors.tsx'

/** More notes than this would push the rows out of sight. */
const mostRowless = 3

interface DetachedNotesProps {
  resource: Pick<ResourceLabels, 'noun'>
  /** The names that are not in the list. */
  names: readonly string[]
  renderNote: (name: string) => ReactNode
  /** Dismisses all of them. */
  onDismiss: () => void
}

/** The notes about rows that are not in the list, above it: a few of them, or how many there are. */
export function DetachedNotes({ resource: { noun }, names, renderNote, onDismiss }: DetachedNotesProps) {
  const { overlay } = useAppContext()
  if (names.length <= mostRowless) return names.map(renderNote)
  return (
    <Callout
      tone="neutral"
      text={`${pluralize(names.length, noun)} with a note are not in the list.`}
      dismissLabel="Dismiss all"
      onDismiss={onDismiss}
    >
      <button
        ref={restoreFocusOnUnmount}
        type="button"
        className="btn small"
        onClick={() => overlay.set({ type: 'activity' })}
      >
        Activity
      </button>
    </Callout>
  )
}

/** The menu of a row. */
const RowMenu = lazyComponent<RowMenuProps>(async () => (await import('./row-menu.tsx')).RowMenu)

interface ResourceTableProps<Row extends TimestampedRow> extends Pick<RowMutations, 'remove'> {
  resource: ResourceDefinition<Row, object, object>
  controller: ListController<Row>
  context: RowContext
  /** Why nothing can be changed now. */
  readOnly: string | undefined
  /** What the page itself does with a press on a row, besides opening, its menu and its actions. */
  handlers: RowHandlers<Row>
  /** What a note can do, besides the actions of the table. */
  pageHandlers: PageHandlers
  /** The names of the rows that have more than a note open under them. */
  expanded: ReadonlySet<string>
  /** The buttons for the value of a row. The table hears their clicks. Undefined: its rows have none that can be read. */
  valueButtons?: (name: string, isRevealed: boolean) => ReactNode
  /** What opens under a row, and the note about the last thing that was done to it. */
  renderExpanded: (row: Row, note: ReactNode) => ReactNode
  /** What to do with a secret in the search. */
  onSecret?: { label: string; run: (takeSecret: () => string) => void }
}

/** The list of any resource: bars, search, chips and table, or a message when no row matches. */
export function ResourceTable<Row extends TimestampedRow>(props: ResourceTableProps<Row>) {
  const { resource, controller, context, readOnly, handlers, pageHandlers, expanded, valueButtons, remove, onSecret } =
    props
  const {
    list,
    rows,
    view,
    isFiltered,
    setParams,
    pressFilter,
    clearFilters,
    counts,
    selection,
    newNames,
    noResultsMessage,
    containerRef,
  } = controller
  const { name, filters, fields, histogram } = resource
  const app = useAppContext()
  const { pending, noted, newValues, saved } = useRowNotes(name)
  const [menu, setMenu] = useState<RowMenuTarget<Row>>()
  const expandedNames = useMemo(() => new Set([...noted.keys(), ...expanded]), [noted, expanded])
  const snapshotOf = (row: Row) => ({ row, readStartedAt: list.readStartedAt })
  /** Runs an action of the table. Deleting is the page’s own mutation. */
  const run = (id: string, snapshots: readonly RowSnapshot<Row>[], options?: Pick<RunActionOptions, 'hidden'>) =>
    resource.actions[id]?.operation === 'delete'
      ? remove({ snapshots, ...options })
      : runAction(app, name, id, snapshots, options)
  const renderNote = (rowName: string, isNamed = false) => {
    const entry = noted.get(rowName)
    const message = entry?.item.message
    return (
      message && (
        <ResultNote
          key={rowName}
          name={rowName}
          message={message}
          isNamed={isNamed}
          // What is under way is not begun again, and a shown value has its own button that hides it.
          handlerOf={(followUp) =>
            pending.has(rowName) || (followUp === 'reveal-value' && expanded.has(rowName))
              ? undefined
              : followUpHandler(app, followUp, entry, findSnapshot(list, rowName), pageHandlers)
          }
          onDismiss={() => app.jobs.updateItems(name, [rowName], { isDismissed: true, isCopied: true })}
        />
      )
    )
  }
  const stateOf = (row: Row): RowState => {
    const rowName = list.nameOf(row)
    const entry = saved.get(rowName)
    const undo =
      entry?.item.message?.isQuiet === true ? followUpHandler(app, 'undo', entry, undefined, pageHandlers) : undefined
    return {
      pending: pending.get(rowName),
      saved: entry && (
        <SavedIndicator
          name={rowName}
          needsRepair={resource.problemOf?.(row, context) !== undefined}
          onUndo={entry.item.facts?.canUndo === true ? undo : undefined}
        />
      ),
      isNew: newNames.has(rowName),
      hasNewValue: newValues.has(rowName),
      readOnly: readOnly !== undefined,
    }
  }
  const [allFilter] = typedKeys(filters)
  const isClearable = isFiltered || view.text !== ''
  /** *All* is not pressed while anything filters. */
  const pressedChip = isClearable && view.filter === allFilter ? undefined : view.filter
  const chips = typedKeys(filters).flatMap((id) => {
    const filter = filters[id]
    if (filter === undefined) return []
    const total = counts.all.filters[id] ?? 0
    const { visibility, mark } = filter
    if (visibility !== undefined && id !== view.filter && (visibility !== 'found' || total === 0)) return []
    return { id, label: filter.label(context), count: counts.visible.filters[id] ?? 0, total, mark }
  })
  const hasResults = rows.length > 0 || list.count === 0
  const filterChips = {
    chips,
    pressed: pressedChip,
    isFiltered,
    onPress: pressFilter,
    // Where nothing matches, the block in the place of the rows has the one button that clears.
    onClear: hasResults && isClearable ? clearFilters : undefined,
  }
  const columns = useMemo(() => tableColumns(fields), [fields])
  const tracks = useMemo(() => columnTracks(columns, valueButtons !== undefined), [columns, valueButtons])
  const selectionBar = selectedCount(selection) > 0 && (
    <SelectionBar resource={resource} controller={controller} context={context} readOnly={readOnly} run={run} />
  )
  const without = [...noted.values()].filter(({ item }) => list.isComplete && list.indexOf(item.currentName) < 0)
  // However many they are: only their notes can create these rows again.
  const lost = without.filter((jobEntry) => unrecreatedEntry(jobEntry) !== undefined)
  const detachedNames = without.filter((jobEntry) => !lost.includes(jobEntry)).map(({ item }) => item.currentName)
  return (
    <div ref={containerRef} className="list">
      {histogram && list.count > 0 && (
        <HistogramFilter
          histogram={histogram}
          context={context}
          allCounts={counts.all.buckets}
          visibleCounts={counts.visible.buckets}
          pressed={view.buckets}
          onPress={(pressed) => setParams({ buckets: pressed })}
        />
      )}
      {(list.count > 0 || view.text !== '') && (
        <div className="tools">
          <SearchBox
            label={`Search ${name}`}
            onChange={(text) => setParams({ text })}
            onSecret={onSecret}
            isInName={(text) => createNameSearch(list)(text)?.includes(1) === true}
            onDown={() => controller.focusFirst()}
            isClearable={hasResults}
          >
            <FilterMenu {...filterChips} />
          </SearchBox>
          <SortMenu columns={columns} sort={view.sort} onSort={(sort) => setParams({ sort })} />
          <FilterChips {...filterChips} />
        </div>
      )}
      {lost.map((jobEntry) => (
        <Fragment key={jobEntry.item.currentName}>
          {renderNote(jobEntry.item.currentName, true)}
          <LostRow resource={resource} jobEntry={jobEntry} context={context} />
        </Fragment>
      ))}
      <DetachedNotes
        resource={resource}
        names={detachedNames}
        renderNote={(rowName) => renderNote(rowName, true)}
        onDismiss={() => app.jobs.updateItems(name, detachedNames, { isDismissed: true, isCopied: true })}
      />
      {rows.length > 0 && (
        <RowsTable
          resource={resource.name}
          label={resource.title}
          columns={columns}
          tracks={tracks}
          list={list}
          rows={rows}
          sort={view.sort}
          onSort={(sort) => setParams({ sort })}
          selection={selection}
          selectionBar={selectionBar}
          expanded={expandedNames}
          handlers={{
            ...Object.fromEntries(
              typedKeys(resource.actions).map((id) => [id, (row: Row) => void run(id, [snapshotOf(row)])]),
            ),
            edit: (row) => app.overlay.set({ type: 'row', resource: name, name: list.nameOf(row) }),
            more: (row, trigger) => setMenu({ row, triggerRef: { current: trigger } }),
            ...handlers,
          }}
          onExitTop={() => containerRef.current?.querySelector<HTMLElement>('input[type=search]')?.focus()}
          renderRow={(row) => (
            <RowCells
              {...stateOf(row)}
              columns={columns}
              row={row}
              name={list.nameOf(row)}
              context={context}
              valueButtons={valueButtons}
              isRevealed={expanded.has(list.nameOf(row))}
            />
          )}
          renderExpanded={(row) =>
            expandedNames.has(list.nameOf(row)) && props.renderExpanded(row, renderNote(list.nameOf(row)))
          }
        />
      )}
      {!hasResults && (
        <>
          {selectionBar}
          <NoResults
            title={noResultsMessage}
            searched={view.text === '' ? undefined : `${Object.values(fields)[0]?.inlineLabel}s`}
            isFilter={isFiltered}
            onClear={clearFilters}
            findSecret={onSecret && { label: onSecret.label, run: () => onSecret.run(() => '') }}
          />
        </>
      )}
      {menu && (
        <RowMenu
          {...menu}
          resource={name}
          onAct={(id) => void run(id, [snapshotOf(menu.row)])}
          onOpen={() => app.overlay.set({ type: 'row', resource: name, name: list.nameOf(menu.row) })}
          onDuplicate={
            resource.canDuplicate === true
              ? () => app.overlay.set({ type: 'new-row', resource: name, duplicateOf: list.nameOf(menu.row) })
              : undefined
          }
          onClose={() => setMenu(undefined)}
        />
      )}
    </div>
  )
}

interface LostRowProps<Row extends TimestampedRow> {
  resource: Pick<ResourceDefinition<Row, object, object>, 'fields'>
  jobEntry: JobEntry
  context: RowContext
}

/** The fields of a row that was to be replaced and is missing. */
function LostRow<Row extends TimestampedRow>({ resource: { fields }, jobEntry, context }: LostRowProps<Row>) {
  const before = unrecreatedEntry(jobEntry)?.item.outcome?.request.before
  if (before === undefined) return null
  const had = Object.values(fields)
    .slice(1)
    .flatMap((field) =>
      field.formatChange === undefined ? [] : [`${field.label}: ${field.format(before as Row, context)}`],
    )
  return <p className="hint">{had.join(' · ')}</p>
}
