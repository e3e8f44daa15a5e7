import type { Token, TokenField } from '#contract/token.ts'
import { needsRepair } from '#contract/facts.ts'
import { momentAt } from '#contract/wire.ts'
import { flagColumn, isoOf, momentColumn, nameColumn, type FilterOf, type ListResource } from '#web/list/resource.ts'
import type { View } from '#web/list/view.ts'
import { expiryOf, statusOf, type ViewContext, type TokenStatus } from './token-status.ts'
import { expiryScale } from './expiry-strip/expiry-scale.ts'
import { noExpiryWord, statusWords } from './words.ts'

/** The column that shows each field: a new field must name one, or `never`. */
interface ColumnOf {
  name: 'name'
  expiration_date: 'expires'
  write: 'write'
  active: 'active'
  created_at: never
  updated_at: 'updated'
}

/** The columns. All of them sort. */
export type TokenColumn = 'status' | ColumnOf[TokenField]

/** The filters: by status, and others. */
export type TokenFilter = 'all' | TokenStatus | 'never' | 'write' | 'spoiled' | 'fresh'

/** The search, filter and order of the tokens. */
export type TokenView = View<TokenColumn, TokenFilter>

const statuses: readonly TokenStatus[] = ['active', 'soon', 'past', 'inactive', 'unknown']
const ofStatus = (status: TokenStatus): FilterOf<Token, ViewContext> => ({
  label: () => statusWords[status],
  mark: status,
  passes: (token, context) => statusOf(token, context) === status,
})

/** Defines how each column sorts and what each filter means. Filters may overlap. */
export const tokenResource: ListResource<Token, TokenColumn, TokenFilter, ViewContext> = {
  name: 'tokens',
  noun: 'token',
  title: 'Tokens',
  expected: 'a list of tokens as JSON',
  request: 'GET /_/token',
  secrets: 'values',
  columns: {
    name: nameColumn('Name', ({ name }) => name),
    status: {
      label: 'Status',
      className: 'c-status',
      rank: (token, context) => statuses.indexOf(statusOf(token, context)),
      exported: { head: 'Status', cell: (token, context) => statusWords[statusOf(token, context)] },
    },
    expires: {
      label: 'Expires',
      className: 'c-exp',
      // *Never* sorts after any date, unreadable dates after that.
      rank(token, { unit }) {
        const expiry = expiryOf(token, unit)
        return expiry === 'none' ? 9e15 : (expiry ?? 9.1e15)
      },
      exported: {
        head: 'Expires (UTC)',
        cell(token, context) {
          const expiry = expiryOf(token, context.unit)
          return expiry === 'none' ? noExpiryWord : (isoOf(expiry) ?? 'unreadable')
        },
      },
    },
    write: flagColumn('Write', ({ write }) => write),
    active: flagColumn('Active', ({ active }) => active),
    updated: momentColumn('Updated', 'c-upd', ({ updated_at }, { unit }) => momentAt(updated_at, unit)),
  },
  filters: {
    all: { label: () => 'All', passes: () => true },
    // A token that expires soon is still active.
    active: {
      ...ofStatus('active'),
      passes: (token, context) => ['active', 'soon'].includes(statusOf(token, context)),
    },
    soon: ofStatus('soon'),
    past: ofStatus('past'),
    inactive: ofStatus('inactive'),
    never: { label: () => noExpiryWord, passes: (token, { unit }) => expiryOf(token, unit) === 'none' },
    write: { label: () => 'Can write', passes: ({ write }) => write === true },
    unknown: { ...ofStatus('unknown'), shown: 'found' },
    spoiled: { label: () => 'Needs repair', mark: 'repair', passes: needsRepair, shown: 'found' },
    // Only a banner leads to this filter.
    fresh: { label: () => 'Not copied', passes: ({ name }, { fresh }) => fresh?.has(name) === true, shown: 'pressed' },
  },
  scale: expiryScale,
  unreadable: (rows) => `${rows === 1 ? 'has' : 'have'} no readable name and cannot be shown`,
}
