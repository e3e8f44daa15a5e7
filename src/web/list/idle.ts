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

/** How long work goes on in one idle time, in milliseconds. */
const atOnce = 6

/** How long a browser that is never idle, and one that cannot tell, keeps such work waiting, in milliseconds. */
const waits = { busy: 500, unknown: 50 }

/** Resolves when the browser has nothing better to do, or after a while. */
function idle(): Promise<void> {
  return new Promise((go) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => go(), { timeout: waits.busy })
    else setTimeout(go, waits.unknown)
  })
}

/**
 * Long work that nobody waits for: awaited before each of its steps, it lets everything else go first, at the beginning
 * and whenever its time is used up, and costs nothing otherwise.
 */
export function inIdleTimes(): () => Promise<void> | undefined {
  let began = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - began < atOnce) return undefined
    return idle().then(() => {
      began = performance.now()
    })
  }
}
