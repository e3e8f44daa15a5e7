import { pageAddress } from '#web/ui/page-address.ts'

/** What the colours follow: the system, or the choice that this browser remembers. */
export type Theme = 'system' | 'light' | 'dark'

const keptAt = () => `query-admin theme ${pageAddress()}`

/** The choice, as far as one was made. */
export function themeIn(storage: Pick<Storage, 'getItem'>): Theme {
  const kept = storage.getItem(keptAt())
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

/** Remembers a choice; that of the system needs no memory. */
export function keepTheme(storage: Pick<Storage, 'setItem' | 'removeItem'>, theme: Theme): void {
  if (theme === 'system') storage.removeItem(keptAt())
  else storage.setItem(keptAt(), theme)
}

/** Puts it on the page: `tokens.css` does the rest. */
export function showTheme({ dataset }: Pick<HTMLElement, 'dataset'>, theme: Theme): void {
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
}
