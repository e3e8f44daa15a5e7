import { useCallback, useEffectEvent, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'

/**
 * The page's own address, ending in `/`. It is in the name of everything that this browser keeps: two consoles under one
 * host name, each with a path of its own, stay apart.
 */
export const baseUrl = () => new URL('./', document.baseURI).href

/** Makes the browser save a CSV file. */
export function downloadFile(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Whether the form of a row, or of an import, is open over the page. Behind the sign-in sheet it is still open. */
export const isFormOpen = () => document.querySelector('.sheet-form') !== null

/** Asks before the page is closed or reloaded while `wouldLose` returns true. Browsers choose the words themselves. */
export function useBeforeUnload(wouldLose: () => boolean): void {
  const isNeeded = useEffectEvent(wouldLose)
  useEffect(() => {
    const preventUnload = (event: Event) => {
      if (isNeeded()) event.preventDefault()
    }
    window.addEventListener('beforeunload', preventUnload)
    return () => window.removeEventListener('beforeunload', preventUnload)
  }, [])
}

/** Whether the current entry of the history is to stay. `proceed`: leaves it after all. */
type LeaveGuard = (proceed: () => void) => boolean

const leaveGuards: LeaveGuard[] = []

/** Whether something that is open keeps the browser’s Back, Forward or another address from leaving: the uppermost first. */
export const isStayWanted: LeaveGuard = (proceed) => leaveGuards.toReversed().some((guard) => guard(proceed))

/** Is asked before the current entry of the history is left. A dialog has none: Back closes it, and nothing else. */
export function useLeaveGuard(guard: LeaveGuard): void {
  const isStaying = useEffectEvent(guard)
  useLayoutEffect(() => {
    const ask: LeaveGuard = (proceed) => isStaying(proceed)
    leaveGuards.push(ask)
    return () => void leaveGuards.splice(leaveGuards.indexOf(ask), 1)
  }, [])
}

/** Whether the browser lets the page store anything. Where it blocks site data, even naming the storage throws. */
export function isStorageAvailable(page: Pick<Window, 'localStorage' | 'sessionStorage'>): boolean {
  try {
    return [page.localStorage, page.sessionStorage].every((storage) => storage.length >= 0)
  } catch {
    return false
  }
}

/** Whether the window is as a media query asks, `(min-width: 60rem)`. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
