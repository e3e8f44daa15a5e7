import { Fragment, useMemo, useState, type ReactNode } from 'react'
import type { Dated } from '#contract/list/row-store.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import { doAct } from '#web/jobs/do-act.ts'
import { doNext, type PageActs } from '#web/jobs/next.ts'
import { Note } from '#web/jobs/note.tsx'
import { missingIn, type Deed } from '#web/jobs/rows-of-jobs.ts'
import { seenIn } from '#web/resource/lists.ts'
import { keysOf, type Resource } from '#web/resource/resource.ts'
import type { World } from '#web/resource/world.ts'
import { BarGroup } from './bars.tsx'
import { Chips, FilterChoice, SearchBox } from './list-tools.tsx'
import { NoMatch } from './list-problem.tsx'
import { RowMenu, type MenuAt } from './row-menu.tsx'
import { SavedState, type RowState } from './row-state.tsx'
import { RowlessNotes } from './rowless-notes.tsx'
import { searchIn } from './rows-shown.ts'
import { RowsTable, type Presses } from './rows-table.tsx'
import { total } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { SortChoice } from './sort-header.tsx'
import { useNotes } from './use-notes.ts'
import type { ShownList } from './use-resource-list.ts'
import { columnsOf } from './view.ts'

interface Props<Row extends Dated> {
  resource: Resource<Row, object, object>
  shown: ShownList<Row>
  world: World
  /** Why nothing can be changed now. */
  readOnly: string | undefined
  /** What the page itself does with a press on a row, besides opening, its menu and its acts. */
  presses: Presses<Row>
  /** What a note can do, besides the acts of the table. */
  page: PageActs
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
export function ResourceTable<Row extends Dated>(props: Props<Row>) {
  const { resource, shown, world, readOnly, presses, page, open, needsRepair, onSecret } = props
  const { list, rows, view, show, showAll, counts, selecting, newNames, noMatch, page: element } = shown
  const { name, filters, fields, bars } = resource
  const desk = useDesk()
  const { pending, noted, saved } = useNotes(name)
  const [menu, setMenu] = useState<MenuAt<Row>>()
  const opened = useMemo(() => new Set([...noted.keys(), ...open]), [noted, open])
  const seen = (row: Row) => ({ row, beganAt: list.beganAt })
  const act = (actName: string, row: Row, change?: object) =>
    void doAct(desk, name, actName, [seen(row)], change && { change })
  const noteOf = (own: string, isNamed = false) => {
    const one = noted.get(own)
    const told = one?.item.told
    return (
      told && (
        <Note
          key={own}
          name={own}
          told={told}
          isNamed={isNamed}
          next={told.next}
          on={(next) => doNext(desk, next, one, seenIn(list, own), page)}
          onDismiss={() => desk.jobs.mark(name, [own], { isDismissed: true, isCopied: true })}
        />
      )
    )
  }
  const stateOf = (row: Row): RowState<object> => {
    const own = list.nameOf(row)
    const one = saved.get(own)
    const undo = one?.item.told?.isQuiet === true ? doNext(desk, 'undo', one, undefined, page) : undefined
    return {
      pending: pending.get(own),
      saved: one && (
        <SavedState
          name={own}
          needsRepair={needsRepair?.(row) === true}
          onUndo={one.item.told?.next.includes('undo') ? undo : undefined}
        />
      ),
      isNew: newNames.has(own),
      readOnly: readOnly !== undefined,
    }
  }
  const [all = ''] = keysOf(filters)
  const chips = keysOf(filters).flatMap((id) => {
    const filter = filters[id]
    if (filter === undefined) return []
    const isFound = filter.shown === 'found' && (counts.all.filters[id] ?? 0) > 0
    const isShown = filter.shown === undefined || id === view.filter || isFound
    const chip = { id, label: filter.label(world), count: counts.found.filters[id] ?? 0 }
    return isShown ? [{ ...chip, ...(filter.mark && { mark: filter.mark }) }] : []
  })
  const columns = columnsOf(resource).flatMap((column) => {
    const { label, column: head } = fields[column] ?? {}
    return label !== undefined && head !== undefined ? [{ column, label, className: head.className }] : []
  })
  const isFiltered = view.filter !== all || view.bars.length > 0
  const bar = total(selecting) > 0 && (
    <SelectionBar resource={resource} shown={shown} world={world} readOnly={readOnly} />
  )
  const without = [...noted.values()].filter(({ item }) => list.isWhole && list.find(item.after) < 0)
  // However many they are: only their notes can create these rows again.
  const lost = without.filter((deed) => missingIn(deed) !== undefined)
  const rowless = without.filter((deed) => !lost.includes(deed)).map(({ item }) => item.after)
  return (
    <div ref={element} className="list">
      {bars && list.count > 0 && (
        <BarGroup
          bars={bars}
          world={world}
          all={counts.all.bars}
          found={counts.found.bars}
          pressed={view.bars}
          onPress={(pressed) => show({ bars: pressed })}
          onClear={isFiltered || view.text !== '' ? () => showAll() : undefined}
        />
      )}
      {(list.count > 0 || view.text !== '') && (
        <div className="tools">
          <SearchBox
            label={`Search ${name}`}
            onChange={(text) => show({ text })}
            onSecret={onSecret}
            finds={(text) => searchIn(list)(text)?.includes(1) === true}
            onDown={() => shown.focusFirst()}
          >
            <FilterChoice chips={chips} pressed={view.filter} onPress={(filter) => show({ filter })} />
          </SearchBox>
          <SortChoice columns={columns} sort={view.sort} onSort={(sort) => show({ sort })} />
          <Chips chips={chips} pressed={view.filter} onPress={(filter) => show({ filter })} />
        </div>
      )}
      {lost.map((deed) => (
        <Fragment key={deed.item.after}>
          {noteOf(deed.item.after, true)}
          <Lost resource={resource} deed={deed} world={world} />
        </Fragment>
      ))}
      <RowlessNotes
        resource={resource}
        names={rowless}
        note={(own) => noteOf(own, true)}
        onDismiss={() => desk.jobs.mark(name, rowless, { isDismissed: true, isCopied: true })}
      />
      {rows.length > 0 && (
        <RowsTable
          label={resource.title}
          className={name}
          columns={columns}
          list={list}
          rows={rows}
          sort={view.sort}
          onSort={(sort) => show({ sort })}
          selecting={selecting}
          bar={bar}
          open={opened}
          presses={{
            ...Object.fromEntries(keysOf(resource.acts).map((id) => [id, (row: Row) => act(id, row)])),
            edit: (row) => desk.opened.set({ is: 'row', resource: name, name: list.nameOf(row) }),
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
          <NoMatch title={noMatch} isSearch={view.text !== ''} isFilter={isFiltered} onClear={() => shown.showAll()} />
        </>
      )}
      {menu && (
        <RowMenu
          {...menu}
          resource={name}
          onAct={(id) => act(id, menu.row)}
          onOpen={() => desk.opened.set({ is: 'row', resource: name, name: list.nameOf(menu.row) })}
          onDuplicate={
            resource.canDuplicate === true
              ? () => desk.opened.set({ is: 'new', resource: name, like: list.nameOf(menu.row) })
              : undefined
          }
          onClose={() => setMenu(undefined)}
        />
      )}
    </div>
  )
}

interface LostProps<Row extends Dated> {
  resource: Pick<Resource<Row, object, object>, 'fields'>
  deed: Deed
  world: World
}

/** What a row had that was to be replaced and is missing. */
function Lost<Row extends Dated>({ resource: { fields }, deed, world }: LostProps<Row>) {
  const before = missingIn(deed)?.item.outcome?.done.before
  if (before === undefined) return null
  const had = Object.values(fields)
    .slice(1)
    .flatMap((field) => (field.asked === undefined ? [] : [`${field.label}: ${field.show(before as Row, world)}`]))
  return <p className="hint">{had.join(' · ')}</p>
}
