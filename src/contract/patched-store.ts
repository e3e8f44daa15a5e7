import { compared } from './name-order.ts'
import type { Dated, RowStore } from './row-store.ts'
import { unitIn, type Unit } from './wire.ts'

/** What differs from the list as it was read: few rows, so few that they are kept as they are. */
interface Overlay<Row extends Dated> {
  base: RowStore<Row>
  /** By their index in the base. */
  changed: ReadonlyMap<number, Row>
  /** Indexes in the base, ascending. */
  gone: readonly number[]
  added: readonly Row[]
}

/** What a patched list has of its own: a list that is patched again stays one overlay over what was read. */
const overlays = new WeakMap<object, unknown>()

/** A list with one row replaced, added at the end, or (undefined) taken out. */
export function patched<Row extends Dated>(list: RowStore<Row>, name: string, row: Row | undefined): RowStore<Row> {
  const kept = overlays.get(list) as Overlay<Row> | undefined
  const before = kept ?? { base: list, changed: new Map<number, Row>(), gone: [], added: [] }
  const at = findIn(before, name)
  const did = at >= 0 ? (row === undefined ? 'removed' : 'replaced') : row === undefined ? 'nothing' : 'added'
  const overlay = after(before, at, row)
  const next = { ...storeOf(overlay), patch: { of: new WeakRef(list), index: at < 0 ? list.count : at, did } as const }
  overlays.set(next, overlay)
  return next
}

function after<Row extends Dated>(before: Overlay<Row>, at: number, row: Row | undefined): Overlay<Row> {
  const inBase = before.base.count - before.gone.length
  if (at < 0) return row === undefined ? before : { ...before, added: [...before.added, row] }
  if (at >= inBase) {
    const added = before.added.toSpliced(at - inBase, 1, ...(row === undefined ? [] : [row]))
    return { ...before, added }
  }
  const index = baseIndex(before, at)
  const changed = new Map(before.changed)
  if (row !== undefined) return { ...before, changed: changed.set(index, row) }
  changed.delete(index)
  return { ...before, changed, gone: [...before.gone, index].toSorted((a, b) => a - b) }
}

function storeOf<Row extends Dated>(overlay: Overlay<Row>): RowStore<Row> {
  const { base, changed, gone, added } = overlay
  const { nameOf } = base
  const inBase = base.count - gone.length
  const count = inBase + added.length
  const at = (index: number): Row => {
    if (!Number.isInteger(index) || index < 0 || index >= count) throw new RangeError(`row ${index} of ${count}`)
    if (index >= inBase) return added[index - inBase]!
    const from = baseIndex(overlay, index)
    return changed.get(from) ?? base.at(from)
  }
  const nameAt = (index: number) => {
    const from = index < inBase && index >= 0 ? baseIndex(overlay, index) : -1
    return from < 0 || changed.has(from) ? nameOf(at(index)) : base.nameAt(from)
  }
  const isGone = new Set(gone)
  let sorted: Uint32Array | undefined
  return {
    beganAt: base.beganAt,
    readAt: base.readAt,
    isWhole: base.isWhole,
    unreadable: base.unreadable,
    units: unitsOf(overlay),
    otherFields: base.otherFields,
    count,
    at,
    nameAt,
    nameOf,
    each(visit, begin = 0, end = count) {
      let index = begin
      const visited = (row: Row, from: number) => {
        if (isGone.has(from)) return
        visit(changed.get(from) ?? row, index)
        index += 1
      }
      const last = Math.min(end, inBase) - 1
      if (begin <= last) base.each(visited, baseIndex(overlay, begin), baseIndex(overlay, last) + 1)
      for (; index < end; index += 1) visit(added[index - inBase]!, index)
    },
    matching(text) {
      const hits = new Uint8Array(count)
      const below = base.matching(text)
      let from = 0
      for (const [before, one] of [...gone, base.count].entries()) {
        hits.set(below.subarray(from, one), from - before)
        from = one + 1
      }
      const own = [...changed.keys()].map((one) => indexOf(overlay, one))
      for (let index = inBase; index < count; index += 1) own.push(index)
      for (const index of own) hits[index] = Number(nameAt(index).toLowerCase().includes(text))
      return hits
    },
    byName: () => (sorted ??= orderOf(overlay, nameAt)),
    find: (name, from) => findIn(overlay, name, from),
  }
}

function unitsOf<Row extends Dated>({ base, changed, gone, added }: Overlay<Row>): Record<Unit, number> {
  const units = { ...base.units }
  const count = ({ updated_at }: Row, by: number) => {
    const unit = unitIn(updated_at)
    if (unit !== undefined) units[unit] += by
  }
  for (const from of [...changed.keys(), ...gone]) count(base.at(from), -1)
  for (const row of [...changed.values(), ...added]) count(row, 1)
  return units
}

/** The base's index of a row that is not among the added ones. */
function baseIndex({ gone }: Pick<Overlay<never>, 'gone'>, index: number): number {
  let from = index
  for (const one of gone) {
    if (one > from) break
    from += 1
  }
  return from
}

/** The index of a row of the base; it is not gone. */
function indexOf({ gone }: Pick<Overlay<never>, 'gone'>, from: number): number {
  let before = 0
  while (before < gone.length && (gone[before] ?? 0) < from) before += 1
  return from - before
}

/** The first row of that name from `begin` on: rows of the base stand before the added ones. */
function findIn<Row extends Dated>(overlay: Overlay<Row>, name: string, begin = 0): number {
  const { base, changed, gone, added } = overlay
  const { nameOf } = base
  let first = Number.POSITIVE_INFINITY
  const meet = (index: number) => {
    if (index >= begin) first = Math.min(first, index)
  }
  for (const [from, row] of changed) if (nameOf(row) === name) meet(indexOf(overlay, from))
  // Services may list a name twice.
  for (let from = base.find(name); from >= 0 && indexOf(overlay, from) < first; from = base.find(name, from + 1)) {
    if (!changed.has(from) && !gone.includes(from)) meet(indexOf(overlay, from))
  }
  const inBase = base.count - gone.length
  const late = added.findIndex((row, at) => inBase + at >= begin && nameOf(row) === name)
  return Number.isFinite(first) ? first : late < 0 ? -1 : inBase + late
}

/** The base's order without what is gone, with what changed or was added put where it belongs. */
function orderOf<Row extends Dated>(overlay: Overlay<Row>, nameAt: (index: number) => string): Uint32Array {
  const { base, changed, gone, added } = overlay
  const isGone = new Set(gone)
  const steady = base.byName().filter((from) => !isGone.has(from) && !changed.has(from))
  if (gone.length > 0) for (let at = 0; at < steady.length; at += 1) steady[at] = indexOf(overlay, steady[at]!)
  const inBase = base.count - gone.length
  const moved = [...[...changed.keys()].map((from) => indexOf(overlay, from)), ...added.map((_, at) => inBase + at)]
  const order = new Uint32Array(steady.length + moved.length)
  let taken = 0
  for (const [before, index] of moved.toSorted((a, b) => compared(nameAt, a, b)).entries()) {
    const place = placeIn(steady, (other) => compared(nameAt, other, index) < 0)
    order.set(steady.subarray(taken, place), taken + before)
    order[place + before] = index
    taken = place
  }
  order.set(steady.subarray(taken), taken + moved.length)
  return order
}

/** Where the first one stands that is not before, by halving. */
function placeIn(order: Uint32Array, isBefore: (index: number) => boolean): number {
  let low = 0
  let high = order.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(order[middle] ?? 0)) low = middle + 1
    else high = middle
  }
  return low
}
