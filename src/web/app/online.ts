import { useSyncExternalStore } from 'react'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { Console } from './console.tsx'

/** Whether the browser believes it has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** What an act comes to without a network. */
export const offlineVerdict = {
  is: 'refused',
  problem: { kind: 'offline' },
  unsent: true,
} as const satisfies Verdict<never>

/** What is said of an act without a network. */
export const offlineWords = 'You’re offline. Nothing was sent.'

/** Whether the browser has no network, which is said: no act begins then, so none can half work. */
export function isOffline({ toasts, announcer }: Pick<Console, 'toasts' | 'announcer'>): boolean {
  if (navigator.onLine) return false
  toasts.show(offlineWords, { failed: true })
  announcer.alert(offlineWords)
  return true
}
