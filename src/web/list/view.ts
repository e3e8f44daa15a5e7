import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { Page } from './route.ts'
import { currentSearch, replaceSearch, useSearch } from './use-route.ts'
import { useSession } from '#web/ui/session.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { keysOf, type Noun, type RangeOfSlots, type ScaleOf } from './resource.ts'
import type { Sort } from './sort-header.tsx'

/** The search, filter and order of a list. */
export interface View<Column extends string, Filter extends string> {
  text: string
  filter: Filter
  /** On the scale of the resource; undefined: all of it. */
  range?: RangeOfSlots | undefined
  sort: Sort<Column>
}

interface Words<Column extends string, Filter extends string> {
  columns: Readonly<Record<Column, unknown>>
  filters: Readonly<Record<Filter, unknown>>
  scale?: Pick<ScaleOf<never, never>, 'name' | 'read' | 'write'>
}

/** Reads a view from the address. Unknown words become the default. */
export function viewFrom<Column extends string, Filter extends string>(
  { columns, filters, scale }: Words<Column, Filter>,
  search: URLSearchParams,
): View<Column, Filter> {
  const range = scale?.read(search.get(scale.name) ?? '')
  return {
    text: search.get('q') ?? '',
    ...(range && { range }),
    filter: wordFrom(keysOf(filters), search.get('show')),
    sort: { by: wordFrom(keysOf(columns), search.get('by')), down: search.get('down') === '1' },
  }
}

/** Writes a view for the address, without defaults. */
export function searchFor<Column extends string, Filter extends string>(
  { columns, filters, scale }: Words<Column, Filter>,
  { text, filter, range, sort }: View<Column, Filter>,
): URLSearchParams {
  const search = new URLSearchParams()
  if (text !== '') search.set('q', text)
  if (filter !== keysOf(filters)[0]) search.set('show', filter)
  if (scale !== undefined && range !== undefined) search.set(scale.name, scale.write(range))
  if (sort.by !== keysOf(columns)[0]) search.set('by', sort.by)
  if (sort.down) search.set('down', '1')
  return search
}

/** A word of the address if it is one of `words`, else the first of these. */
function wordFrom<Word extends string>(words: readonly Word[], given: string | null): Word {
  return words.find((word) => word === given) ?? words[0]!
}

/** The view that the address holds, and the way to change parts of it. */
export function useView<Column extends string, Filter extends string>(
  resource: Words<Column, Filter> & { name: Page },
) {
  const search = useSearch()
  const view = useMemo(() => viewFrom(resource, new URLSearchParams(search)), [resource, search])
  const show = (next: Partial<View<Column, Filter>>) => {
    // The view on the screen may still be that of an earlier key.
    const wanted = { ...viewFrom(resource, currentSearch()), ...next }
    replaceSearch(resource.name, searchFor(resource, wanted), next.text !== undefined && next.text !== '')
  }
  return { view, show }
}

/**
 * Announces what a changed search or filter shows, and a changed order, half a second after the last key or press, but
 * not when rows change later.
 */
export function useAnnounceView(
  { text, filter, range, sort }: View<string, string>,
  shown: string,
  sorted: string,
): void {
  useAnnounceChange(`${filter} ${range?.from} ${range?.to} ${text}`, shown)
  useAnnounceChange(`${sort.by} ${sort.down}`, sorted)
}

function useAnnounceChange(what: string, sentence: string): void {
  const { announcer } = useSession()
  const announced = useRef(what)
  const say = useEffectEvent(() => {
    announced.current = what
    announcer.say(sentence)
  })
  useEffect(() => {
    if (what === announced.current) return
    const timer = setTimeout(() => say(), 500)
    return () => clearTimeout(timer)
  }, [what])
}

/** *No tokens match “x”*, *No tokens are “Expired”*, or both. `words`: the filter's, and the range's. */
export function noMatchWords(noun: Noun, text: string, words: readonly string[]): string {
  const criteria = [
    ...(text === '' ? [] : [`match “${visible(text)}”`]),
    ...(words.length === 0 ? [] : [`are “${words.join('” and “')}”`]),
  ]
  return `No ${noun}s ${criteria.join(' and ')}`
}
