import type { Moment, Unit } from './wire.ts'
import { unitOf } from './wire.ts'

/** What a row of either resource has. */
export interface Dated {
  updated_at: Moment
}

/**
 * The rows of one list answer, asked by number and by name; never an array handed around, so that what lies behind
 * can become columns. Immutable: `patched` gives another store. `readAt` and `beganAt` are the page's own
 * milliseconds since 1970 of the read's end and begin.
 */
export interface RowStore<Row extends Dated> {
  readonly count: number
  readonly beganAt: number
  readonly readAt: number
  /** Numbers (from 1) of rows of the answer that have no readable name and so cannot be acted on. */
  readonly unreadable: readonly number[]
  /** How many readable `updated_at` integers speak for each unit. */
  readonly units: Readonly<Record<Unit, number>>
  /** The row at `index`, from 0. @throws {RangeError} beyond the last. */
  at(index: number): Row
  /** The index of the first row of that exact name, or −1. */
  find(name: string): number
  /** The same list with one row replaced, added at the end, or (undefined) taken out. */
  patched(name: string, row: Row | undefined): RowStore<Row>
}

/** Collects rows as they arrive. */
export class RowCollector<Row extends Dated> {
  private readonly rows: Row[] = []
  private readonly unreadable: number[] = []
  private readonly nameOf: (row: Row) => string
  private seen = 0

  constructor(nameOf: (row: Row) => string) {
    this.nameOf = nameOf
  }

  add(row: Row | undefined): void {
    this.seen += 1
    if (row === undefined) this.unreadable.push(this.seen)
    else this.rows.push(row)
  }

  store(beganAt: number, readAt: number): RowStore<Row> {
    return storeOf({ rows: this.rows, unreadable: this.unreadable, beganAt, readAt }, this.nameOf)
  }
}

interface Held<Row> {
  rows: readonly Row[]
  unreadable: readonly number[]
  beganAt: number
  readAt: number
}

function storeOf<Row extends Dated>(held: Held<Row>, nameOf: (row: Row) => string): RowStore<Row> {
  const { rows } = held
  let index: Map<string, number> | undefined
  const units: Record<Unit, number> = { seconds: 0, milliseconds: 0 }
  for (const { updated_at } of rows) {
    const unit = updated_at.spelled === 'integer' ? unitOf(updated_at.integer) : undefined
    if (unit !== undefined) units[unit] += 1
  }
  const find = (name: string) => {
    if (index === undefined) {
      index = new Map()
      // From the end, so that of a repeated name the first row stands.
      for (let i = rows.length - 1; i >= 0; i -= 1) index.set(nameOf(rows[i]!), i)
    }
    return index.get(name) ?? -1
  }
  return {
    count: rows.length,
    beganAt: held.beganAt,
    readAt: held.readAt,
    unreadable: held.unreadable,
    units,
    at(i) {
      const row = rows[i]
      if (row === undefined) throw new RangeError(`row ${i} of ${rows.length}`)
      return row
    },
    find,
    patched(name, row) {
      const at = find(name)
      const next = [...rows]
      if (row === undefined) {
        if (at >= 0) next.splice(at, 1)
      } else if (at >= 0) next[at] = row
      else next.push(row)
      return storeOf({ ...held, rows: next }, nameOf)
    },
  }
}

/** The unit most `updated_at` of a list are written in; undefined where none can be read or they are even. */
export function learnedUnit(units: Readonly<Record<Unit, number>>): Unit | undefined {
  if (units.seconds === units.milliseconds) return undefined
  return units.seconds > units.milliseconds ? 'seconds' : 'milliseconds'
}
