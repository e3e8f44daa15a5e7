import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'

/** Lists up to this length are plain rows: nothing to measure, and the browser's own search finds them all. */
const plainUpTo = 200

interface Props {
  count: number
  /** Stable while the row is the same one. */
  keyOf: (index: number) => string
  /** A whole `tbody` for one row and what opens under it; `measure` goes on it, with `data-index`. */
  children: (index: number, measure: ((node: HTMLElement | null) => void) | undefined) => ReactNode
  columns: number
  rowHeight: number
  /** The row that must stay mounted: the one with the focus. */
  keep: number | undefined
  reach: RefObject<((index: number) => void) | null>
}

/** The rows of a table, of which only those in sight exist when there are many. */
export function LongRows(props: Props) {
  return props.count > plainUpTo ? <VirtualRows {...props} /> : <PlainRows {...props} />
}

function PlainRows({ count, keyOf, children, reach }: Props) {
  reach.current = null
  return Array.from({ length: count }, (_, index) => <Keyed key={keyOf(index)}>{children(index, undefined)}</Keyed>)
}

function Keyed({ children }: { children: ReactNode }) {
  return children
}

function VirtualRows({ count, keyOf, children, columns, rowHeight, keep, reach }: Props) {
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
