import { type ReactNode, useState, useMemo, Fragment } from 'react'
import { Text, CopyPlus } from 'lucide-react'
import type { TimestampedRow } from '#api/list/row-list.ts'
import { type ResourceDefinition, typedKeys, type ResourceLabels } from '#web/resource/resource.ts'
import type { RowContext } from '#web/resource/world.ts'
import { type PageHandlers, followUpHandler } from '#web/jobs/follow-up.ts'
import { useAppContext } from '#web/jobs/app-context.tsx'
import { useRowNotes } from '#web/jobs/use-notes.ts'
import { runAction } from '#web/jobs/run-action.ts'
import { ResultNote, Callout } from '#web/jobs/result-note.tsx'
import { findSnapshot } from '#web/resource/list-queries.ts'
import { unrecreatedEntry, type JobEntry } from '#web/jobs/job-selectors.ts'
import type { ResourceName } from '#api/problem.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { pluralize } from '#web/ui/format.ts'
import { restoreFocusOnUnmount } from '#web/ui/focus.ts'
import type { ListController } from './use-resource-list.ts'
import { type RowHandlers, RowsTable } from './rows-table.tsx'
import { type RowState, SavedIndicator } from './row-cells.tsx'
import { columnsOf } from './list-params.ts'
import { selectedCount } from './selection.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { HistogramFilter, SearchBox, FilterMenu, SortMenu, FilterChips } from './toolbar.tsx'
import { createNameSearch } from './visible-rows.ts'
import { NoResults } from './list-errors.tsx'

/** More notes than this would push the rows out of sight. */
const mostRowless = 3

interface DetachedNotesProps {
  resource: Pick<ResourceLabels, 'noun'>
  /** The names that are not in the list. */
  names: readonly string[]
  note: (name: string) => ReactNode
  /** Dismisses all of them. */
  onDismiss: () => void
}

/** The notes about rows that are not in the list, above it: a few of them, or how many there are. */
export function DetachedNotes({ resource: { noun }, names, note, onDismiss }: DetachedNotesProps) {
  const { overlay } = useAppContext()
  if (names.length <= mostRowless) return names.map(note)
  return (
    <Callout tone="plain" text={`${pluralize(names.length, noun)} with a note are not in the list.`}>
      <button
        ref={restoreFocusOnUnmount}
        type="button"
        className="btn small"
        onClick={() => overlay.set({ type: 'activity' })}
      >
        Activity
      </button>
      <button ref={restoreFocusOnUnmount} type="button" className="btn ghost small" onClick={onDismiss}>
        Dismiss all
      </button>
    </Callout>
  )
}

/** A row, and the button under which its menu opens. */
export interface RowMenuTarget<Row> {
  row: Row
  from: { current: HTMLElement }
}

interface RowMenuProps extends RowMenuTarget<TimestampedRow> {
  resource: ResourceName
  /** The acts of its menu that apply to it. The dangerous one stands apart. */
  onAct: (name: string) => void
  onOpen: () => void
  /** Undefined: its rows cannot be duplicated. */
  onDuplicate: (() => void) | undefined
  onClose: () => void
}

/** The menu of a row. */
export function RowMenu({ resource, row, from, onAct, onOpen, onDuplicate, onClose }: RowMenuProps) {
  const desk = useAppContext()
  const { acts, nameOf } = desk.resources[resource]
  const knows = desk.actionContext(resource)
  const shown = displayText(nameOf(row))
  return (
    <Menu
      label={`More for ${shown}`}
      trigger={from}
      onClose={onClose}
      acts={[
        {
          id: 'open',
          label: `Open ${shown}`,
          short: 'Open',
          icon: Text,
          run: onOpen,
        },
        ...(onDuplicate === undefined
          ? []
          : [
              {
                id: 'duplicate',
                label: `Duplicate ${shown}`,
                short: 'Duplicate…',
                icon: CopyPlus,
                run: onDuplicate,
              },
            ]),
        ...Object.entries(acts).flatMap(([name, act]) => {
          if (act.inRowMenu !== true || act.unavailableReason?.(row, knows) !== undefined) return []
          const { icon, label, danger = false } = act
          return [
            {
              id: name,
              label: act.accessibleLabel?.(shown) ?? label,
              short: label,
              icon,
              danger,
              apart: danger,
              run: () => onAct(name),
            },
          ]
        }),
      ]}
    />
  )
}

