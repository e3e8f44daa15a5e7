import { useEffect, useEffectEvent } from 'react'
import { rowMoveKeys, isPaletteKey, isModalOpen, singleKeyShortcut } from '#web/ui/keyboard.ts'

function focusSearch(search: HTMLInputElement): void {
  search.focus()
  search.select()
}

/** Hears the keys of the whole page. Those of a row are heard by its table. */
export function GlobalShortcuts({
  onPalette,
  onList: onShowShortcuts,
}: Record<'onPalette' | 'onList', () => void>): null {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isPaletteKey(event) && !isModalOpen()) {
      event.preventDefault()
      return onPalette()
    }
    const key = singleKeyShortcut(event)
    if (key === undefined || event.repeat) return
    const main = document.querySelector('main')
    const search = main?.querySelector<HTMLInputElement>('input[type=search]')
    const actionsByKey: Partial<Record<string, () => void>> = {
      '?': onShowShortcuts,
      ...(search && { '/': () => focusSearch(search) }),
      n: () => main?.querySelector<HTMLElement>(':is(.page-head, .blank) .btn.primary')?.click(),
    }
    const action =
      key in rowMoveKeys
        ? () => main?.querySelector<HTMLElement>('[data-index] [data-name]')?.focus()
        : actionsByKey[key]
    if (action === undefined) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  return null
}
