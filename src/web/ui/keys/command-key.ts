import { keyOf } from './key-of.ts'

const isMac = () => /mac|iphone|ipad/i.test(navigator.platform)

/** The keys that open the palette, as they are called on this system. */
export const paletteKeys = () => (isMac() ? '⌘ K' : 'Ctrl K')

/** Whether an event is these keys. Ctrl K is a key of text fields on a Mac. */
export const isPaletteKey = (event: KeyboardEvent) => {
  const { ctrlKey, metaKey, altKey, shiftKey } = event
  return (
    keyOf(event)?.toLowerCase() === 'k' && !altKey && !shiftKey && (isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey)
  )
}
