/** Fetches a lazy chunk when the browser has nothing better to do. Returns what takes it back. */
export function whenIdle(load: () => Promise<unknown>): () => void {
  const start = () => void load().catch(() => undefined) // asked for again, and told, when it is needed
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(start, { timeout: 3000 })
    return () => cancelIdleCallback(handle)
  }
  const handle = setTimeout(start, 1000)
  return () => clearTimeout(handle)
}
