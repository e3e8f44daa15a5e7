import type { Moment, Unit } from './wire.ts'

/** What a row of either resource has. */
export interface Dated {
  created_at: Moment
  updated_at: Moment
}

/**
 * The rows of one list answer, asked by number and by name; never an array handed around, since what lies behind is
 * columns. Immutable: `patched` (`patched-store.ts`) makes another store. `readAt` and `beganAt` are the page's own milliseconds since 1970
 * of the read's end and begin.
 */
export interface RowStore<Row extends Dated> {
  readonly count: number
  readonly beganAt: number
  readonly readAt: number
  /** False while the rest is still on its way: such a list is looked at, and nothing is done by it. */
  readonly isWhole: boolean
  /** Numbers (from 1) of rows of the answer that have no readable name and so cannot be acted on. */
  readonly unreadable: readonly number[]
  /** How many readable `updated_at` integers speak for each unit. */
  readonly units: Readonly<Record<Unit, number>>
  /** Names of fields that rows carry and the console does not know: it cannot send them. At most 8, fit to show. */
  readonly otherFields: readonly string[]
  /** The row at `index`, from 0. @throws {RangeError} beyond the last. */
  at(index: number): Row
  /** The name of the row at `index`; a hundredth of the cost of the row. @throws {RangeError} beyond the last. */
  nameAt(index: number): string
  /** The name of a row of any such list. */
  readonly nameOf: (row: Row) => string
  /** All rows in turn, or those from `from` to before `to`; a row is for the visit alone and says something else at the next one. */
  each(visit: (row: Row, index: number) => void, from?: number, to?: number): void
  /** Which rows have `text` (in lower case) in their name: 1 for each that has. */
  matching(text: string): Uint8Array
  /** The numbers of all rows in the order of their names, figures as numbers; of a part, in the order of arrival. */
  byName(): Uint32Array
  /** The index of the first row of that exact name, from the row `from` on, or −1. */
  find(name: string, from?: number): number
  /**
   * Which list this one was patched from, and what became of which row (an index in this list, or where it was). Held
   * weakly, so that a day of switching does not keep every list of the day.
   */
  readonly patch?: { of: WeakRef<RowStore<Row>>; index: number; did: 'replaced' | 'added' | 'removed' | 'nothing' }
}

/** The unit most `updated_at` of a list are written in; undefined where none can be read or they are even. */
export function learnedUnit(units: Readonly<Record<Unit, number>>): Unit | undefined {
  if (units.seconds === units.milliseconds) return undefined
  return units.seconds > units.milliseconds ? 'seconds' : 'milliseconds'
}
