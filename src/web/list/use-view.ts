import { useEffect, useState } from 'react'
import type { Page } from '#web/app/route.ts'
import { replaceSearch, useRoute } from '#web/app/use-route.ts'
import { useConsole } from '#web/app/console.tsx'

/** How a page's view is read from the address and written into it. */
export interface ViewSpelling<View> {
  page: Page
  from: (search: URLSearchParams) => View
  to: (view: View) => URLSearchParams
}

/** The view that the address holds, and the way to change parts of it. */
export function useView<View extends { text: string }>({ page, from, to }: ViewSpelling<View>) {
  const { search } = useRoute()
  // A text that must not stand in the address is kept here instead.
  const [unsaid, setUnsaid] = useState<string>()
  const told = from(search)
  const view: View = unsaid === undefined ? told : { ...told, text: unsaid }
  const show = (next: Partial<View>) => {
    const wanted = { ...view, ...next }
    const address = to(wanted)
    setUnsaid(wanted.text !== '' && !address.has('q') ? wanted.text : undefined)
    replaceSearch(page, address, next.text !== undefined && next.text !== '')
  }
  return [view, show] as const
}

/** Says how many rows a search found, half a second after the last key. */
export function useFoundSaid(text: string, found: string): void {
  const { announcer } = useConsole()
  useEffect(() => {
    if (text === '') return
    const timer = setTimeout(() => announcer.say(`${found} found.`), 500)
    return () => clearTimeout(timer)
  }, [text, found, announcer])
}
