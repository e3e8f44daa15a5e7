/** Places for what may run at once. */
export interface Slots {
  /**
   * Waits for one of this key's places, in turn. What it gives is to be called when the place is free again.
   * @throws the signal's reason when it is aborted before that.
   */
  take: (key: string, signal: AbortSignal) => Promise<() => void>
}

/** `most` places for each key. */
export function createSlots(most: number): Slots {
  const held = new Map<string, { taken: number; waiting: Set<() => void> }>()
  return {
    async take(key, signal) {
      const slots = held.get(key) ?? { taken: 0, waiting: new Set() }
      held.set(key, slots)
      if (slots.taken < most) slots.taken += 1
      else await turn(slots.waiting, signal) // whoever leaves hands its place on
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        const [next] = slots.waiting
        if (next) next()
        else slots.taken -= 1
        if (slots.taken === 0) held.delete(key)
      }
    },
  }
}

function turn(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.delete(go)
      reject(signal.reason as Error)
    }
    const go = () => {
      waiting.delete(go)
      signal.removeEventListener('abort', leave)
      resolve()
    }
    if (signal.aborted) return leave()
    waiting.add(go)
    signal.addEventListener('abort', leave, { once: true })
  })
}
