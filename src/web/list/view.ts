import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { looksSecret, type Page } from '#web/app/route.ts'
import { replaceSearch, useRoute } from '#web/app/use-route.ts'
import { useConsole } from '#web/app/console.tsx'
import { keysOf } from './resource.ts'
import type { Sort } from './sort-header.tsx'

/** What part of a list is shown, in which order. */
export interface View<Column extends string, Filter extends string> {
  text: string
  filter: Filter
  sort: Sort<Column>
}

interface Words<Column extends string, Filter extends string> {
  columns: Readonly<Record<Column, unknown>>
  filters: Readonly<Record<Filter, unknown>>
}

/** Reads a view from the address; whatever it does not know is the default. */
export function viewFrom<Column extends string, Filter extends string>(
  { columns, filters }: Words<Column, Filter>,
  search: URLSearchParams,
): View<Column, Filter> {
  return {
    text: search.get('q') ?? '',
    filter: wordFrom(keysOf(filters), search.get('show')),
    sort: { by: wordFrom(keysOf(columns), search.get('by')), down: search.get('down') === '1' },
  }
}

/** Writes a view into the address, defaults left out. A text shaped like a secret stays out of it. */
export function searchFor<Column extends string, Filter extends string>(
  { columns, filters }: Words<Column, Filter>,
  { text, filter, sort }: View<Column, Filter>,
): URLSearchParams {
  const search = new URLSearchParams()
  if (text !== '' && !looksSecret(text)) search.set('q', text)
  if (filter !== keysOf(filters)[0]) search.set('show', filter)
  if (sort.by !== keysOf(columns)[0]) search.set('by', sort.by)
  if (sort.down) search.set('down', '1')
  return search
}

/** The word that stands in an address, where it is one of `words`; else the first of them. */
function wordFrom<Word extends string>(words: readonly Word[], said: string | null): Word {
  return words.find((word) => word === said) ?? words[0]!
}

/** The view that the address holds, and the way to change parts of it. */
export function useView<Column extends string, Filter extends string>(
  resource: Words<Column, Filter> & { part: Page },
) {
  const search = useRoute().search.toString()
  // A text that must not stand in the address is kept here instead.
  const [unsaid, setUnsaid] = useState<string>()
  const view = useMemo(() => {
    const told = viewFrom(resource, new URLSearchParams(search))
    return unsaid === undefined ? told : { ...told, text: unsaid }
  }, [resource, search, unsaid])
  const show = (next: Partial<View<Column, Filter>>) => {
    const wanted = { ...view, ...next }
    const address = searchFor(resource, wanted)
    setUnsaid(wanted.text !== '' && !address.has('q') ? wanted.text : undefined)
    replaceSearch(resource.part, address, next.text !== undefined && next.text !== '')
  }
  return { view, show }
}

/** Says how many rows a search found, half a second after the last key; not when a row comes or goes later. */
export function useFoundSaid(text: string, found: string): void {
  const { announcer } = useConsole()
  const say = useEffectEvent(() => announcer.say(`${found} found.`))
  useEffect(() => {
    if (text === '') return
    const timer = setTimeout(() => say(), 500)
    return () => clearTimeout(timer)
  }, [text])
}
