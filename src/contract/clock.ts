/** How far a service's clock is ahead of ours: `ms`, give or take `within` milliseconds. */
export interface ClockDifference {
  ms: number
  within: number
}

/** Learns the difference between two clocks from moments that the service names. */
export interface ServiceClock {
  /**
   * Something happened there between our `sentAt` and `answeredAt` (our milliseconds since 1970), and the service's
   * clock then read `said` or up to `resolution` milliseconds later.
   */
  sample: (sentAt: number, answeredAt: number, said: number, resolution: number) => void
  /** Undefined before the first sample. */
  difference: () => ClockDifference | undefined
}

/** Every sample bounds the difference from both sides; the bounds are laid over each other. */
export function createClock(): ServiceClock {
  let least = Number.NEGATIVE_INFINITY
  let most = Number.POSITIVE_INFINITY
  return {
    sample(sentAt, answeredAt, said, resolution) {
      if (![sentAt, answeredAt, said].every(Number.isFinite)) return
      const from = said - answeredAt
      const to = said + resolution - sentAt
      least = Math.max(least, from)
      most = Math.min(most, to)
      // The bounds exclude each other: one of the clocks was set. What was learned before no longer counts.
      if (least > most) [least, most] = [from, to]
    },
    difference() {
      if (!Number.isFinite(least) || !Number.isFinite(most)) return undefined
      return { ms: Math.round((least + most) / 2), within: Math.ceil((most - least) / 2) }
    },
  }
}
