// How many rows each chip and each bar stands for.

import { useDeferredValue, useMemo } from 'react'
import type { RowList, TimestampedRow } from '#api/list/row-list.ts'
import { type ResourceDefinition, typedKeys } from '#web/resource/resource.ts'
import type { RowContext } from '#web/resource/row-context.ts'
import type { ListParams } from './list-params.ts'
import { isVirtualized } from './rows-table.tsx'

/** How many rows each filter lets through, and how many are in each bar. */
export interface Counts {
  filters: Readonly<Record<string, number>>
  buckets: Uint32Array
}

/** A list, and what a search finds in it: 1 for each such row; undefined: all. */
export interface SearchedList<Row extends TimestampedRow> {
  list: RowList<Row>
  matches: Uint8Array | undefined
}

type Filters<Row extends TimestampedRow> = Pick<ResourceDefinition<Row, object, object>, 'filters' | 'histogram'>

/** The numbers in all, and of the rows that the search and the other filters let through. */
export function useFilterCounts<Row extends TimestampedRow>(
  resource: Filters<Row>,
  searched: SearchedList<Row>,
  context: RowContext,
  view: Pick<ListParams, 'filter' | 'buckets'>,
): Readonly<Record<'all' | 'visible', Counts>> {
  // A long list is counted when there is time for it.
  const deferred = useDeferredValue(searched)
  const { list, matches } = isVirtualized(searched.list) ? deferred : searched
  const classes = useMemo(() => classifyRows(resource, list, context), [resource, list, context])
  const all = useMemo(() => countRows(resource, classes), [resource, classes])
  const visible = useMemo(() => countRows(resource, classes, { ...view, matches }), [resource, classes, view, matches])
  return { all, visible }
}

/** For each row, the filters that let it through, a bit for each, and the number of its bar; −1: it is in none. */
interface RowClasses {
  filterBits: Uint32Array
  buckets: Int8Array
}

/** Asks the filters and bars about each row once: a search then only counts. */
export function classifyRows<Row extends TimestampedRow>(
  { filters, histogram }: Filters<Row>,
  { rows, count }: Pick<RowList<Row>, 'rows' | 'count'>,
  context: RowContext,
): RowClasses {
  const definitions = Object.values(filters)
  const bucketOf = histogram?.bucketOf(context)
  const classes = { filterBits: new Uint32Array(count), buckets: new Int8Array(count) }
  rows.forEach((row, index) => {
    classes.filterBits[index] = definitions.reduce(
      (bits, filter, position) => (filter.passes(row, context) ? bits | (1 << position) : bits),
      0,
    )
    classes.buckets[index] = bucketOf?.(row) ?? -1
  })
  return classes
}

/** Counts these rows. A filter is counted within the pressed bars, and a bar within the pressed filter. */
export function countRows<Row extends TimestampedRow>(
  { filters, histogram }: Pick<Filters<Row>, 'filters' | 'histogram'>,
  { filterBits, buckets }: RowClasses,
  pressed: Partial<Pick<ListParams, 'filter' | 'buckets'> & Omit<SearchedList<Row>, 'list'>> = {},
): Counts {
  const names = typedKeys(filters)
  // All rows pass the first.
  const pressedBit = 1 << Math.max(0, names.indexOf(pressed.filter ?? ''))
  const pressedBuckets = bucketIndexes(histogram, pressed.buckets ?? [])
  // First by all bits together, of which few combinations exist.
  const rowsPerMask = new Uint32Array(1 << names.length)
  const rowsPerBucket = new Uint32Array(histogram?.buckets.length ?? 0)
  for (let row = 0; row < filterBits.length; row += 1) {
    if (pressed.matches?.[row] === 0) continue
    const bits = filterBits[row] ?? 0
    const bucket = buckets[row] ?? -1
    if (pressedBuckets.size === 0 || pressedBuckets.has(bucket)) rowsPerMask[bits]! += 1
    if (bucket >= 0 && (bits & pressedBit) > 0) rowsPerBucket[bucket]! += 1
  }
  const countOf = (position: number) =>
    rowsPerMask.reduce((sum, count, bits) => sum + count * ((bits >> position) & 1), 0)
  return {
    filters: Object.fromEntries(names.map((name, position) => [name, countOf(position)])),
    buckets: rowsPerBucket,
  }
}

/** The numbers of these bars. */
export const bucketIndexes = (
  histogram: { buckets: readonly { id: string }[] } | undefined,
  ids: readonly string[],
): ReadonlySet<number> =>
  new Set((histogram?.buckets ?? []).flatMap(({ id }, index) => (ids.includes(id) ? [index] : [])))
