const minute = 60_000
const day = 24 * 60 * minute

/** What a clock in a zone shows: `2027-06-30 10:00:00`. By the platform, and not by the code that is tested. */
export function clockIn(zone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  })
  return (at) => format.format(at).replace(/^(\d+)\/(\d+)\/(\d+), /, '$3-$2-$1 ')
}

/** A time within the next change of clocks of a kind. */
export interface ClockChange {
  /** The time in the middle, as a clock would show it. */
  shown: string
}

/** The next time after `from` that the clocks of a zone skip, or show twice; undefined: none within two years. */
export function nextChange(zone: string, from: number, kind: 'skips' | 'repeats'): ClockChange | undefined {
  const clock = clockIn(zone)
  const ahead = (at: number) => Date.parse(`${clock(at).replace(' ', 'T')}Z`) - at
  const start = Math.floor(from / minute) * minute
  for (let at = start; at < start + 730 * day; at += day) {
    const shift = ahead(at + day) - ahead(at)
    if (shift === 0 || shift > 0 !== (kind === 'skips')) continue
    let [low, high] = [at, at + day]
    while (high - low > minute) {
      const middle = Math.floor((low + high) / 2 / minute) * minute
      if (ahead(middle) === ahead(at)) low = middle
      else high = middle
    }
    // Half of the shift after the change, by the clock that shows less of it: before a skip, after a repetition.
    const middle = high + Math.abs(shift) / 2 + Math.min(ahead(at), ahead(at + day))
    return { shown: clockIn('UTC')(middle) }
  }
  return undefined
}
