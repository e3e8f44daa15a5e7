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

/** What is said of an act on rows that could not be refreshed, or that still arrive. */
export const staleWords = {
  failed: 'The list couldn’t be refreshed, so nothing can be changed. Refresh it first.',
  loading: 'The list is still loading. Nothing was sent.',
} as const

/**
 * Whether no act may begin: without a network, so that none half works, or for `reason`. The page says why.
 */
export function isBlocked({ toasts }: Pick<Console, 'toasts'>, reason?: string): boolean {
  const says = navigator.onLine ? reason : offlineWords
  if (says === undefined) return false
  toasts.show(says, { failed: true })
  return true
}
