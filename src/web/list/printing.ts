import { useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/**
 * Whether the page is being printed. The update is synchronous: rows must be there before the browser lays out the
 * page.
 */
export function usePrinting(): boolean {
  const [printing] = useState(() => matchMedia('print'))
  return useSyncExternalStore(
    (listener) => {
      const onChange = () => flushSync(listener)
      printing.addEventListener('change', onChange)
      return () => printing.removeEventListener('change', onChange)
    },
    () => printing.matches,
  )
}
