/** How far a service's clock is ahead of ours: `ms`, give or take `within` milliseconds. */
export interface ClockDifference {
  ms: number
  within: number
}

/** Learns the difference between two clocks from moments that the service names. */
export interface ServiceClock {
  /**
   * Something happened there between our `sentAt` and `answeredAt` (our milliseconds since 1970), and the service's
   * clock then read `said` or up to `resolution` milliseconds later. `age`: how long ago `said` may have been true.
   */
  sample: (sentAt: number, answeredAt: number, serviceTime: number, resolution: number, age?: number) => void
  /** The best guess, as if what was said were always new. Undefined before the first sample. */
  difference: () => ClockDifference | undefined
  /** The difference where there surely is one of more than two seconds, whatever the age of what was said. */
  surely: () => ClockDifference | undefined
}

/** Less than this is not told from none, in milliseconds. */
const negligible = 2000

/** Every sample bounds the difference from both sides; the bounds are laid over each other. */
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
      // The bounds exclude each other: one of the clocks was set. What was learned before no longer counts.
      if (least > most) [least, most] = [from, to]
    },
    between(): ClockDifference | undefined {
      if (!Number.isFinite(least) || !Number.isFinite(most)) return undefined
      return { ms: Math.round((least + most) / 2), within: Math.ceil((most - least) / 2) }
    },
  }
}
