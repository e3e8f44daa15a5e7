/** Limits what runs at the same time to `maxPerKey` for each key. */
export function createKeyedSemaphore(maxPerKey: number) {
  const slotsByKey = new Map<string, { taken: number; waiting: Set<() => void> }>()
  return {
    /**
     * Waits in turn for a slot of this key. Resolves to a function that releases it.
     * @throws the signal's reason if it is aborted before that.
     */
    async acquire(key: string, signal: AbortSignal): Promise<() => void> {
      const slots = slotsByKey.get(key) ?? { taken: 0, waiting: new Set() }
      slotsByKey.set(key, slots)
      if (slots.taken < maxPerKey) slots.taken += 1
      else await waitForSlot(slots.waiting, signal) // a released slot passes on to the next
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

function waitForSlot(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = () => {
      waiting.delete(grant)
      reject(signal.reason as Error)
    }
    const grant = () => {
      waiting.delete(grant)
      signal.removeEventListener('abort', cancel)
      resolve()
    }
    if (signal.aborted) return cancel()
    waiting.add(grant)
    signal.addEventListener('abort', cancel, { once: true })
  })
}
