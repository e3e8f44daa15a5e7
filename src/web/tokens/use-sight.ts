import { useMemo } from 'react'
import { useNow } from '#web/service/clock.ts'
import { useConsole } from '#web/service/console.tsx'
import { unitOf } from '#web/service/unit.ts'
import { usePartOf } from '#web/ui/store.ts'
import type { Sight } from './token-status.ts'

/** How tokens are seen now, by what is known of the service. */
export function useSight(): Sight {
  const { unit: units, knowledge, learned } = useConsole()
  const keepsValues = usePartOf(knowledge, ({ valueOnUpdate }) => valueOnUpdate === 'kept')
  const unit = usePartOf(units, unitOf)
  const now = useNow()
  const noDateMeans = usePartOf(learned, (kept) => noDate(kept['no-expiry-means']?.seen))
  return useMemo(() => ({ now, unit, keepsValues, noDateMeans }), [now, unit, keepsValues, noDateMeans])
}

const noDate = (seen: string | undefined): Sight['noDateMeans'] =>
  seen === 'never' || seen === 'past' ? seen : undefined
