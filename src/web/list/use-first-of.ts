import { useEffect, useRef, type RefObject } from 'react'
import { focusFirst } from './rows-table.tsx'

/** Focuses the first row of a view, by the key of that, when it is shown; not where another one is shown then. */
export function useFirstOf(
  { key, isBehind }: { key: string; isBehind: boolean },
  page: RefObject<HTMLElement | null>,
): (key: string) => void {
  const due = useRef<string>(undefined)
  useEffect(() => {
    if (isBehind) return
    if (due.current === key) focusFirst(page.current)
    due.current = undefined
  })
  return (wanted) => {
    if (wanted === key && !isBehind) focusFirst(page.current)
    else due.current = wanted
  }
}
