/** How far the service's clock is ahead of ours: `ms`, plus or minus `within` milliseconds. */
export interface ClockDifference {
  ms: number
  within: number
}

/** Estimates the difference between the service's clock and ours from moments that the service names. */
export interface ServiceClock {
  /**
   * Adds one observation. Between our `sentAt` and `answeredAt` (milliseconds since 1970) the service's clock read
   * `serviceTime`, or up to `resolution` milliseconds more. `age`: how old `serviceTime` may have been.
   */
  sample: (sentAt: number, answeredAt: number, serviceTime: number, resolution: number, age?: number) => void
  /** The best estimate, assuming that every moment was fresh. Undefined before the first observation. */
  difference: () => ClockDifference | undefined
  /** The difference, if there certainly is one of more than two seconds, however old the moments were. */
  surely: () => ClockDifference | undefined
}

/** Differences below this count as none, in milliseconds. */
const negligible = 2000

/** Every observation bounds the difference from both sides. The bounds are intersected. */
export function createClock(): ServiceClock {
  const estimate = createBounds()
  const sure = createBounds()
  return {
    sample(sentAt, answeredAt, serviceTime, resolution, age = 0) {
      if (![sentAt, answeredAt, serviceTime].every(Number.isFinite)) return
      estimate.lay(serviceTime - answeredAt, serviceTime + resolution - sentAt)
      sure.lay(serviceTime - answeredAt, serviceTime + resolution + age - sentAt)
    },
    difference: () => estimate.between(),
    surely() {
      const between = sure.between()
      if (between === undefined) return undefined
      const { ms, within } = between
      return Math.abs(ms) > Math.max(within, negligible) ? between : undefined
    },
  }
}

/** The intersection of all bounds. */
function createBounds() {
  let least = Number.NEGATIVE_INFINITY
  let most = Number.POSITIVE_INFINITY
  return {
    lay(from: number, to: number) {
      least = Math.max(least, from)
      most = Math.min(most, to)
      // The bounds contradict each other: one of the clocks was set. Earlier observations no longer count.
      if (least > most) [least, most] = [from, to]
    },
    between(): ClockDifference | undefined {
      if (!Number.isFinite(least) || !Number.isFinite(most)) return undefined
      return { ms: Math.round((least + most) / 2), within: Math.ceil((most - least) / 2) }
    },
  }
}
