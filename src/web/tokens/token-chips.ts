import { visible } from '#web/ui/names/foreign.tsx'
import type { Mark } from '#web/ui/status-mark.tsx'
import { counted } from '#web/ui/time.ts'
import type { Sight, TokenFilter } from './token-status.ts'
import type { TokenView } from './token-view.ts'
import type { TokenCounts } from './use-counts.ts'
import { filterWord } from './words.ts'

const filters: readonly TokenFilter[] = [
  'all',
  'active',
  'soon',
  'past',
  'inactive',
  'never',
  'write',
  'unknown',
  'spoiled',
  'fresh',
]

/** The chips above the list. What a banner leads to has a chip only while it is of use; of `fresh`, while it is pressed. */
export function chipsFor(counts: TokenCounts, pressed: TokenFilter, sight: Sight) {
  const rare = (id: TokenFilter) => (id === 'unknown' || id === 'spoiled' ? !counts[id] : id === 'fresh')
  return filters
    .filter((id) => id === pressed || !rare(id))
    .map((id) => ({ id, label: filterWord(id, sight), count: counts[id], ...markOf(id) }))
}

/** Why no row of `total` is shown. */
export function noMatch({ text, filter }: TokenView, total: number, sight: Sight): string {
  const among = filter === 'all' ? `${counted(total, 'token')}` : `those that are “${filterWord(filter, sight)}”`
  return text === ''
    ? `None of ${counted(total, 'token')} is “${filterWord(filter, sight)}”.`
    : `Nothing named like “${visible(text)}” among ${among}.`
}

function markOf(id: TokenFilter): { mark?: Mark } {
  switch (id) {
    case 'all':
    case 'never':
    case 'write':
    case 'spoiled':
    case 'fresh':
      return {}
    case 'active':
    case 'soon':
    case 'past':
    case 'inactive':
    case 'unknown':
      return { mark: id }
  }
}
