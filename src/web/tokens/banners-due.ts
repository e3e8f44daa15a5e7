import type { ServiceClock } from '#contract/clock.ts'
import { useConsole } from '#web/app/console.tsx'
import type { TokenCounts } from './use-counts.ts'

/** Beyond a minute, relative times mislead. */
export const aMinute = 60_000

/** Whether anything is to be said above the list; what says it is fetched only then, or when the page is idle. */
export function useBannersDue({ spoiled = 0, fresh = 0 }: TokenCounts): boolean {
  const { service } = useConsole()
  return spoiled > 0 || fresh > 0 || isOff(service.clock)
}

/** Whether the service's clock and ours differ by more than a minute. */
export function isOff(clock: ServiceClock): boolean {
  const difference = clock.surely()
  return difference !== undefined && Math.abs(difference.ms) - difference.within > aMinute
}
