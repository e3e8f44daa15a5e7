import { useRef } from 'react'
import type { RowStore } from '#contract/list/row-store.ts'
import type { Token } from '#contract/token.ts'
import { useTally } from '#web/list/use-tally.ts'
import type { Sight, TokenFilter } from './token-status.ts'
import { tallyOf, type TokenTally } from './token-view.ts'

/** How many rows each filter would show; of a long list not known at once. */
export type TokenCounts = Partial<Record<TokenFilter, number>>

/** `fresh`: how many new values there are, of which the rows themselves say nothing. */
export function useCounts(list: RowStore<Token>, sight: Sight, fresh: number): TokenCounts {
  const tally = useRef<TokenTally>(undefined)
  if (tally.current?.holds(sight) !== true) tally.current = tallyOf(sight)
  return { ...useTally(list, tally.current), fresh }
}
