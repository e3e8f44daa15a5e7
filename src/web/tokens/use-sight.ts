import { useMemo } from 'react'
import { valueRules } from '#contract/learned-value.ts'
import { useNow } from '#web/app/clock.ts'
import { useConsole } from '#web/app/console.tsx'
import { unitOf } from '#web/writes/unit.ts'
import { wholeSecondsAhead } from './value-context.ts'
import { usePartOf } from '#web/ui/store.ts'
import type { Sight } from './token-status.ts'

/** How tokens are seen now, by what is known of the service. */
export function useSight(): Sight {
  const { unit: units, learned, service } = useConsole()
  const unit = usePartOf(units, unitOf)
  const now = useNow()
  const ahead = wholeSecondsAhead(service.clock)
  const valueOnPut = usePartOf(learned, (kept) => valueRules(kept).valueOnPut)
  const noExpiryMeans = usePartOf(learned, (kept) => valueRules(kept).noExpiryMeans)
  const expiryEnforcedIn = usePartOf(learned, (kept) => valueRules(kept).expiryEnforcedIn)
  const omittedOnPut = usePartOf(learned, (kept) => valueRules(kept).omittedOnPut)
  return useMemo(
    () => ({ now, unit, ahead, valueOnPut, noExpiryMeans, expiryEnforcedIn, omittedOnPut }),
    [now, unit, ahead, valueOnPut, noExpiryMeans, expiryEnforcedIn, omittedOnPut],
  )
}
