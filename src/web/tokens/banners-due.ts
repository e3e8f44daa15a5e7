import type { ServiceClock } from '#contract/clock.ts'

/** Beyond a minute, relative times mislead. */
export const aMinute = 60_000

/** What is said above the list. */
export interface BannersDue {
  /** How many values need repair. */
  spoiled: number
  /** How many new values nobody has copied. */
  fresh: number
  clock: ServiceClock
}

/** Whether anything is to be said above the list. */
export const isBannerDue = ({ spoiled, fresh, clock }: BannersDue) => spoiled > 0 || fresh > 0 || isOff(clock)

/** Whether the service's clock and ours differ by more than a minute. */
export function isOff(clock: ServiceClock): boolean {
  const difference = clock.surely()
  return difference !== undefined && Math.abs(difference.ms) - difference.within > aMinute
}
