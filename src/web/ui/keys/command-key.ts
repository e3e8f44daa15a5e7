const isMac = () => /mac|iphone|ipad/i.test(navigator.platform)

/** The keys that open the palette, as they are called on this system. */
export const paletteKeys = () => (isMac() ? '⌘ K' : 'Ctrl K')

/** Whether an event is these keys. Ctrl K is a key of text fields on a Mac. */
export const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && !altKey && !shiftKey && (isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey)
