import { lazy, Suspense, type ReactNode, type RefObject } from 'react'

const VirtualRows = lazy(() => import('./virtual-rows.tsx').then((module) => ({ default: module.VirtualRows })))

/** Lists up to this length are plain rows: nothing to measure, and the browser's own search finds them all. */
const plainUpTo = 200

/** What the rows of a table are made from. */
export interface LongRowsProps {
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
export function LongRows(props: LongRowsProps) {
  if (props.count <= plainUpTo) return <PlainRows {...props} />
  return (
    <Suspense fallback={<PlainRows {...props} count={50} />}>
      <VirtualRows {...props} />
    </Suspense>
  )
}

function PlainRows({ count, keyOf, children, reach }: LongRowsProps) {
  reach.current = null
  return Array.from({ length: count }, (_, index) => <Keyed key={keyOf(index)}>{children(index, undefined)}</Keyed>)
}

/** Gives a row its key. */
export function Keyed({ children }: { children: ReactNode }) {
  return children
}
