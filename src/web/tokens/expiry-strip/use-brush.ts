import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { RangeOfSlots } from '#web/list/resource.ts'
import { stretches, unreadableSlot } from './expiry-scale.ts'

const all = Object.values(stretches)

/** How far the pointer moves before a press becomes a brush, in pixels. */
const slack = 4

/**
 * A range of slots, drawn with the pointer, with Shift and the arrow keys, or by pressing a stretch. The list follows
 * when the pointer is up: it may be long.
 */
export function useBrush(range: RangeOfSlots | undefined, onChange: (range: RangeOfSlots | undefined) => void) {
  const [drawn, setDrawn] = useState<RangeOfSlots>()
  const start = useRef<{ x: number; slot: RangeOfSlots }>(undefined)
  /** The slot from which the keys extend the range. */
  const anchor = useRef<number>(undefined)
  const isDrawn = useRef(false)
  const end = () => {
    start.current = undefined
    setDrawn(undefined)
  }
  const clear = () => {
    end()
    anchor.current = undefined
    onChange(undefined)
  }
  const press = (stretch: RangeOfSlots) => {
    if (isDrawn.current) return // the click that ends a brush
    if (isSame(stretch, range)) return clear()
    anchor.current = stretch.from
    onChange(stretch)
  }
  return {
    shown: drawn ?? range,
    press,
    clear,
    pointer: {
      onPointerDown({ button, clientX: x, currentTarget }: PointerEvent) {
        isDrawn.current = false
        const slot = button === 0 ? slotsUnder(currentTarget, x) : undefined
        start.current = slot && { x, slot }
      },
      onPointerMove({ clientX: x, currentTarget, pointerId }: PointerEvent) {
        const from = start.current
        if (from === undefined || (drawn === undefined && Math.abs(x - from.x) < slack)) return
        const to = slotsUnder(currentTarget, x)
        if (to === undefined) return
        if (drawn === undefined) currentTarget.setPointerCapture(pointerId)
        isDrawn.current = true
        setDrawn({ from: Math.min(from.slot.from, to.from), to: Math.max(from.slot.to, to.to) })
      },
      onPointerUp() {
        if (drawn !== undefined) onChange(drawn)
        anchor.current = undefined
        end()
      },
      onPointerCancel: end,
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      isDrawn.current = false
      const buttons = [...event.currentTarget.querySelectorAll('button')]
      const at = buttons.findIndex((button) => button === document.activeElement)
      const goals = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buttons.length - 1 }
      const focused = all[at]
      if (event.key === 'Escape' && range !== undefined) clear()
      else if (focused === undefined || !(event.key in goals)) return
      else if (event.shiftKey && event.key.startsWith('Arrow')) {
        const { from, to } = range ?? focused
        const step = event.key === 'ArrowRight' ? 1 : -1
        const fixed = range === undefined ? (step > 0 ? from : to) : (anchor.current ?? (step > 0 ? from : to))
        anchor.current = fixed
        const moved = range === undefined ? fixed : (fixed === from ? to : from) + step
        const goal = Math.max(0, Math.min(moved, unreadableSlot - 1))
        onChange({ from: Math.min(fixed, goal), to: Math.max(fixed, goal) })
      } else buttons[goals[event.key as keyof typeof goals]]?.focus()
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

const isSame = (a: RangeOfSlots, b: RangeOfSlots | undefined) => a.from === b?.from && a.to === b.to

/** The slot at a place of the strip; the whole stretch where no single slots are drawn. */
function slotsUnder(strip: Element, x: number): RangeOfSlots | undefined {
  const boxes = [...strip.querySelectorAll('button')].map((button) => button.getBoundingClientRect())
  const index = boxes.findIndex(({ right }) => x <= right)
  const at = index < 0 ? boxes.length - 1 : index
  const [box, stretch] = [boxes[at], all[at]]
  if (box === undefined || stretch === undefined) return undefined
  const size = stretch.to - stretch.from + 1
  if ((strip.querySelector('.bars')?.clientWidth ?? 0) === 0) return stretch
  const slot = Math.floor(((x - box.left) / box.width) * size)
  const from = stretch.from + Math.max(0, Math.min(slot, size - 1))
  return { from, to: from }
}
