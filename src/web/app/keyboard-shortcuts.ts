import { useEffect, useEffectEvent } from 'react'
import { rowMoveKeys, isPaletteKey, isModalOpen, singleKeyShortcut } from '#web/ui/keyboard.ts'

function goTo(search: HTMLInputElement): void {
  search.focus()
  search.select()
}

/** Hears the keys of the whole page. Those of a row are heard by its table. */
export function GlobalShortcuts({ onPalette, onList }: Record<'onPalette' | 'onList', () => void>): null {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isPaletteKey(event) && !isModalOpen()) {
      event.preventDefault()
      return onPalette()
    }
    const key = singleKeyShortcut(event)
    if (key === undefined || event.repeat) return
    const main = document.querySelector('main')
    const search = main?.querySelector<HTMLInputElement>('input[type=search]')
    const acts: Partial<Record<string, () => void>> = {
      '?': onList,
      ...(search && { '/': () => goTo(search) }),
      n: () => main?.querySelector<HTMLElement>(':is(.page-head, .blank) .btn.primary')?.click(),
    }
    const act =
      key in rowMoveKeys ? () => main?.querySelector<HTMLElement>('[data-index] [data-name]')?.focus() : acts[key]
    if (act === undefined) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  return null
}
