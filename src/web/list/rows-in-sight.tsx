import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'

/** How high all rows may be together, in px: Firefox makes nothing higher than 17.9 million, others twice as much. */
const highest = 15_000_000

/** How many rows exist beyond what is in sight, on either side. */
const beyond = 8

/** How high a row is until one was measured, in px. */
const usualHeight = 40

/** What a long table is made of: places of rows that exist, and gaps in px that stand for those that do not. */
export type TablePart = number | { gap: number }

/** The rows that exist. */
export interface Sight {
  parts: readonly TablePart[]
  /** How many rows cannot be scrolled to. */
  beyondReach: number
  /** Follows how high the `tbody` of a row with something open under it is. */
  measure: (tbody: HTMLElement | null) => void
}

interface Props {
  /** The numbers of the rows to show, in order. */
  rows: Uint32Array
  /** The places of rows that have something open under them; all others are of one height. */
  opened: ReadonlySet<number>
  /** The place of the row that must exist, which has or is to get the focus; −1: none. */
  kept: number
  onSight: (sight: Sight) => void
}

/** Says which rows of a long table are in sight, from its place in it. Who draws them need not wait for this code. */
export function RowsInSight({ rows, opened, kept, onSight }: Props) {
  const top = useRef<HTMLTableSectionElement>(null)
  const [height, setHeight] = useState(usualHeight)
  const [scrollMargin, setScrollMargin] = useState(0)
  const count = Math.min(rows.length, Math.floor(highest / height))
  // An open row has another key than the same one closed, so that what was measured is of the open one alone. Another
  // function has all places counted anew.
  const getItemKey = useCallback(
    (index: number) => (opened.has(index) ? -1 - (rows[index] ?? 0) : (rows[index] ?? 0)),
    // eslint-disable-next-line react/exhaustive-deps -- of another height all rows are elsewhere
    [rows, opened, height],
  )
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: (index) => (opened.has(index) ? 3 * height : height),
    getItemKey,
    scrollMargin,
    overscan: beyond,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialOffset: () => window.scrollY,
    rangeExtractor: (range) => {
      const inSight = defaultRangeExtractor(range)
      return kept < 0 || kept >= count || inSight.includes(kept)
        ? inSight
        : [...inSight, kept].toSorted((a, b) => a - b)
    },
  })
  // Whatever was drawn may have moved the table; another width may make cards of rows, or rows of cards.
  // eslint-disable-next-line react/exhaustive-deps -- what is measured twice is the same
  useLayoutEffect(() => {
    if (top.current === null) return
    setScrollMargin(Math.round(top.current.getBoundingClientRect().top + window.scrollY))
    const plain = top.current.parentElement?.querySelector('tbody[data-index]:not(:has(.note))')
    const seen = plain?.getBoundingClientRect().height ?? 0
    if (seen > 0) setHeight(seen)
  })

  const parts: TablePart[] = []
  let end = scrollMargin
  for (const item of virtual.getVirtualItems()) {
    if (item.start > end) parts.push({ gap: item.start - end })
    parts.push(item.index)
    ;({ end } = item)
  }
  const below = scrollMargin + virtual.getTotalSize() - end
  if (below > 0) parts.push({ gap: below })
  const told = JSON.stringify(parts)
  const { measureElement: measure } = virtual
  useLayoutEffect(() => {
    onSight({ parts: JSON.parse(told) as TablePart[], beyondReach: rows.length - count, measure })
  }, [told, rows.length, count, measure, onSight])
  return <tbody ref={top} aria-hidden="true" />
}
