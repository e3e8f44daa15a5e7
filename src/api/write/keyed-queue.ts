/**
 * Runs acts one at a time per key: the second act on a row begins when the first one has its verdict. An act with
 * several keys queues for all of them at once, so acts that cross cannot wait for each other.
 */
export interface KeyedQueue {
  run<T>(keys: readonly string[], act: () => Promise<T>): Promise<T>
}

/** A failed act does not stop the next one. */
export function createKeyedQueue(): KeyedQueue {
  const last = new Map<string, Promise<unknown>>()
  return {
    run(keys, act) {
      const own = new Set(keys)
      const current = Promise.allSettled([...own].flatMap((key) => last.get(key) ?? [])).then(act)
      for (const key of own) last.set(key, current)
      const forget = () => {
        for (const key of own) if (last.get(key) === current) last.delete(key)
      }
      current.then(forget, forget)
      return current
    },
  }
}

/** Resolves after `ms` milliseconds; rejects with the signal's reason when that is aborted. */
export function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason instanceof Error ? signal.reason : new DOMException('ended', 'AbortError'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal.addEventListener('abort', end, { once: true })
  })
}
