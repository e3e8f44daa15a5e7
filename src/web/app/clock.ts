import { startTransition, useEffect, useState } from 'react'

/** How often the clock is told anew, in milliseconds. */
const period = 10_000

let now = 0
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/**
 * Milliseconds since 1970, told anew every ten seconds: one timer for all relative times of the page. All rows are drawn
 * for that, which lets everything else go first.
 */
export function useNow(): number {
  const [told, setTold] = useState(present)
  useEffect(() => {
    const tell = () => startTransition(() => setTold(now))
    tell()
    return subscribe(tell)
  }, [])
  return told
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) timer = setInterval(tick, period)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

function present(): number {
  // Nobody moved it; who asks first does, and between that and listening it stands, or all would be drawn twice.
  if (listeners.size === 0 && Math.abs(Date.now() - now) >= period) now = Date.now()
  return now
}

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}