interface ResourceTableProps<Row extends TimestampedRow> {
  resource: ResourceDefinition<Row, object, object>
  shown: ListController<Row>
  world: RowContext
  /** Why nothing can be changed now. */
  readOnly: string | undefined
  /** What the page itself does with a press on a row, besides opening, its menu and its acts. */
  presses: RowHandlers<Row>
  /** What a note can do, besides the acts of the table. */
  page: PageHandlers
  /** The names of the rows that have more than a note open under them. */
  open: ReadonlySet<string>
  /** The cells of a row. */
  row: (row: Row, state: RowState<object>) => ReactNode
  /** What else opens under a row. */
  under: (row: Row) => ReactNode
  /** Whether the value of a row should be rejected, so that a save of it shows no green tick. */
  needsRepair?: (row: Row) => boolean
  /** What to do with a secret in the search. */
  onSecret?: { label: string; run: (takeSecret: () => string) => void }
}

/** The list of any resource: bars, search, chips and table, or a message when no row matches. */
export function ResourceTable<Row extends TimestampedRow>(props: ResourceTableProps<Row>) {
  const { resource, shown, world, readOnly, presses, page, open, needsRepair, onSecret } = props
  const {
    list,
    rows,
    view,
    setParams,
    clearFilters,
    counts,
    selection,
    newNames,
    noResultsMessage,
    containerRef: element,
  } = shown
  const { name, filters, fields, histogram } = resource
  const desk = useAppContext()
  const { pending, noted, saved } = useRowNotes(name)
  const [menu, setMenu] = useState<RowMenuTarget<Row>>()
  const opened = useMemo(() => new Set([...noted.keys(), ...open]), [noted, open])
  const seen = (row: Row) => ({ row, readStartedAt: list.readStartedAt })
  const act = (actName: string, row: Row, change?: object) =>
    void runAction(desk, name, actName, [seen(row)], change && { change })
  const noteOf = (own: string, isNamed = false) => {
    const one = noted.get(own)
    const told = one?.item.message
    return (
      told && (
        <ResultNote
          key={own}
          name={own}
          told={told}
          isNamed={isNamed}
          next={told.followUps}
          on={(next) => followUpHandler(desk, next, one, findSnapshot(list, own), page)}
          onDismiss={() => desk.jobs.updateItems(name, [own], { isDismissed: true, isCopied: true })}
        />
      )
    )
  }
  const stateOf = (row: Row): RowState<object> => {
    const own = list.nameOf(row)
    const one = saved.get(own)
    const undo = one?.item.message?.isQuiet === true ? followUpHandler(desk, 'undo', one, undefined, page) : undefined
    return {
      pending: pending.get(own),
      saved: one && (
        <SavedIndicator
          name={own}
          needsRepair={needsRepair?.(row) === true}
          onUndo={one.item.message?.followUps.includes('undo') ? undo : undefined}
        />
      ),
      isNew: newNames.has(own),
      readOnly: readOnly !== undefined,
    }
  }
  const [all = ''] = typedKeys(filters)
  const chips = typedKeys(filters).flatMap((id) => {
    const filter = filters[id]
    if (filter === undefined) return []
    const isFound = filter.visibility === 'found' && (counts.all.filters[id] ?? 0) > 0
    const isShown = filter.visibility === undefined || id === view.filter || isFound
    const chip = { id, label: filter.label(world), count: counts.found.filters[id] ?? 0 }
    return isShown ? [{ ...chip, ...(filter.mark && { mark: filter.mark }) }] : []
  })
  const columns = columnsOf(resource).flatMap((column) => {
    const { label, column: head } = fields[column] ?? {}
    return label !== undefined && head !== undefined ? [{ column, label, className: head.className }] : []
  })
  const isFiltered = view.filter !== all || view.bars.length > 0
  const bar = selectedCount(selection) > 0 && (
    <SelectionBar resource={resource} shown={shown} world={world} readOnly={readOnly} />
  )
  const without = [...noted.values()].filter(({ item }) => list.isComplete && list.indexOf(item.currentName) < 0)
  // However many they are: only their notes can create these rows again.
  const lost = without.filter((deed) => unrecreatedEntry(deed) !== undefined)
  const rowless = without.filter((deed) => !lost.includes(deed)).map(({ item }) => item.currentName)
  return (
    <div ref={element} className="list">
      {histogram && list.count > 0 && (
        <HistogramFilter
          bars={histogram}
          world={world}
          all={counts.all.bars}
          found={counts.found.bars}
          pressed={view.bars}
          onPress={(pressed) => setParams({ bars: pressed })}
          onClear={isFiltered || view.text !== '' ? () => clearFilters() : undefined}
        />
      )}
      {(list.count > 0 || view.text !== '') && (
        <div className="tools">
          <SearchBox
            label={`Search ${name}`}
            onChange={(text) => setParams({ text })}
            onSecret={onSecret}
            finds={(text) => createNameSearch(list)(text)?.includes(1) === true}
            onDown={() => shown.focusFirst()}
          >
            <FilterMenu chips={chips} pressed={view.filter} onPress={(filter) => setParams({ filter })} />
          </SearchBox>
          <SortMenu columns={columns} sort={view.sort} onSort={(sort) => setParams({ sort })} />
          <FilterChips chips={chips} pressed={view.filter} onPress={(filter) => setParams({ filter })} />
        </div>
      )}
      {lost.map((deed) => (
        <Fragment key={deed.item.currentName}>
          {noteOf(deed.item.currentName, true)}
          <Lost resource={resource} deed={deed} world={world} />
        </Fragment>
      ))}
      <DetachedNotes
        resource={resource}
        names={rowless}
        note={(own) => noteOf(own, true)}
        onDismiss={() => desk.jobs.updateItems(name, rowless, { isDismissed: true, isCopied: true })}
      />
      {rows.length > 0 && (
        <RowsTable
          label={resource.title}
          className={name}
          columns={columns}
          list={list}
          rows={rows}
          sort={view.sort}
          onSort={(sort) => setParams({ sort })}
          selecting={selection}
          bar={bar}
          open={opened}
          presses={{
            ...Object.fromEntries(typedKeys(resource.acts).map((id) => [id, (row: Row) => act(id, row)])),
            edit: (row) => desk.overlay.set({ type: 'row', resource: name, name: list.nameOf(row) }),
            more: (row, from) => setMenu({ row, from: { current: from } }),
            ...presses,
          }}
          onAbove={() => element.current?.querySelector<HTMLElement>('input[type=search]')?.focus()}
          row={(row) => props.row(row, stateOf(row))}
          under={(row) =>
            opened.has(list.nameOf(row)) && (
              <>
                {props.under(row)}
                {noteOf(list.nameOf(row))}
              </>
            )
          }
        />
      )}
      {rows.length === 0 && list.count > 0 && (
        <>
          {bar}
          <NoResults
            title={noResultsMessage}
            isSearch={view.text !== ''}
            isFilter={isFiltered}
            onClear={() => shown.clearFilters()}
          />
        </>
      )}
      {menu && (
        <RowMenu
          {...menu}
          resource={name}
          onAct={(id) => act(id, menu.row)}
          onOpen={() => desk.overlay.set({ type: 'row', resource: name, name: list.nameOf(menu.row) })}
          onDuplicate={
            resource.canDuplicate === true
              ? () => desk.overlay.set({ type: 'new-row', resource: name, duplicateOf: list.nameOf(menu.row) })
              : undefined
          }
          onClose={() => setMenu(undefined)}
        />
      )}
    </div>
  )
}

interface LostProps<Row extends TimestampedRow> {
  resource: Pick<ResourceDefinition<Row, object, object>, 'fields'>
  deed: JobEntry
  world: RowContext
}

/** What a row had that was to be replaced and is missing. */
function Lost<Row extends TimestampedRow>({ resource: { fields }, deed, world }: LostProps<Row>) {
  const before = unrecreatedEntry(deed)?.item.outcome?.request.before
  if (before === undefined) return null
  const had = Object.values(fields)
    .slice(1)
    .flatMap((field) =>
      field.formatChange === undefined ? [] : [`${field.label}: ${field.format(before as Row, world)}`],
    )
  return <p className="hint">{had.join(' · ')}</p>
}
