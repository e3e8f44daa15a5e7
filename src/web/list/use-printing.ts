import { useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed: rows must be there before the browser lays it out for that. */
export function usePrinting(): boolean {
  const [printing] = useState(() => matchMedia('print'))
  return useSyncExternalStore(
    (listener) => {
      const told = () => flushSync(listener)
      printing.addEventListener('change', told)
      return () => printing.removeEventListener('change', told)
    },
    () => printing.matches,
  )
}
