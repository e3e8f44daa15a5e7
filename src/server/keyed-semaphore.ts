/** Slots for what may run at the same time: `most` per key. */
export function createKeyedSemaphore(most: number) {
  const slotsByKey = new Map<string, { taken: number; waiting: Set<() => void> }>()
  return {
    /**
     * Waits in turn for a slot of this key. Resolves to a function that releases it.
     * @throws the signal's reason if it is aborted before that.
     */
    async take(key: string, signal: AbortSignal): Promise<() => void> {
      const slots = slotsByKey.get(key) ?? { taken: 0, waiting: new Set() }
      slotsByKey.set(key, slots)
      if (slots.taken < most) slots.taken += 1
      else await turn(slots.waiting, signal) // a released slot passes on to the next
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        const [next] = slots.waiting
        if (next) next()
        else slots.taken -= 1
        if (slots.taken === 0) slotsByKey.delete(key)
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
