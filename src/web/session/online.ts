import { useSyncExternalStore } from 'react'
import type { Problem } from '#contract/problem.ts'
import type { Session } from './session.ts'

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

/** Shown when somebody acts while offline. */
export const offlineWords = 'Read-only while the console server is unreachable.'

/** Shown when somebody acts on a list that is still loading. */
export const loadingWords = 'The list is still loading. Nothing was sent.'

/** Shown when somebody acts on a list that could not be refreshed. `problem`: why, if it is known. */
export const staleWords = (problem: Problem | undefined) =>
  problem?.kind === 'unreachable' && problem.by !== undefined
    ? offlineWords
    : 'The list couldn’t be refreshed, so nothing can be changed. Refresh it first.'

/** Whether acts are blocked: while offline, where one could succeed halfway, or for `reason`. A toast says why. */
export function isBlocked({ toasts }: Pick<Session, 'toasts'>, reason?: string): boolean {
  const why = navigator.onLine ? reason : offlineWords
  if (why === undefined) return false
  toasts.show(why, { mark: 'failed' })
  return true
}
