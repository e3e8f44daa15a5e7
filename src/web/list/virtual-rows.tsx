import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react'

/** The maximum height of all rows together, in px. Firefox allows 17.9 million, other browsers twice as much. */
const maxHeight = 15_000_000

/** How many rows are rendered above and below the visible ones. */
const overscan = 3

/** The height of a row before one is measured, in px. */
const estimatedHeight = 40

/** A part of a long table: the index of a rendered row, or a gap in px for rows that are not rendered. */
export type TablePart = number | { gap: number }

/** The rendered part of a long table. It stays the same while rows change below it. */
export interface RowWindow {
  /** With the gap at the beginning, but without the one at the end. */
  parts: readonly TablePart[]
  /** The height of a row, and how much of the height of all rows is above that gap, in px. */
  height: number
  taken: number
  /** How many rows at the end cannot be reached by scrolling. */
  unreachable: number
  /** Whether each frame shows other rows: nobody can read more than their names. A single jump is not. */
  isFast: boolean
  /** A ref that measures the `tbody` of a row with something open under it. */
  measure: (tbody: HTMLElement | null) => void
}

interface Props {
  /** What stands above the first row. */
  top: RefObject<HTMLElement | null>
  /** The numbers of the rows to show, in order. */
  rows: Uint32Array
  /** The indexes of rows with something open under them. All other rows have the same height. */
  opened: ReadonlySet<number>
  /** Indexes of rows that must be rendered because they have or may get the focus; −1: none. */
  kept: readonly number[]
  onWindow: (window: RowWindow) => void
}

const onResize = (go: () => void) => {
  window.addEventListener('resize', go)
  return () => window.removeEventListener('resize', go)
}

/** Reports which rows of a long table are visible. It draws nothing, and its code arrives after the first rows. */
export function VirtualRows({ top, rows, opened, kept, onWindow }: Props) {
  const width = useSyncExternalStore(onResize, () => window.innerWidth)
  const [measured, setMeasured] = useState({ height: estimatedHeight, width: 0 })
  const { height } = measured
  const isMeasured = measured.width === width
  const [scrollMargin, setScrollMargin] = useState(0)
  const count = Math.min(rows.length, Math.floor(maxHeight / height))
  // A row has another key while something is open under it, because its measured height is valid only then. A new
  // function makes the virtualizer compute all positions again.
  const getItemKey = useCallback(
    (index: number) => (opened.has(index) ? -1 - (rows[index] ?? 0) : (rows[index] ?? 0)),
    // eslint-disable-next-line react/exhaustive-deps -- another height moves all rows
    [rows, opened, height],
  )
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: (index) => (opened.has(index) ? 3 * height : height),
    getItemKey,
    scrollMargin,
    overscan,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialOffset: () => window.scrollY,
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range)
      const others = kept.filter((index) => index >= 0 && index < count && !visible.includes(index))
      return [...visible, ...new Set(others)].toSorted((a, b) => a - b)
    },
  })
  const { isScrolling } = virtual
  const at = virtual.scrollOffset ?? 0
  const [last, setLast] = useState({ at, isScrolling, isFast: false })
  if (at !== last.at || isScrolling !== last.isScrolling) {
    const isFast = isMeasured && isScrolling && last.isScrolling && Math.abs(at - last.at) > window.innerHeight / 2
    setLast({ at, isScrolling, isFast })
  }
  // Any render may have moved the table, and another width may turn rows into cards or back. Scrolling does neither, and
  // measuring makes the browser lay out all rows within the frame.
  // eslint-disable-next-line react/exhaustive-deps -- an equal measurement does not render again
  useLayoutEffect(() => {
    if (top.current === null || (isScrolling && isMeasured)) return
    setScrollMargin(Math.round(top.current.getBoundingClientRect().top + window.scrollY))
    const plain = top.current.parentElement?.querySelector('tbody[data-index]:not(.passing, :has(.note))')
    const now = plain?.getBoundingClientRect().height ?? 0
    if (now > 0 && !(isMeasured && now === height)) setMeasured({ height: now, width })
  })

  const parts: TablePart[] = []
  let end = scrollMargin
  for (const item of virtual.getVirtualItems()) {
    if (parts.length === 0 || item.start > end) parts.push({ gap: item.start - end })
    parts.push(item.index)
    ;({ end } = item)
  }
  const below = scrollMargin + virtual.getTotalSize() - end
  const taken = Math.round(count * height - below)
  const serialized = JSON.stringify(parts)
  const unreachable = rows.length - count
  const { measureElement: measure } = virtual
  const { isFast } = last
  useLayoutEffect(() => {
    onWindow({ parts: JSON.parse(serialized) as TablePart[], height, taken, unreachable, isFast, measure })
  }, [serialized, height, taken, unreachable, isFast, measure, onWindow])
  return null
}
