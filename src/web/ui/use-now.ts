import { startTransition, useEffect, useState } from 'react'

/** How often the clock ticks, in milliseconds. */
const intervalMs = 10_000

let now = 0
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/**
 * Milliseconds since 1970, updated every ten seconds. One timer serves all relative times of the page. A tick redraws
 * all rows, so it is a transition: everything else goes first.
 */
export function useNow(): number {
  const [time, setTime] = useState(currentTime)
  useEffect(() => {
    const update = () => startTransition(() => setTime(now))
    update()
    return subscribe(update)
  }, [])
  return time
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) timer = setInterval(updateNow, intervalMs)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

function currentTime(): number {
  // Without listeners nothing ticks, so a reader sets the clock. It then stands until that reader subscribes, within a
  // second: another time there would draw everything twice.
  if (listeners.size === 0 && Math.abs(Date.now() - now) >= 1000) now = Date.now()
  return now
}

function updateNow(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

/** The whole seconds until a moment (milliseconds since 1970), at least zero. */
export function useSecondsUntil(timestamp: number): number {
  const [time, setTime] = useState(Date.now)
  useEffect(() => {
    const interval = setInterval(() => setTime(Date.now()), 1000)
    return () => clearInterval(interval)
  }, [])
  return Math.max(0, Math.ceil((timestamp - time) / 1000))
}

/** After how long a page says that it has no answer yet, in milliseconds. */
export const slowAfterMs = 5000

/** Whether something has been pending for so long that the page says so. */
export function useIsSlow(isPending: boolean, afterMs = slowAfterMs): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => setSlow(true), afterMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isPending, afterMs])
  return isPending && isSlow
}
