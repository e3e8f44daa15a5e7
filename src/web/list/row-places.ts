/** How high the rows of a long table are, in px: all the same, but for those that have something open under them. */
export interface Heights {
  row: number
  /** Indexes, ascending; few. */
  opened: readonly number[]
  heightOf: (index: number) => number
}

/** Where a row begins, in px from the beginning of the first one. */
export function offsetOf(index: number, { row, opened, heightOf }: Heights): number {
  let offset = index * row
  for (const at of opened) if (at < index) offset += heightOf(at) - row
  return offset
}

/** Which row stands at `y`, in px from the beginning of the first one; there may be fewer rows, and none above 0. */
export function placeOf(y: number, { row, opened, heightOf }: Heights): number {
  let below = 0
  for (const at of opened) {
    const height = heightOf(at)
    const offset = at * row + below
    if (y < offset) break
    if (y < offset + height) return at
    below += height - row
  }
  return Math.floor((y - below) / row)
}

/** What a long table is made of: rows that exist, and gaps in px that stand for those that do not. */
export type TablePart = { index: number } | { gap: number }

/** The rows `from` to before `to`, and the `kept` ones, with gaps around them. */
export function partsOf(
  count: number,
  { from, to }: { from: number; to: number },
  kept: readonly number[],
  heights: Heights,
): TablePart[] {
  const rows = new Set(kept.filter((index) => index < count))
  for (let index = from; index < Math.min(to, count); index += 1) rows.add(index)
  const parts: TablePart[] = []
  let next = 0
  const gapTo = (index: number) => {
    if (index > next) parts.push({ gap: offsetOf(index, heights) - offsetOf(next, heights) })
  }
  for (const index of [...rows].toSorted((a, b) => a - b)) {
    gapTo(index)
    parts.push({ index })
    next = index + 1
  }
  gapTo(count)
  return parts
}
