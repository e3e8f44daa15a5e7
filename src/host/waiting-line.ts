/** Places for what may run at once. */
export interface Places {
  /**
   * Waits for one of this key's places, in turn. What it gives is to be called when the place is free again.
   * @throws the signal's reason when it is aborted before that.
   */
  take: (key: string, signal: AbortSignal) => Promise<() => void>
}

/** `most` places for each key. */
export function createPlaces(most: number): Places {
  const held = new Map<string, { taken: number; waiting: Set<() => void> }>()
  return {
    async take(key, signal) {
      const places = held.get(key) ?? { taken: 0, waiting: new Set() }
      held.set(key, places)
      if (places.taken < most) places.taken += 1
      else await turn(places.waiting, signal) // whoever leaves hands its place on
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        const [next] = places.waiting
        if (next) next()
        else places.taken -= 1
        if (places.taken === 0) held.delete(key)
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
