import { useEffectEvent, useEffect } from 'react'

/**
 * The page's own address, ending in `/`. It is in the name of everything that this browser keeps: two consoles under one
 * host name, each with a path of its own, stay apart.
 */
export const baseUrl = () => new URL('./', document.baseURI).href

/** What the colours follow: the system, or the choice that this browser remembers. */
export type Theme = 'system' | 'light' | 'dark'

const keptAt = () => `query-admin theme ${baseUrl()}`

/** The choice, as far as one was made. */
export function loadTheme(storage: Pick<Storage, 'getItem'>): Theme {
  const kept = storage.getItem(keptAt())
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

/** Remembers a choice; that of the system needs no memory. */
export function saveTheme(storage: Pick<Storage, 'setItem' | 'removeItem'>, theme: Theme): void {
  if (theme === 'system') storage.removeItem(keptAt())
  else storage.setItem(keptAt(), theme)
}

/** Puts it on the page: `tokens.css` does the rest. */
export function applyTheme({ dataset }: Pick<HTMLElement, 'dataset'>, theme: Theme): void {
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
}

/** Makes the browser save a CSV file. */
export function downloadFile(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Whether the form of a row, or of an import, is open over the page. Behind the sign-in sheet it is still open. */
export const isFormOpen = () => document.querySelector('.sheet-form') !== null

/** Asks before the page is closed or reloaded while `wouldLose` returns true. Browsers choose the words themselves. */
export function useBeforeUnload(wouldLose: () => boolean): void {
  const isNeeded = useEffectEvent(wouldLose)
  useEffect(() => {
    const ask = (event: Event) => {
      if (isNeeded()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
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
