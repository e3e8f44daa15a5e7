import { useSyncExternalStore } from 'react'

let now = 0
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** Milliseconds since 1970, told anew every ten seconds: one timer for all relative times of the page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, present)
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(tick, 10_000)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

function present(): number {
  if (now === 0) now = Date.now()
  return now
}

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}
