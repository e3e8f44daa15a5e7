import { startTransition, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { partsOf, placeOf } from './row-places.ts'
import { count as spelled } from '#web/ui/time.ts'
import { usePrinting } from './use-printing.ts'
import { useSlots } from './use-slots.ts'

/** How many rows of a long list are printed. */
const mostPrinted = 2000

/** How high all rows may be together, in px: Firefox makes nothing higher than 17.9 million, others twice as much. */
const highest = 15_000_000

/** How many rows exist beyond what is in sight, on either side: what the next frames of a scroll bring in. */
const beyond = 8

/** How long what is in sight stands alone, in milliseconds: until nobody types any more, or scrolls far. */
const calm = 200

/** How high a row is until one was measured, in px; half of what opens under it, until that was. */
const usual = 40

/** How many rows are painted first, all others with the next frame: more of them at once would hold the page up. */
const atFirst = 6

/** Follows how high a `tbody` is. */
export type Measure = (node: HTMLElement | null) => (() => void) | void

interface Props {
  count: number
  /** Whether the list is a long one, however few of its rows are shown. */
  isLong: boolean
  /** Says which rows of the list are shown, and in which order. */
  view: string
  /** Stable while the row is the same one. */
  keyOf: (index: number) => string
  /** A whole `tbody` for one row and what opens under it, with its slot as key and `data-index`; `measure` goes on it. */
  children: (index: number, slot: number, measure: Measure | undefined) => ReactNode
  columns: number
  /** The rows that have something open under them, ascending; all others are of one height. */
  opened: readonly number[]
  /** The row that must be mounted, which has, had or is to get the focus: its key and index; -1: not in this view. */
  kept: () => { key: string; index: number } | undefined
}

/**
 * The rows of a table, of which only those in sight exist where the list is long. Rows are of one height, so that where
 * each stands is arithmetic; only those with something open are measured.
 */
export function LongRows({ count, isLong, view, keyOf, children, columns, opened, kept }: Props) {
  const [sight, setSight] = useState({ from: 0, to: atFirst })
  const [calmView, setCalmView] = useState<string>()
  const [row, setRow] = useState(usual)
  const [tall, setTall] = useState<ReadonlyMap<string, number>>(new Map())
  const top = useRef<HTMLTableSectionElement>(null)
  const isPainted = useRef(false)
  const isPrinting = usePrinting()
  const heights = { row, opened, heightOf: (index: number) => tall.get(keyOf(index)) ?? row + 2 * usual }

  const look = useEffectEvent((isMoved = false) => {
    if (!isLong) return
    const y = top.current?.getBoundingClientRect().top ?? 0
    const from = Math.max(0, placeOf(-y, heights))
    const to = Math.max(from, placeOf(window.innerHeight - y, heights) + 1)
    const missing = Math.max(around.from - from, Math.min(to, shown) - around.to)
    // More than a frame brings in: drawn in this one, and nothing beyond, which the next one will have passed by.
    const isLate = isMoved && missing > beyond
    const draw = () => {
      if (isMoved) setCalmView(isLate ? undefined : view)
      setSight(sight.from === from && sight.to === to ? sight : { from, to })
    }
    if (isLate) flushSync(draw)
    else draw()
  })
  useEffect(() => {
    if (calmView === view) return
    const timer = setTimeout(() => startTransition(() => setCalmView(view)), calm)
    return () => clearTimeout(timer)
  }, [view, calmView, sight])
  const settle = useEffectEvent(() => {
    if (!isPainted.current) return
    const plain = [...(top.current?.parentElement?.querySelectorAll<HTMLElement>('tbody[data-index]') ?? [])].find(
      ({ dataset }) => !opened.includes(Number(dataset['index'])),
    )
    const height = plain?.getBoundingClientRect().height ?? 0
    if (height > 0 && height !== row) setRow(height)
    look()
  })
  useEffect(() => {
    const scrolled = () => look(true)
    // Another width may make cards of rows, or rows of cards.
    const resized = () => settle()
    window.addEventListener('scroll', scrolled, { passive: true })
    window.addEventListener('resize', resized)
    return () => {
      window.removeEventListener('scroll', scrolled)
      window.removeEventListener('resize', resized)
    }
  }, [])
  // Whatever was rendered may have moved the table, or changed how high its rows are.
  useLayoutEffect(() => settle(), [children, row, tall])
  // The first ones are painted before anybody asks how high they are.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      isPainted.current = true
      startTransition(() => settle())
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  const measure =
    (key: string): Measure =>
    (node) => {
      if (node === null) return
      const note = () => {
        const height = node.getBoundingClientRect().height
        setTall((before) => (before.get(key) === height ? before : new Map(before).set(key, height)))
      }
      const sizes = new ResizeObserver(note)
      sizes.observe(node)
      return () => sizes.disconnect()
    }

  const around = calmView === view ? { from: Math.max(0, sight.from - beyond), to: sight.to + beyond } : sight
  /** How many rows there are to be seen. */
  const shown = Math.min(count, isPrinting ? mostPrinted : isLong ? Math.floor(highest / row) : count)
  const wanted = isLong && !isPrinting ? around : { from: 0, to: shown }
  const keep = kept()
  const besides = isPrinting || keep === undefined || keep.index < 0 ? [] : [keep.index]
  const parts = partsOf(shown, wanted, besides, heights).map((part) =>
    'gap' in part ? part : { ...part, key: keyOf(part.index) },
  )
  const slots = useSlots(
    view,
    parts.flatMap((part) => ('gap' in part ? [] : [part.key])),
    new Set([...opened.map(keyOf), ...(keep === undefined ? [] : [keep.key])]),
  )
  const made = useMade(children, (index, slot) =>
    children(index, slot, isLong && opened.includes(index) ? measure(keyOf(index)) : undefined),
  )
  return (
    <>
      <tbody ref={top} aria-hidden="true" />
      {parts.map((part, at) => {
        if ('gap' in part) return isPrinting ? null : <Gap key={`gap ${at}`} height={part.gap} columns={columns} />
        return made(part.index, slots.get(part.key)!)
      })}
      {count > shown && (
        <tbody role="rowgroup" className="rest">
          <tr role="row">
            <td role="cell" colSpan={columns}>
              …and {spelled(count - shown)} more. A filter or a search {isPrinting ? 'prints' : 'shows'} others.
            </td>
          </tr>
        </tbody>
      )}
    </>
  )
}

/** Rows that were made for the last look are not made again for this one, as long as `by` would make the same. */
function useMade(by: unknown, make: (index: number, slot: number) => ReactNode): typeof make {
  const last = useRef<{ by: unknown; rows: Map<number, ReactNode> }>(undefined)
  const before = last.current?.by === by ? last.current?.rows : undefined
  const rows = new Map<number, ReactNode>()
  useLayoutEffect(() => {
    last.current = { by, rows }
  })
  return (index, slot) => {
    const row = before?.get(index) ?? make(index, slot)
    rows.set(index, row)
    return row
  }
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
