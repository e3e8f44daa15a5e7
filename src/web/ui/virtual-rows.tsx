import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Keyed, type LongRowsProps } from './long-rows.tsx'

/** Rows that exist only near what is in sight, with gaps standing for the others. */
export function VirtualRows({ count, keyOf, children, columns, rowHeight, keep, reach }: LongRowsProps) {
  const top = useRef<HTMLTableSectionElement>(null)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    if (top.current !== null) setMargin(top.current.getBoundingClientRect().top + window.scrollY)
  }, [])
  const rangeExtractor = useCallback(
    (range: Range) => {
      const rows = defaultRangeExtractor(range)
      return keep === undefined || rows.includes(keep) ? rows : [...rows, keep].toSorted((a, b) => a - b)
    },
    [keep],
  )
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: margin,
    getItemKey: keyOf,
    rangeExtractor,
  })
  reach.current = (index) => rows.scrollToIndex(index, { align: 'auto' })
  const items = rows.getVirtualItems()
  const parts: ReactNode[] = []
  let end = margin
  for (const item of items) {
    if (item.start > end) parts.push(<Gap key={`gap-${item.key}`} height={item.start - end} columns={columns} />)
    parts.push(<Keyed key={item.key}>{children(item.index, rows.measureElement)}</Keyed>)
    end = item.end
  }
  const below = margin + rows.getTotalSize() - end
  return (
    <>
      <tbody ref={top} aria-hidden="true" />
      {parts}
      {below > 0 && <Gap height={below} columns={columns} />}
    </>
  )
}

/** Stands for rows that do not exist at the moment. */
function Gap({ height, columns }: { height: number; columns: number }) {
  return (
    <tbody className="gap" aria-hidden="true">
      <tr>
        <td colSpan={columns} style={{ height }} />
      </tr>
    </tbody>
  )
}
