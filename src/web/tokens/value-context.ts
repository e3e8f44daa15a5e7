import type { ServiceClock } from '#contract/clock.ts'
import { valueRules } from '#contract/learned-value.ts'
import type { ValueContext } from '#contract/saving/value-worth.ts'
import type { Console } from '#web/app/console.tsx'

/** What decides at `now` what a value is worth, by all that is known of the service. */
export function valueContext({ learned, service, unit }: Console, now: number): ValueContext {
  const ahead = wholeSecondsAhead(service.clock)
  return { now, unit: unit.get().unit, ahead, ...valueRules(learned.get()) }
}

/** How far a clock is surely ahead, in milliseconds; in whole seconds, so that not every answer draws all rows. */
export function wholeSecondsAhead(clock: ServiceClock): number {
  return Math.round((clock.surely()?.ms ?? 0) / 1000) * 1000
}
