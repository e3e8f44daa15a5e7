import type { RowStore } from '#contract/list/row-store.ts'
import type { Token } from '#contract/token.ts'
import { momentAt } from '#contract/wire.ts'
import { looksSecret, wordFrom } from '#web/app/route.ts'
import type { Tally } from '#web/list/use-tally.ts'
import { rowsWanted } from '#web/list/view-rows.ts'
import type { Steps } from '#web/list/slices.ts'
import type { Sort } from '#web/list/sort-header.tsx'
import { expiryOf, passes, soon, statusOf, type Sight, type TokenFilter } from './token-status.ts'

/** The columns that sort. */
export type TokenColumn = 'name' | 'status' | 'expires' | 'write' | 'active' | 'updated'

/** What part of the list is shown, in which order. */
export interface TokenView {
  text: string
  filter: TokenFilter
  sort: Sort<TokenColumn>
}

const columns = ['name', 'status', 'expires', 'write', 'active', 'updated'] as const
const filters = ['all', 'active', 'soon', 'past', 'inactive', 'unknown', 'never', 'write', 'spoiled', 'fresh'] as const

/** Reads a view from the address; whatever it does not know is the default. */
export function viewFrom(search: URLSearchParams): TokenView {
  return {
    text: search.get('q') ?? '',
    filter: wordFrom(filters, search.get('show')),
    sort: { by: wordFrom(columns, search.get('by')), down: search.get('down') === '1' },
  }
}

/** Writes a view into the address, defaults left out. A text shaped like a secret stays out of it. */
export function searchFor({ text, filter, sort }: TokenView): URLSearchParams {
  const search = new URLSearchParams()
  if (text !== '' && !looksSecret(text)) search.set('q', text)
  if (filter !== 'all') search.set('show', filter)
  if (sort.by !== 'name') search.set('by', sort.by)
  if (sort.down) search.set('down', '1')
  return search
}

/** The numbers of the rows that a view shows, in its order. */
export function rowsIn(list: RowStore<Token>, { text, filter, sort }: TokenView, sight: Sight): Steps<Uint32Array> {
  const weigh = weights[sort.by]
  return rowsWanted(list, {
    text,
    passes: filter === 'all' ? undefined : (token) => passes(token, filter, sight),
    weigh: weigh && ((token) => weigh(token, sight)),
    down: sort.down,
  })
}

/** Counts what stands in one sight, as long as that holds. */
export interface TokenTally extends Tally<Token, Record<Exclude<TokenFilter, 'fresh'>, number>> {
  /** Whether what was counted comes to the same in that sight: no date was reached meanwhile. */
  holds: (sight: Sight) => boolean
}

/** How many rows each chip would show, the text apart. Of new values the rows themselves say nothing. */
export function tallyOf(sight: Sight): TokenTally {
  const from = sight.now + (sight.ahead ?? 0)
  let until = Number.POSITIVE_INFINITY
  return {
    none: () => ({ all: 0, active: 0, soon: 0, past: 0, inactive: 0, unknown: 0, never: 0, write: 0, spoiled: 0 }),
    add(counts, token, by) {
      const expiry = expiryOf(token, sight.unit)
      counts.all += by
      counts[statusOf(token, sight, expiry)] += by
      if (expiry === 'none') counts.never += by
      if (passes(token, 'write', sight)) counts.write += by
      if (passes(token, 'spoiled', sight)) counts.spoiled += by
      if (typeof expiry !== 'number') return
      if (expiry - soon > from) until = Math.min(until, expiry - soon)
      else if (expiry > from) until = Math.min(until, expiry)
    },
    holds: ({ now, unit, ahead = 0, valueOnPut, noExpiryMeans }) =>
      now + ahead >= from &&
      now + ahead < until &&
      unit === sight.unit &&
      valueOnPut === sight.valueOnPut &&
      noExpiryMeans === sight.noExpiryMeans,
  }
}

const order = ['active', 'soon', 'past', 'inactive', 'unknown'] as const
const flag = (on: boolean | undefined) => (on === undefined ? 2 : on ? 0 : 1)

/** What a column sorts by; of names, the text itself. Never is later than any date, unreadable later than that. */
const weights: Record<TokenColumn, ((token: Token, sight: Sight) => number) | undefined> = {
  name: undefined,
  status: (token, sight) => order.indexOf(statusOf(token, sight)),
  expires: (token, { unit }) => {
    const expiry = expiryOf(token, unit)
    return expiry === 'none' ? 9e15 : (expiry ?? 9.1e15)
  },
  write: (token) => flag(token.write),
  active: (token) => flag(token.active),
  updated: (token, { unit }) => momentAt(token.updated_at, unit) ?? 9e15,
}
