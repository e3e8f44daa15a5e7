/** How far the service's clock is ahead of ours: `ms`, plus or minus `within` milliseconds. */
export interface ClockOffset {
  ms: number
  within: number
}

/** Estimates the difference between the service's clock and ours from the moments that it names. */
export type ServiceClock = ReturnType<typeof createServiceClock>

/** A moment may name whole seconds. */
const resolutionMs = 1000
/** How old the date of a response may be. */
const maxAgeMs = 1000
/** Differences below this count as none. All in milliseconds. */
const negligibleMs = 2000

/** Every moment bounds the difference from both sides. The bounds are intersected. */
export function createServiceClock() {
  let bounds: { least: number; most: number } | undefined
  const estimate = (uncertaintyMs: number): ClockOffset | undefined => {
    if (bounds === undefined) return undefined
    const { least, most } = { ...bounds, most: bounds.most + uncertaintyMs }
    return { ms: Math.round((least + most) / 2), within: Math.ceil((most - least) / 2) }
  }
  return {
    /** Adds one moment: between our `sentAt` and `answeredAt` (milliseconds since 1970) the service's clock read `serviceTime`. */
    sample(sentAt: number, answeredAt: number, serviceTime: number): void {
      if (![sentAt, answeredAt, serviceTime].every(Number.isFinite)) return
      const newBounds = { least: serviceTime - answeredAt, most: serviceTime + resolutionMs - sentAt }
      const { least, most } = bounds ?? newBounds
      const intersection = { least: Math.max(least, newBounds.least), most: Math.min(most, newBounds.most) }
      // Bounds that contradict each other mean that one of the clocks was set: earlier ones no longer count.
      bounds = intersection.least > intersection.most ? newBounds : intersection
    },
    /** The best estimate, assuming that every moment was fresh. Undefined before the first one. */
    difference: () => estimate(0),
    /** The difference, if there certainly is one of more than two seconds, however old the moments were. */
    surely(): ClockOffset | undefined {
      const offset = estimate(maxAgeMs)
      return offset && Math.abs(offset.ms) > Math.max(offset.within, negligibleMs) ? offset : undefined
    },
  }
}
