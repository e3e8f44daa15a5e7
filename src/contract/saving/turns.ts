/** Runs acts one at a time per key: the second act on a row begins when the first one has its verdict. */
export interface Turns {
  run<T>(key: string, act: () => Promise<T>): Promise<T>
}

/** A failed act does not stop the next one. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return {
    run(key, act) {
      const before = last.get(key) ?? Promise.resolve()
      const current = before.then(act, act)
      last.set(key, current)
      const forget = () => {
        if (last.get(key) === current) last.delete(key)
      }
      current.then(forget, forget)
      return current
    },
  }
}

/** Resolves after `ms` milliseconds; rejects with the signal's reason when that is aborted. */
export function waitFor(ms: number, signal: AbortSignal): Promise<void> {
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
