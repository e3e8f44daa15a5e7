import type { ClockDifference } from '#contract/clock.ts'
import { valueRules } from '#contract/learned-value.ts'
import type { ValueContext } from '#contract/value-worth.ts'
import type { Console } from './console.tsx'

/** What decides at `now` what a value is worth, by all that is known of the service. */
export function valueContext({ learned, service, unit }: Console, now: number): ValueContext {
  const ahead = clearlyAhead(service.clock.difference())
  return { now, unit: unit.get().unit, ahead, ...valueRules(learned.get()) }
}

/** In whole seconds, so that not every answer draws all rows; none where it may be none. */
export function clearlyAhead(difference: ClockDifference | undefined): number {
  if (difference === undefined || Math.abs(difference.ms) <= difference.within) return 0
  return Math.round(difference.ms / 1000) * 1000
}
