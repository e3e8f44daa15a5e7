import { baseUrl } from './browser.ts'

/** What the colours follow: the system, or the choice that this browser remembers. */
export type Theme = 'system' | 'light' | 'dark'

const themeStorageKey = () => `query-admin theme ${baseUrl()}`

/** The choice, as far as one was made. */
export function loadTheme(storage: Pick<Storage, 'getItem'>): Theme {
  const stored = storage.getItem(themeStorageKey())
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Remembers a choice; that of the system needs no memory. */
export function saveTheme(storage: Pick<Storage, 'setItem' | 'removeItem'>, theme: Theme): void {
  if (theme === 'system') storage.removeItem(themeStorageKey())
  else storage.setItem(themeStorageKey(), theme)
}

/** Puts it on the page: `tokens.css` does the rest. */
export function applyTheme({ dataset }: Pick<HTMLElement, 'dataset'>, theme: Theme): void {
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
}
