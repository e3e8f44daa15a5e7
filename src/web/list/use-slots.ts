import { useLayoutEffect, useRef } from 'react'

interface Drawn {
  view: string
  /** The slot of each row that was drawn, in the order of the table. */
  slots: ReadonlyMap<string, number>
  /** No slot has a number from here on. */
  next: number
}

/**
 * In which slot, a set of elements, each row is drawn, by its key. As long as the view is the same a row keeps its slot
 * and no other row gets it. Another view draws its rows in the slots of the former, from the top: to give elements other
 * texts costs far less than to make elements. Those that are `steady`, with the focus, a pressed button or something open
 * under them, keep theirs even then: whoever presses means the row that they reached.
 */
export function useSlots(
  view: string,
  keys: readonly string[],
  steady: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const drawn = useRef<Drawn>({ view, slots: new Map(), next: 0 })
  const { current: before } = drawn
  const isSame = before.view === view
  const free = isSame ? [] : [...before.slots].flatMap(([key, slot]) => (steady.has(key) ? [] : [slot]))
  let next = before.next
  const slots = new Map<string, number>()
  for (const key of keys) {
    const kept = isSame || steady.has(key) ? before.slots.get(key) : free.shift()
    slots.set(key, kept ?? next++)
  }
  useLayoutEffect(() => {
    drawn.current = { view, slots, next }
  })
  return slots
}
