import { useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { singleKeyOf } from '#web/ui/keys/single-keys.ts'
import { keepFocus } from '#web/ui/focus/focus.ts'
import { focusSoon } from '#web/ui/focus/focus-soon.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { part } from '#web/ui/part.tsx'
import { count as spelled } from '#web/ui/time.ts'
import type { RowWindow, TablePart } from './virtual-rows.tsx'
import { showTip } from './row-cells.tsx'
import { keysOf } from '#web/resource/resource.ts'
import { moveKeys, rowKeys } from '#web/ui/keys/row-keys.ts'
import { SelectAll, selectCell } from './select-box.tsx'
import { SortHeader, type Sort } from './sort-header.tsx'
import { barKey, type Selecting } from './selection.ts'
import './rows-table.css'

const VirtualRows = part(async () => (await import('./virtual-rows.tsx')).VirtualRows)

/** A column that sorts. */
export interface Column {
  column: string
  label: string
  className: string
}

/** Lists up to this length render all rows. */
const plainUpTo = 200

/** Whether only the visible rows of a list are rendered. */
export const isLong = ({ count }: Pick<RowStore<Dated>, 'count'>) => count > plainUpTo

/** How many rows are rendered before the visible range is known: those that fit under the head of the page. */
const atFirst = () => Math.ceil(window.innerHeight / 60)

/** What stands in the place of a row that is missing: before the row of the index `place`, or after the last one. */
export interface MissingRow {
  name: string
  place: number
  content: ReactNode
}

/**
 * What a press on a part of a row does, by the name in its `data-press`; `from`: the pressed element. One listener serves
 * all rows: a row that is drawn is only elements.
 */
export type Presses<Row> = Readonly<Record<string, (row: Row, from: HTMLElement) => void>>

interface Props<Row extends Dated> {
  /** The table's name, and the class with its column widths. */
  label: string
  className: string
  columns: readonly Column[]
  list: RowStore<Row>
  /** Numbers of the rows to show, in order. */
  rows: Uint32Array
  sort: Sort
  onSort: (sort: Sort) => void
  selecting: Selecting
  /** What can be done with the rows selected; `false`: none is. */
  bar: ReactNode
  /** Names of rows that have something open under them. */
  open: ReadonlySet<string>
  presses: Presses<Row>
  /** The cells of a row. */
  row: (row: Row) => ReactNode
  /** What is open under a row: its value, its last verdict; `false`: nothing. */
  under: (row: Row) => ReactNode
  /** What stands in the places of rows that are missing. */
  missing: readonly MissingRow[]
  /** Called on ArrowUp in the first row. */
  onAbove: () => void
}

/** The table of a list. Its roles are explicit, because cards and virtual rows lose the native ones. */
export function RowsTable<Row extends Dated>(props: Props<Row>) {
  const { label, className, columns, list, rows, sort, onSort, selecting, bar, open } = props
  const { presses, row, under, missing, onAbove } = props
  const width = columns.length + 2
  /** The row that focus or arrow keys reached last. By its name it is found wherever it moves. */
  const [reached, setReached] = useState<{ name: string; index: number }>()
  const table = useRef<HTMLTableElement>(null)
  const top = useRef<HTMLTableSectionElement>(null)
  /** What had the focus before the bar. */
  const beforeBar = useRef<HTMLElement>(undefined)
  const [rowWindow, setRowWindow] = useState<RowWindow>()
  const nameAt = (index: number) => list.nameAt(rows[index] ?? 0)
  const placeOf = ({ name, index }: NonNullable<typeof reached>) =>
    index < rows.length && nameAt(index) === name ? index : rows.indexOf(list.find(name))
  /** Indexes of rows with something open under them. A name that is listed twice counts only once. */
  const opened = useMemo(
    () => new Set([...open].map((name) => rows.indexOf(list.find(name))).filter((index) => index >= 0)),
    [open, list, rows],
  )
  const places = missing.map(({ place }) => place).join(' ')
  /** The same, and the rows after a missing one. */
  const tall = useMemo(
    () => (places === '' ? opened : new Set([...opened, ...places.split(' ').map(Number)])),
    [opened, places],
  )
  const barRows = bar === false ? 0 : 1
  const rowsAbove = (index: number) =>
    1 +
    barRows +
    index +
    [...opened].filter((at) => at < index).length +
    missing.filter((row) => row.place < index).length
  const drawMissing = (index: number) =>
    missing
      .filter(({ place }) => place === index)
      .map(({ name, content }, i) => (
        <tr
          key={name}
          ref={keepFocus}
          role="row"
          className="note missing"
          aria-rowindex={rowsAbove(index) + i + 1}
          aria-label={`About ${visible(name)}`}
        >
          <td role="cell" colSpan={width}>
            {content}
          </td>
        </tr>
      ))
  const kept = [...(reached === undefined ? [] : [placeOf(reached)]), ...missing.map(({ place }) => place)]
  /** A service may list one name twice. */
  const drawnNames = new Set<string>()
  const keyOf = (index: number) => {
    const name = nameAt(index)
    const isSecond = drawnNames.has(name)
    drawnNames.add(name)
    return isSecond ? `${name}\u0000${rows[index]}` : name
  }
  /** A row that passes by: its name alone, which costs a fourth. */
  const drawPassing = (index: number, height: number) => (
    <tbody key={keyOf(index)} role="rowgroup" className="passing" data-index={index} style={{ height }}>
      <tr role="row" aria-rowindex={rowsAbove(index) + 1}>
        <th role="rowheader" scope="row" className="c-name">
          <span className="name">{visible(nameAt(index))}</span>
        </th>
      </tr>
    </tbody>
  )
  const draw = (index: number) => {
    if (rowWindow?.isFast === true && !tall.has(index) && !kept.includes(index))
      return drawPassing(index, rowWindow.height)
    const drawn = list.at(rows[index] ?? 0)
    const below = under(drawn)
    const before = drawMissing(index)
    const rowIndex = rowsAbove(index) + before.length + 1
    const isSelected = selecting.isSelected(nameAt(index))
    const rowClass = [isSelected && 'is-selected', below !== false && 'has-note'].filter(Boolean).join(' ')
    return (
      <tbody
        key={keyOf(index)}
        role="rowgroup"
        data-index={index}
        ref={below === false && before.length === 0 ? undefined : rowWindow?.measure}
      >
        {before}
        <tr ref={keepFocus} role="row" aria-rowindex={rowIndex} className={rowClass || undefined}>
          {selectCell(nameAt(index), isSelected)}
          {row(drawn)}
        </tr>
        {below !== false && (
          <tr
            ref={keepFocus}
            role="row"
            className="note"
            aria-rowindex={rowIndex + 1}
            aria-label={`About ${visible(nameAt(index))}`}
          >
            <td role="cell" colSpan={width}>
              {below}
            </td>
          </tr>
        )}
      </tbody>
    )
  }

  const reach = (index: number | undefined) => {
    // A short list renders all rows anyway.
    if (index !== undefined && index !== reached?.index && isLong(list)) setReached({ name: nameAt(index), index })
  }

  const press = ({ target, shiftKey }: MouseEvent) => {
    const from = target instanceof Element ? target.closest<HTMLElement>('[data-press]') : null
    const index = from === null ? undefined : indexAround(from)
    if (from === null || index === undefined) return
    const { press: name = '' } = from.dataset
    if (name === 'select') selecting.press(index, from instanceof HTMLInputElement && from.checked, shiftKey)
    else presses[name]?.(list.at(rows[index] ?? 0), from)
  }

  /** Presses what a single key stands for, in the row around `target`. Returns whether there is such a thing. */
  const pressByKey = (key: string | undefined, target: HTMLElement) => {
    const name = keysOf(rowKeys).find((press) => rowKeys[press] === key)
    const index = indexAround(target)
    if (name === undefined || index === undefined) return false
    if (name === 'select') selecting.press(index, !selecting.isSelected(nameAt(index)), false)
    else presses[name]?.(list.at(rows[index] ?? 0), target)
    return name === 'select' || name in presses
  }

  /**
   * Escape gives up the selection, and F6 goes to what can be done with it, and back. Keys on a name or a checkbox move to
   * the one above or below, a screenful away, and to the first and last one; with Shift they select the rows between.
   */
  const move = (event: KeyboardEvent) => {
    const { target, shiftKey } = event
    const single = singleKeyOf(event.nativeEvent)
    const arrow = single === undefined ? undefined : moveKeys[single]
    const key = arrow ?? event.key
    const isOver = target instanceof Node && !event.currentTarget.contains(target)
    if (!(target instanceof HTMLElement) || isOver) return
    if (key === 'Escape') selecting.clear()
    if (key === barKey && bar !== false) {
      event.preventDefault()
      const isInBar = target.closest('tfoot') !== null
      if (!isInBar) beforeBar.current = target
      ;(isInBar ? beforeBar.current : table.current?.querySelector<HTMLElement>('tfoot button'))?.focus()
    }
    if (!event.repeat && pressByKey(single, target)) return event.preventDefault()
    const kind = 'box' in target.dataset ? 'box' : 'name'
    const from = kind in target.dataset || arrow !== undefined ? indexAround(target) : undefined
    if (from === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const last = rows.length - 1
    const screenful = Math.max(1, Math.floor(window.innerHeight / 60))
    const goals: Partial<Record<string, number>> = {
      ArrowDown: Math.min(from + 1, last),
      ArrowUp: from - 1,
      PageDown: Math.min(from + screenful, last),
      PageUp: Math.max(from - screenful, 0),
      Home: 0,
      End: last,
    }
    const to = goals[key]
    if (to === undefined) return
    event.preventDefault()
    if (to < 0) {
      if (!shiftKey) onAbove()
      return
    }
    if (shiftKey) selecting.extend(from, to)
    flushSync(() => reach(to)) // a row that is not rendered must be mounted before it can get the focus
    focusName(table.current, nameAt(to), kind)
  }

  const parts = isLong(list) ? partsOf(rows.length, rowWindow, kept) : [...rows.keys()]
  // WebKit lays a size container out before its new rows and gaps have a style: the page would be short for that moment, and
  // jump back to its top.
  const heightOf =
    isLong(list) && rowWindow !== undefined
      ? { minHeight: (rows.length - rowWindow.unreachable) * rowWindow.height }
      : undefined
  const remaining = isLong(list) ? (rowWindow?.unreachable ?? 0) : 0
  return (
    <div className="panel table-panel" style={heightOf}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys that its buttons let through */}
      <table
        ref={table}
        role="table"
        aria-label={label}
        aria-rowcount={rows.length + 1 + barRows + opened.size + missing.length}
        className={`grid rows ${className}`}
        onFocus={({ target }) => reach(indexAround(target))}
        onPointerOver={showTip}
        onClick={press}
        onKeyDown={move}
      >
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            <SelectAll selecting={selecting} count={rows.length} />
            {columns.map((column) => (
              <SortHeader key={column.column} {...column} sort={sort} onSort={onSort} />
            ))}
            <th role="columnheader" scope="col" className="c-act">
              <span className="sr">Actions</span>
            </th>
          </tr>
        </thead>
        {/* Here for the order of focus; it floats over the foot of the page. */}
        {bar !== false && (
          <tfoot role="rowgroup">
            <tr role="row" aria-rowindex={2}>
              <td role="cell" colSpan={width}>
                {bar}
              </td>
            </tr>
          </tfoot>
        )}
        {isLong(list) && <tbody ref={top} aria-hidden="true" />}
        {parts.map((part, at) =>
          typeof part === 'number' ? draw(part) : <Gap key={gapKey(parts, at)} height={part.gap} columns={width} />,
        )}
        {missing.some(({ place }) => place === rows.length) && (
          <tbody role="rowgroup">{drawMissing(rows.length)}</tbody>
        )}
        {remaining > 0 && (
          <tbody role="rowgroup" className="rest">
            <tr role="row">
              <td role="cell" colSpan={width}>
                {`…and ${spelled(remaining)} more. Filter or search to show others.`}
              </td>
            </tr>
          </tbody>
        )}
      </table>
      {isLong(list) && <VirtualRows top={top} rows={rows} opened={tall} kept={kept} onWindow={setRowWindow} />}
    </div>
  )
}

/**
 * The rendered part of a long table: its first or its visible rows, and the rows `kept`. The gaps at both ends are always
 * there: WebKit scrolls back to the top if both are replaced at once.
 */
function partsOf(count: number, shown: RowWindow | undefined, kept: readonly number[]): readonly TablePart[] {
  if (shown === undefined) {
    const first = Array.from({ length: Math.min(count, atFirst()) }, (_, index) => index)
    return [{ gap: 0 }, ...first, { gap: (count - first.length) * 40 }]
  }
  const parts = shown.parts.filter((part) => typeof part !== 'number' || part < count)
  // After the rows change, the visible range is known only when they have been rendered once.
  for (const index of kept) {
    if (index < 0 || index >= count || parts.includes(index)) continue
    const at = parts.findIndex((part) => typeof part === 'number' && part > index)
    parts.splice(at < 0 ? parts.length : at, 0, index)
  }
  return [...parts, { gap: Math.max(0, (count - shown.unreachable) * shown.height - shown.taken) }]
}

/** The key of a gap: of the first and the last one it never changes. */
function gapKey(parts: readonly TablePart[], at: number): string {
  const next = parts[at + 1]
  return at === 0 ? 'gap above' : typeof next === 'number' ? `gap before ${next}` : 'gap below'
}

/** Takes the space of rows that are not rendered. */
function Gap({ height, columns }: { height: number; columns: number }) {
  return (
    <tbody className="gap" aria-hidden="true">
      <tr>
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it holds nothing, and is hidden */}
        <td colSpan={columns} style={{ height }} />
      </tr>
    </tbody>
  )
}

/** Focuses the name button or the checkbox of a row, or the first button in the place of a missing one. */
export function focusName(within: HTMLElement | null, name: string, is: 'name' | 'box' | 'missing' = 'name'): void {
  focusSoon(() => [
    [...(within ?? document).querySelectorAll<HTMLElement>(`[data-${is}]`)].find(({ dataset }) => dataset[is] === name),
  ])
}

/** Focuses the name button of the first row, if there is one. */
export function focusFirst(within: HTMLElement | null): void {
  focusSoon(() => [within?.querySelector<HTMLElement>('[data-index="0"] [data-name]')])
}

function indexAround(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('tbody[data-index]') : null
  return row === null ? undefined : Number(row.dataset['index'])
}
