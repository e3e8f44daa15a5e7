/**
 * Runs tasks one at a time per key: the second write of a row begins when the first one has its outcome. A task with
 * several keys queues for all of them at once, so tasks that cross cannot wait for each other.
 */
export interface KeyedQueue {
  run<T>(keys: readonly string[], task: () => Promise<T>): Promise<T>
}

/** A failed task does not stop the next one. */
export function createKeyedQueue(): KeyedQueue {
  const lastByKey = new Map<string, Promise<unknown>>()
  return {
    run(keys, task) {
      const uniqueKeys = new Set(keys)
      const current = Promise.allSettled([...uniqueKeys].flatMap((key) => lastByKey.get(key) ?? [])).then(task)
      for (const key of uniqueKeys) lastByKey.set(key, current)
      const cleanUp = () => {
        for (const key of uniqueKeys) if (lastByKey.get(key) === current) lastByKey.delete(key)
      }
      current.then(cleanUp, cleanUp)
      return current
    },
  }
}

/** How many writes are under way at a time. */
const maxConcurrentWrites = 4

/** Runs `work` for each item, four at a time, in order of their beginning. */
export async function mapConcurrent<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const remaining = items.entries()
  const worker = async () => {
    // oxlint-disable-next-line no-await-in-loop -- a worker does one after the other
    for (const [index, item] of remaining) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(maxConcurrentWrites, items.length) }, worker))
  return results
}

/** Resolves after `ms` milliseconds; rejects with the signal's reason when that is aborted. */
export function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const cancel = () => {
      clearTimeout(timer)
      reject(signal.reason instanceof Error ? signal.reason : new DOMException('ended', 'AbortError'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', cancel)
      resolve()
    }, ms)
    signal.addEventListener('abort', cancel, { once: true })
  })
}
