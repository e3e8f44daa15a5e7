import { useMemo } from 'react'
import { type Histogram, typedKeys } from '#web/resource/resource.ts'
import { columnNames } from '#web/resource/columns.ts'
import type { Page } from '#web/router/routes.ts'
import type { Sort } from './toolbar.tsx'
import { getSearchParams, setSearchParams, useSearchString } from '#web/router/use-search-params.ts'

/** The search, filters and order of a list. */
export interface ListParams {
  text: string
  /** The pressed chip. */
  filter: string
  /** The pressed bars. */
  buckets: readonly string[]
  sort: Sort
}

interface ListParamsDefinition {
  /** Those that are columns sort. */
  fields: Readonly<Record<string, { column?: unknown }>>
  filters: Readonly<Record<string, unknown>>
  histogram?: Pick<Histogram<never>, 'name' | 'buckets'> | undefined
}

/** Reads a view from the address. Unknown words become the default. */
export function parseListParams(definition: ListParamsDefinition, search: URLSearchParams): ListParams {
  const { filters, histogram } = definition
  const pressedBuckets = histogram === undefined ? [] : (search.get(histogram.name) ?? '').split(',')
  return {
    text: search.get('q') ?? '',
    filter: oneOf(typedKeys(filters), search.get('show')),
    buckets: (histogram?.buckets ?? []).flatMap(({ id }) => (pressedBuckets.includes(id) ? [id] : [])),
    sort: { column: oneOf(columnNames(definition.fields), search.get('by')), isDescending: search.get('down') === '1' },
  }
}

/** Writes a view for the address, without defaults. */
export function formatListParams(
  definition: ListParamsDefinition,
  { text, filter, buckets, sort }: ListParams,
): URLSearchParams {
  const search = new URLSearchParams()
  if (text !== '') search.set('q', text)
  if (filter !== typedKeys(definition.filters)[0]) search.set('show', filter)
  if (definition.histogram !== undefined && buckets.length > 0) search.set(definition.histogram.name, buckets.join(','))
  if (sort.column !== columnNames(definition.fields)[0]) search.set('by', sort.column)
  if (sort.isDescending) search.set('down', '1')
  return search
}

/** A word of the address if it is `allowed`, else the first that is. */
function oneOf(allowed: readonly string[], given: string | null): string {
  return allowed.find((value) => value === given) ?? allowed[0] ?? ''
}

/** The view that the address holds, and the way to change parts of it. */
export function useListParams(resource: ListParamsDefinition & { name: Page }) {
  const search = useSearchString()
  const view = useMemo(() => parseListParams(resource, new URLSearchParams(search)), [resource, search])
  const setParams = (next: Partial<ListParams>) => {
    // Two may come before the view is drawn again.
    const params = { ...parseListParams(resource, getSearchParams()), ...next }
    setSearchParams(resource.name, formatListParams(resource, params), next.text !== undefined && next.text !== '')
  }
  return { view, setParams }
}
