import { useCallback } from 'react'
import type { RowStore } from '#contract/row-store.ts'
import type { Token } from '#contract/token.ts'
import { useTally } from '#web/service/use-tally.ts'
import type { Sight } from './token-status.ts'
import { tallyOf } from './token-view.ts'

/** How many rows each chip would show; `fresh`: new values, of which the rows themselves say nothing. */
export function useCounts(list: RowStore<Token>, sight: Sight, fresh: number) {
  const byRow = useTally(
    list,
    useCallback(() => tallyOf(sight), [sight]),
  )
  return { ...byRow, fresh }
}
