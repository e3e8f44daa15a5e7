import type { RowStore } from '#contract/list/row-store.ts'
import type { User } from '#contract/user.ts'
import { momentAt, type Unit } from '#contract/wire.ts'
import { looksSecret, wordFrom } from '#web/app/route.ts'
import type { Tally } from '#web/list/use-tally.ts'
import { rowsWanted } from '#web/list/view-rows.ts'
import type { Steps } from '#web/list/slices.ts'
import type { Sort } from '#web/list/sort-header.tsx'
import type { Mark } from '#web/ui/status-mark.tsx'

/** The columns that sort. */
export type UserColumn = 'email' | 'status' | 'admin' | 'active' | 'created' | 'updated'

/** What a chip lets through. */
export type UserFilter = 'all' | 'active' | 'inactive' | 'admins' | 'unknown'

/** What part of the list is shown, in which order. */
export interface UserView {
  text: string
  filter: UserFilter
  sort: Sort<UserColumn>
}

const columns = ['email', 'status', 'admin', 'active', 'created', 'updated'] as const
const filters = ['all', 'active', 'inactive', 'admins', 'unknown'] as const

/** Reads a view from the address; whatever it does not know is the default. */
export function viewFrom(search: URLSearchParams): UserView {
  return {
    text: search.get('q') ?? '',
    filter: wordFrom(filters, search.get('show')),
    sort: { by: wordFrom(columns, search.get('by')), down: search.get('down') === '1' },
  }
}

/** Writes a view into the address, defaults left out. A text shaped like a secret stays out of it. */
export function searchFor({ text, filter, sort }: UserView): URLSearchParams {
  const search = new URLSearchParams()
  if (text !== '' && !looksSecret(text)) search.set('q', text)
  if (filter !== 'all') search.set('show', filter)
  if (sort.by !== 'email') search.set('by', sort.by)
  if (sort.down) search.set('down', '1')
  return search
}

/** Cannot be read, inactive, or active. */
export function statusOf(user: User): Extract<Mark, 'active' | 'inactive' | 'unknown'> {
  if (user.active === undefined) return 'unknown'
  return user.active ? 'active' : 'inactive'
}

/** The one place where a chip's meaning stands; chips may overlap. */
export function passes(user: User, filter: UserFilter): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'admins':
      return user.admin === true
    case 'active':
    case 'inactive':
    case 'unknown':
      return statusOf(user) === filter
  }
}

/** The numbers of the rows that a view shows, in its order. */
export function rowsIn(list: RowStore<User>, { text, filter, sort }: UserView, unit: Unit): Steps<Uint32Array> {
  const weigh = weights[sort.by]
  return rowsWanted(list, {
    text,
    passes: filter === 'all' ? undefined : (user) => passes(user, filter),
    weigh: weigh && ((user) => weigh(user, unit)),
    down: sort.down,
  })
}

/** How many rows each chip would show, the text apart. */
export const userTally: Tally<User, Record<UserFilter, number>> = {
  none: () => ({ all: 0, active: 0, inactive: 0, admins: 0, unknown: 0 }),
  add(counts, user, by) {
    for (const filter of filters) if (passes(user, filter)) counts[filter] += by
  },
}

const order = ['active', 'inactive', 'unknown'] as const
const flag = (on: boolean | undefined) => (on === undefined ? 2 : on ? 0 : 1)

const weights: Record<UserColumn, ((user: User, unit: Unit) => number) | undefined> = {
  email: undefined,
  status: (user) => order.indexOf(statusOf(user)),
  admin: (user) => flag(user.admin),
  active: (user) => flag(user.active),
  created: (user, unit) => momentAt(user.created_at, unit) ?? 9e15,
  updated: (user, unit) => momentAt(user.updated_at, unit) ?? 9e15,
}
