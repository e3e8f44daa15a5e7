/** How far the service's clock is ahead of ours: `ms`, plus or minus `within` milliseconds. */
export interface ClockDifference {
  ms: number
  within: number
}

/** Estimates the difference between the service's clock and ours from moments that the service names. */
export type ServiceClock = ReturnType<typeof createClock>

/** Differences below this count as none, in milliseconds. */
const negligible = 2000

/** Every observation bounds the difference from both sides. The bounds are intersected. */
export function createClock() {
  let [estimate, sure] = [unknown, unknown]
  return {
    /**
     * Adds one observation. Between our `sentAt` and `answeredAt` (milliseconds since 1970) the service's clock read
     * `there`, or up to `resolution` milliseconds more. `age`: how old `there` may have been.
     */
    sample(sentAt: number, answeredAt: number, there: number, resolution: number, age = 0): void {
      if (![sentAt, answeredAt, there].every(Number.isFinite)) return
      const [least, most] = [there - answeredAt, there + resolution - sentAt]
      estimate = both(estimate, { least, most })
      sure = both(sure, { least, most: most + age })
    },
    /** The best estimate, assuming that every moment was fresh. Undefined before the first observation. */
    difference: () => between(estimate),
    /** The difference, if there certainly is one of more than two seconds, however old the moments were. */
    surely(): ClockDifference | undefined {
      const found = between(sure)
      return found && Math.abs(found.ms) > Math.max(found.within, negligible) ? found : undefined
    },
  }
}

interface Bounds {
  least: number
  most: number
}

const unknown: Bounds = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY }

/** Bounds that contradict each other mean that one of the clocks was set: earlier ones no longer count. */
function both(before: Bounds, now: Bounds): Bounds {
  const [least, most] = [Math.max(before.least, now.least), Math.min(before.most, now.most)]
  return least > most ? now : { least, most }
}

function between({ least, most }: Bounds): ClockDifference | undefined {
  if (!Number.isFinite(least)) return undefined
  return { ms: Math.round((least + most) / 2), within: Math.ceil((most - least) / 2) }
}
