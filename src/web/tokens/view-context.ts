import { useMemo } from 'react'
import { useNow } from '#web/ui/clock.ts'
import { useSession, type Session } from '#web/ui/session.ts'
import { useStore } from '#web/ui/store.ts'
import type { ViewContext } from './token-status.ts'
import type { ServiceClock } from '#contract/clock.ts'
import type { Expiry } from '#contract/token.ts'
import type { ValueContext } from '#contract/facts.ts'

/** What the display of tokens depends on now. */
export function useViewContext(): ViewContext {
  const session = useSession()
  const { unit } = useStore(session.unit)
  const { effect: onUpdate } = useStore(session.updates)
  const now = useNow()
  const ahead = wholeSecondsAhead(session.service.clock)
  return useMemo(() => ({ now, unit, ahead, onUpdate }), [now, unit, ahead, onUpdate])
}

/** What decides at `now` whether a value should work. */
export function valueContext({ updates, service, unit }: Session, now: number): ValueContext {
  const ahead = wholeSecondsAhead(service.clock)
  return { now, unit: unit.get().unit, ahead, onUpdate: updates.get().effect }
}

/** How far the clock is certainly ahead, in milliseconds, rounded to a second: each change redraws all rows. */
export function wholeSecondsAhead(clock: ServiceClock): number {
  return Math.round((clock.surely()?.ms ?? 0) / 1000) * 1000
}

/** The same change, with a date that counts from the moment of sending by the service's clock, where that differs. */
export function byServiceClock<Change extends { expiration_date?: Expiry | undefined }>(
  change: Change,
  { service }: Pick<Session, 'service'>,
): Change {
  const { expiration_date: expiry } = change
  if (typeof expiry !== 'object' || !('after' in expiry)) return change
  return { ...change, expiration_date: { after: expiry.after + wholeSecondsAhead(service.clock) } }
}
