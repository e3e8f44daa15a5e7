import type { Token } from '#api/token.ts'
import type { User } from '#api/user.ts'
import { guessTimeUnit, type Timestamp, type TimeUnit } from '#api/wire.ts'

/** A row of either resource. */
export type Row = Token | User

/** The name or email of a row. */
export function rowName(row: Row): string {
  return 'name' in row ? row.name : row.email
}

/** The fields that rows of both resources have. */
export interface TimestampedRow {
  created_at: Timestamp
  updated_at: Timestamp
}

/** About a list, complete or partial. `readStartedAt` and `readAt`: the page's milliseconds since 1970. */
export interface ListMetadata {
  readonly readStartedAt: number
  readonly readAt: number
  /** False while the rest still arrives: such a list is only displayed, and no action relies on it. */
  readonly isComplete: boolean
  /** Numbers (from 1) of rows in the response that have no readable name and so cannot be acted on. */
  readonly unreadableRows: readonly number[]
  /** Names of fields in the rows that the console does not know and cannot send; at most 8, safe to show. */
  readonly unknownFields: readonly string[]
}

/** The rows of one list, by index and by name. Immutable. */
export interface RowList<Row extends TimestampedRow> extends ListMetadata {
  readonly count: number
  readonly rows: readonly Row[]
  /** The unit of most `updated_at`, and how many show it; undefined if none does, or both are equally frequent. */
  readonly timeUnit: { unit: TimeUnit; rows: number } | undefined
  /** The row at `index`, from 0. @throws {RangeError} beyond the last. */
  at(index: number): Row
  /** The name of the row at `index`. @throws {RangeError} beyond the last. */
  nameAt(index: number): string
  /** The name of a row of this resource. */
  nameOf(row: Row): string
  /** The index of the first row with that exact name, or −1. Lists with the same names in the same places can share it. */
  readonly indexOf: (name: string) => number
}

/** Makes a list of these rows. `indexOf`: that of a list with the same names in the same places. */
export function createRowList<Row extends TimestampedRow>(
  rows: readonly Row[],
  { readStartedAt, readAt, isComplete, unreadableRows, unknownFields }: ListMetadata,
  nameOf: (row: Row) => string,
  indexOf = createNameIndex(rows, nameOf),
): RowList<Row> {
  const rowAt = (index: number): Row => {
    const row = rows[index]
    if (row === undefined) throw new RangeError(`row ${index} of ${rows.length}`)
    return row
  }
  let cached: Pick<RowList<Row>, 'timeUnit'> | undefined
  return {
    readStartedAt,
    readAt,
    isComplete,
    unreadableRows,
    unknownFields,
    count: rows.length,
    rows,
    get timeUnit() {
      return (cached ??= { timeUnit: mostFrequentUnit(rows) }).timeUnit
    },
    at: rowAt,
    nameAt: (index) => nameOf(rowAt(index)),
    nameOf,
    indexOf,
  }
}

function mostFrequentUnit(rows: readonly TimestampedRow[]): RowList<TimestampedRow>['timeUnit'] {
  const counts = { seconds: 0, milliseconds: 0 }
  for (const { updated_at } of rows) {
    const unit = guessTimeUnit(updated_at)
    if (unit !== undefined) counts[unit] += 1
  }
  if (counts.seconds === counts.milliseconds) return undefined
  const unit = counts.seconds > counts.milliseconds ? 'seconds' : 'milliseconds'
  return { unit, rows: counts[unit] }
}

/** The index of each name is found out when the first one is asked for. Services may list a name twice. */
function createNameIndex<Row>(rows: readonly Row[], nameOf: (row: Row) => string): (name: string) => number {
  let indexByName: Map<string, number> | undefined
  return (name) => {
    if (indexByName === undefined) {
      indexByName = new Map()
      for (let index = rows.length - 1; index >= 0; index -= 1) indexByName.set(nameOf(rows[index]!), index)
    }
    return indexByName.get(name) ?? -1
  }
}
