import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type RefObject,
} from 'react'

/** A row to draw, by its index. */
export interface DrawnRow {
  index: number
  /** Its height in px while it passes by: each frame shows other rows, and nobody can read more than their names. */
  passing?: number | undefined
  /** A ref that measures its `tbody`, if something is open under it. */
  measure?: (tbody: HTMLElement | null) => void
}

export interface VirtualRowsProps {
  /** The numbers of the rows to show, in order. */
  rows: Uint32Array
  /** The indexes of rows with something open under them. All other rows have the same height. */
  opened: ReadonlySet<number>
  /** The index of a row that is drawn in any case, because it has or may get the focus; −1: none. */
  kept: number
  draw: (row: DrawnRow) => ReactNode
  /** Draws what takes the space of rows that are not drawn. */
  gap: (key: string, height: number) => ReactNode
  /** Called with the height of a row, in px, when it is measured or has changed. */
  onRowHeight: (height: number) => void
}

/** The visible rows of a long table, with gaps in the places of the others. */
export function VirtualRows({ draw, gap, ...props }: VirtualRowsProps) {
  const top = useRef<HTMLTableSectionElement>(null)
  const { items, start, end, passing, measure } = useVirtualRows(top, props)
  const gaps = items.map((item, offset) => item.start - (items[offset - 1]?.end ?? start))
  return (
    <>
      <tbody ref={top} aria-hidden="true" />
      {/* The gaps at both ends stay: WebKit scrolls back to the top if both are replaced at once. */}
      {gap('above', gaps[0] ?? 0)}
      {items.flatMap(({ index }, offset) => [
        offset > 0 && gaps[offset]! > 0 && gap(String(index), gaps[offset]!),
        draw({ index, passing, measure }),
      ])}
      {gap('below', Math.max(0, end - (items.at(-1)?.end ?? start)))}
    </>
  )
}

const subscribeToResize = (onChange: () => void) => {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}

/** Which rows of a long table are visible, and where they are, in px from the top of the page. `top`: stands above the first row. */
function useVirtualRows(
  top: RefObject<HTMLElement | null>,
  { rows, opened, kept, onRowHeight }: Omit<VirtualRowsProps, 'draw' | 'gap'>,
) {
  const width = useSyncExternalStore(subscribeToResize, () => window.innerWidth)
  const [measured, setMeasured] = useState({ height: 40, width: 0 })
  const { height } = measured
  const isMeasured = measured.width === width
  const [scrollMargin, setScrollMargin] = useState(0)
  // A row has another key while something is open under it, because its measured height is valid only then. A new
  // function makes the virtualizer compute all positions again.
  const getItemKey = useCallback(
    (index: number) => (opened.has(index) ? -1 - (rows[index] ?? 0) : (rows[index] ?? 0)),
    // eslint-disable-next-line react/exhaustive-deps -- another height moves all rows
    [rows, opened, height],
  )
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => (opened.has(index) ? 3 * height : height),
    getItemKey,
    scrollMargin,
    overscan: 3,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialOffset: () => window.scrollY,
    rangeExtractor(range) {
      const visible = defaultRangeExtractor(range)
      return kept < 0 || visible.includes(kept) ? visible : [...visible, kept].toSorted((a, b) => a - b)
    },
  })
  const { isScrolling, measureElement: measure } = virtual
  const offset = virtual.scrollOffset ?? 0
  // While each scroll moves further than half a screen. A single jump is not fast.
  const [last, setLast] = useState({ offset, isScrolling, isFast: false })
  if (offset !== last.offset || isScrolling !== last.isScrolling) {
    const isFast =
      isMeasured && isScrolling && last.isScrolling && Math.abs(offset - last.offset) > window.innerHeight / 2
    setLast({ offset, isScrolling, isFast })
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
  useLayoutEffect(() => {
    if (isMeasured) onRowHeight(height)
  }, [isMeasured, height, onRowHeight])
  return {
    items: virtual.getVirtualItems(),
    start: scrollMargin,
    end: scrollMargin + virtual.getTotalSize(),
    passing: last.isFast ? height : undefined,
    measure,
  }
}
