import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { type Histogram, typedKeys, type Noun } from '#web/resource/resource.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import { useSession } from '#web/session/session.ts'
import type { Page } from '#web/router/routes.ts'
import type { Sort } from './toolbar.tsx'
import { getSearchParams, setSearchParams, useSearchString } from '#web/router/use-search-params.ts'

/** The search, filters and order of a list. */
export interface ListParams {
  text: string
  /** The pressed chip. */
  filter: string
  /** The pressed bars. */
  bars: readonly string[]
  sort: Sort
}

interface Words {
  /** Those that are columns sort. */
  fields: Readonly<Record<string, { column?: unknown }>>
  filters: Readonly<Record<string, unknown>>
  histogram?: Pick<Histogram<never>, 'name' | 'bars'> | undefined
}

/** The names of the columns. */
export const columnsOf = ({ fields }: Pick<Words, 'fields'>): readonly string[] =>
  typedKeys(fields).filter((name) => fields[name]?.column !== undefined)

/** Reads a view from the address. Unknown words become the default. */
export function parseListParams(words: Words, search: URLSearchParams): ListParams {
  const { filters, histogram } = words
  const pressed = histogram === undefined ? [] : (search.get(histogram.name) ?? '').split(',')
  return {
    text: search.get('q') ?? '',
    filter: wordFrom(typedKeys(filters), search.get('show')),
    bars: (histogram?.bars ?? []).flatMap(({ id }) => (pressed.includes(id) ? [id] : [])),
    sort: { by: wordFrom(columnsOf(words), search.get('by')), down: search.get('down') === '1' },
  }
}

/** Writes a view for the address, without defaults. */
export function formatListParams(words: Words, { text, filter, bars, sort }: ListParams): URLSearchParams {
  const search = new URLSearchParams()
  if (text !== '') search.set('q', text)
  if (filter !== typedKeys(words.filters)[0]) search.set('show', filter)
  if (words.histogram !== undefined && bars.length > 0) search.set(words.histogram.name, bars.join(','))
  if (sort.by !== columnsOf(words)[0]) search.set('by', sort.by)
  if (sort.down) search.set('down', '1')
  return search
}

/** A word of the address if it is one of `words`, else the first of these. */
function wordFrom(words: readonly string[], given: string | null): string {
  return words.find((word) => word === given) ?? words[0] ?? ''
}

/** The view that the address holds, and the way to change parts of it. */
export function useListParams(resource: Words & { name: Page }) {
  const search = useSearchString()
  const view = useMemo(() => parseListParams(resource, new URLSearchParams(search)), [resource, search])
  const show = (next: Partial<ListParams>) => {
    // Two may come before the view is drawn again.
    const wanted = { ...parseListParams(resource, getSearchParams()), ...next }
    setSearchParams(resource.name, formatListParams(resource, wanted), next.text !== undefined && next.text !== '')
  }
  return { view, show }
}

/**
 * Announces what a changed search or filter shows, and a changed order, half a second after the last key or press, but
 * not when rows change later.
 */
export function useAnnounceListParams({ text, filter, bars, sort }: ListParams, shown: string, sorted: string): void {
  useAnnounceChange(`${filter} ${bars.join(' ')} ${text}`, shown)
  useAnnounceChange(`${sort.by} ${sort.down}`, sorted)
}

function useAnnounceChange(what: string, sentence: string): void {
  const { announcer } = useSession()
  const announced = useRef(what)
  const say = useEffectEvent(() => {
    announced.current = what
    announcer.announce(sentence)
  })
  useEffect(() => {
    if (what === announced.current) return
    const timer = setTimeout(() => say(), 500)
    return () => clearTimeout(timer)
  }, [what])
}

/** *No tokens match “x”*, *No tokens are “Expired”*, or both. `words`: those of the filter and the bars. */
export function noResultsMessage(noun: Noun, text: string, words: readonly string[]): string {
  const criteria = [
    ...(text === '' ? [] : [`match “${displayText(text)}”`]),
    ...(words.length === 0 ? [] : [`are “${words.join('” and “')}”`]),
  ]
  return `No ${noun}s ${criteria.join(' and ')}`
}
