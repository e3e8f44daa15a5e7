import { useEffect, useEffectEvent } from 'react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { useSession } from '#web/ui/session.ts'
import { lazyCode } from '#web/ui/lazy.tsx'
import { currentOf } from './outcomes.ts'
import type { ResourceWrites } from '#web/writes/shown-resource.ts'

const settleCode = lazyCode(() => import('./settled-outcome.ts'))

/**
 * Updates outcomes when the list is read again: settles writes without an answer, ends notes that are no longer needed,
 * and marks rows that somebody else has changed.
 */
export function useSettledOutcomes<Row extends Dated, Change extends object>(
  list: RowStore<Row>,
  resource: ResourceWrites<Row, Change>,
): void {
  const session = useSession()
  const { outcomes } = session
  const settle = useEffectEvent(async () => {
    // If the code cannot be loaded, outcomes stay as they are.
    const code = await Promise.all([settleCode.load(), resource.code.load()]).catch(() => undefined)
    if (code === undefined) return
    const [{ settleOutcomes }, { shown }] = code
    settleOutcomes(list, { session, shown })
  })
  const { beganAt, isWhole } = list
  useEffect(() => {
    if (isWhole && currentOf(outcomes.get(), resource).size > 0) void settle()
  }, [beganAt, isWhole, outcomes, resource])
}
