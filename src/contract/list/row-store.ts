import { compareNames } from './order.ts'
import { nameOf, type Row as AnyRow } from './rows.ts'
import { unitOf, type Moment, type Unit } from '#contract/wire.ts'

/** The fields that rows of both resources have. */
export interface Dated {
  created_at: Moment
  updated_at: Moment
}

/** About a list, complete or partial. `readAt` and `beganAt`: the page's milliseconds since 1970 of the read. */
export interface ListHead {
  readonly beganAt: number
  readonly readAt: number
  /** False while the rest still arrives: such a list is only displayed, and nothing is decided by it. */
  readonly isWhole: boolean
  /** Numbers (from 1) of rows in the response that have no readable name and so cannot be acted on. */
  readonly unreadable: readonly number[]
  /** Names of fields in the rows that the console does not know and cannot send; at most 8, safe to show. Absent: none. */
  readonly unknownFields?: readonly string[]
}

/** The rows of one list, by index and by name. Immutable: `patched` returns another store. */
export interface RowStore<Row extends Dated> extends ListHead {
  readonly count: number
  /** How many `updated_at` integers are plausible in each unit. */
  readonly units: Readonly<Record<Unit, number>>
  /** The row at `index`, from 0. @throws {RangeError} beyond the last. */
  at(index: number): Row
  /** The name of the row at `index`. @throws {RangeError} beyond the last. */
  nameAt(index: number): string
  /** The name of a row of this resource. */
  nameOf(row: Row): string
  /** Visits all rows in order, or those from `from` to before `to`. */
  each(visit: (row: Row, index: number) => void, from?: number, to?: number): void
  /**
   * The indexes of all rows in the order of their names, digits compared as numbers; for a partial list, in the order
   * of arrival. The same array as long as no name changes.
   */
  byName(): Uint32Array
  /** The index of the first row with that exact name, from the row `from` on, or −1. */
  find(name: string, from?: number): number
  /** The same list with one row, found by its former or its new name, replaced, appended, or (undefined) removed. */
  patched(name: string, row: Row | undefined): RowStore<Row>
}

/** The unit of most `updated_at` in a list; undefined if none is readable or both are equally frequent. */
export function learnedUnit(units: Readonly<Record<Unit, number>>): Unit | undefined {
  if (units.seconds === units.milliseconds) return undefined
  return units.seconds > units.milliseconds ? 'seconds' : 'milliseconds'
}

/** Makes a store of these rows; `order` as returned by `byName`. Lists with the same names share `places`. */
export function rowStore<Row extends AnyRow>(
  rows: readonly Row[],
  head: ListHead,
  order: Uint32Array = Uint32Array.from(rows.keys()),
  shared: { places?: Places } = {},
): RowStore<Row> {
  const count = rows.length
  const at = (index: number): Row => {
    const row = rows[index]
    if (row === undefined) throw new RangeError(`row ${index} of ${count}`)
    return row
  }
  let units: Record<Unit, number> | undefined
  const store: RowStore<Row> = {
    ...head,
    count,
    get units() {
      return (units ??= unitsOf(rows))
    },
    at,
    nameAt: (index) => nameOf(at(index)),
    nameOf,
    each(visit, from = 0, to = count) {
      for (let index = from; index < to; index += 1) visit(at(index), index)
    },
    byName: () => order,
    find(name, from = 0) {
      const places = (shared.places ??= placesOf(rows))
      let index = places.first.get(name)
      while (index !== undefined && index < from) index = places.next.get(index)
      return index ?? -1
    },
    patched(name, row) {
      const was = store.find(name)
      // A list that was read after a rename shows the new name before the rename is confirmed.
      const found = was < 0 && row !== undefined ? store.find(nameOf(row)) : was
      if (found < 0 && row === undefined) return store
      const index = found < 0 ? count : found
      const next = rows.toSpliced(index, 1, ...(row === undefined ? [] : [row]))
      if (row !== undefined && rows[index] !== undefined && nameOf(row) === store.nameAt(index))
        return rowStore(next, head, order, shared)
      return rowStore(next, head, orderAfter(order, next, index, row))
    },
  }
  return store
}

function unitsOf(rows: readonly Dated[]): Record<Unit, number> {
  const units = { seconds: 0, milliseconds: 0 }
  for (const { updated_at } of rows) {
    const unit = unitOf(updated_at)
    if (unit !== undefined) units[unit] += 1
  }
  return units
}

/**
 * The index of the first row of each name and, because services may list a name twice, of the next row with the same
 * name. Found out when it is first needed.
 */
interface Places {
  first: Map<string, number>
  next: Map<number, number>
}

function placesOf(rows: readonly AnyRow[]): Places {
  const places: Places = { first: new Map(), next: new Map() }
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const row = rows[index]
    if (row === undefined) continue
    const name = nameOf(row)
    const later = places.first.get(name)
    if (later !== undefined) places.next.set(index, later)
    places.first.set(name, index)
  }
  return places
}

/** The order after the row `index` became `row`, or was removed (undefined). `rows`: afterwards. */
function orderAfter(order: Uint32Array, rows: readonly AnyRow[], index: number, row: AnyRow | undefined): Uint32Array {
  const others = order.filter((other) => other !== index)
  if (row === undefined) return others.map((other) => (other > index ? other - 1 : other))
  let [low, high] = [0, others.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = others[middle]!
    const isBefore = (compareNames(nameOf(rows[other]!), nameOf(row)) || other - index) < 0
    if (isBefore) low = middle + 1
    else high = middle
  }
  const after = new Uint32Array(rows.length)
  after.set(others.subarray(0, low))
  after[low] = index
  after.set(others.subarray(low), low + 1)
  return after
}
