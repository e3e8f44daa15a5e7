import { useEffect, useEffectEvent } from 'react'
import { moveKeys } from '#web/ui/keys/row-keys.ts'
import { isPaletteKey } from '#web/ui/keys/command-key.ts'
import { isPageCovered, singleKeyOf } from '#web/ui/keys/single-keys.ts'

function goTo(search: HTMLInputElement): void {
  search.focus()
  search.select()
}

/** Hears the keys of the whole page. Those of a row are heard by its table. */
export function Keys({ onPalette, onList }: Record<'onPalette' | 'onList', () => void>): null {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isPaletteKey(event) && !isPageCovered()) {
      event.preventDefault()
      return onPalette()
    }
    const key = singleKeyOf(event)
    if (key === undefined || event.repeat) return
    const main = document.querySelector('main')
    const search = main?.querySelector<HTMLInputElement>('input[type=search]')
    const acts: Partial<Record<string, () => void>> = {
      '?': onList,
      ...(search && { '/': () => goTo(search) }),
      n: () => main?.querySelector<HTMLElement>(':is(.page-head, .blank) .btn.primary')?.click(),
    }
    const act =
      key in moveKeys ? () => main?.querySelector<HTMLElement>('[data-index] [data-name]')?.focus() : acts[key]
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
