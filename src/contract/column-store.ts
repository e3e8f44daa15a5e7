import { hashOf, RowCursor, type Columns } from './columns.ts'
import { HashTable } from './hash-table.ts'
import { OtherFields } from './other-fields.ts'
import { allTexts, textAt } from './packed-texts.ts'
import type { RowShape } from './row-shape.ts'
import type { Dated, RowStore } from './row-store.ts'
import type { Unit } from './wire.ts'

/** What is known of a list, whole or in part. */
export interface ListHead {
  beganAt: number
  readAt: number
  isWhole: boolean
  unreadable: readonly number[]
}

/** Grows by pieces while a list arrives, and shows what is there at any moment as a store. */
export class ColumnList<Row extends Dated> {
  private readonly shape: RowShape<Row>
  private readonly pieces: Piece[] = []
  private readonly names = new HashTable((index) => this.hashAt(index))
  private last: Piece | undefined
  count = 0

  constructor(shape: RowShape<Row>) {
    this.shape = shape
  }

  add(columns: Columns): void {
    if (columns.count === 0) return
    this.pieces.push({ columns, from: this.count })
    this.count += columns.count
    this.names.grow(this.count)
  }

  /** `order`: the numbers of all rows in the order of their names; undefined while it is not known. */
  store(head: ListHead, order?: Uint32Array): RowStore<Row> {
    const { shape, count, names } = this
    const pieces = [...this.pieces]
    const units: Record<Unit, number> = { seconds: 0, milliseconds: 0 }
    const others = new OtherFields()
    for (const { columns } of pieces) {
      others.add(columns.others)
      units.seconds += columns.units.seconds
      units.milliseconds += columns.units.milliseconds
    }
    const within = (index: number): Piece => {
      const piece = Number.isInteger(index) && index >= 0 && index < count ? pieceOf(pieces, index) : undefined
      if (piece === undefined) throw new RangeError(`row ${index} of ${count}`)
      return piece
    }
    let sorted = order
    const store: RowStore<Row> = {
      ...head,
      count,
      units,
      otherFields: others.all,
      at(index) {
        const { columns, from } = within(index)
        return shape.row(new RowCursor().to(columns, index - from).parts)
      },
      nameAt(index) {
        const { columns, from } = within(index)
        return textAt(columns.names, index - from)
      },
      nameOf: shape.nameOf,
      each(visit, begin = 0, end = count) {
        const cursor = new RowCursor()
        const row = shape.live(cursor)
        for (const { columns, from } of pieces) {
          const last = Math.min(columns.count, end - from)
          for (let index = Math.max(0, begin - from); index < last; index += 1) {
            cursor.to(columns, index)
            visit(row, from + index)
          }
        }
      },
      matching(text) {
        const hits = new Uint8Array(count)
        if (text === '') return hits.fill(1)
        for (const { columns, from } of pieces) search(columns, text, hits, from)
        return hits
      },
      byName: () => (sorted ??= arrival(count)),
      find(name, from = 0) {
        const index = names.find(hashOf(name), (at) => at >= count || (at >= from && store.nameAt(at) === name))
        return index >= count ? -1 : index
      },
    }
    return store
  }

  private hashAt(index: number): number {
    // Asked for one row after the other.
    if (this.last === undefined || index < this.last.from || index >= this.last.from + this.last.columns.count)
      this.last = pieceOf(this.pieces, index)!
    return this.last.columns.hashes[index - this.last.from] ?? 0
  }
}

function arrival(count: number): Uint32Array {
  return new Uint32Array(count).map((_, index) => index)
}

interface Piece {
  columns: Columns
  from: number
}

/** The piece that holds row `index`, by halving. */
function pieceOf(pieces: readonly Piece[], index: number): Piece | undefined {
  let low = 0
  let high = pieces.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((pieces[middle]?.from ?? 0) <= index) low = middle
    else high = middle - 1
  }
  return pieces[low]
}

/** One pass over all names as one text; a hit that lies across two names is none. */
function search({ count, lower, names }: Columns, text: string, hits: Uint8Array, from: number): void {
  const { ends } = lower ?? names
  const all = allTexts(lower ?? names)
  let row = 0
  for (let at = all.indexOf(text); at >= 0; at = all.indexOf(text, at)) {
    while (row < count && (ends[row] ?? 0) <= at) row += 1
    if (row >= count) return
    const end = ends[row] ?? 0
    if (at + text.length > end) {
      at += 1
      continue
    }
    hits[from + row] = 1
    at = end
    row += 1
  }
}
