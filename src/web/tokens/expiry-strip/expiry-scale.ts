import type { Token } from '#contract/token.ts'
import type { RangeOfSlots, ScaleOf } from '#web/list/resource.ts'
import { expiryOf, type ViewContext } from '#web/tokens/token-status.ts'
import { noExpiryWord } from '#web/tokens/words.ts'
import { dateOf } from '#web/ui/time.ts'

/**
 * The last day of each slot, counted from today in calendar days of the browser's time zone, as a row's *in 3 days* is.
 * The eighth slot ends now.
 */
const lastDays: readonly number[] = [
  -366,
  -181,
  -91,
  -61,
  -31,
  -15,
  -8,
  -1,
  ...Array.from({ length: 31 }, (_, day) => day),
  ...Array.from({ length: 20 }, (_, slot) => 33 + 3 * slot),
  ...Array.from({ length: 27 }, (_, slot) => 90 + Math.round((275 * (slot + 1)) / 27)),
  730,
  1825,
  Number.POSITIVE_INFINITY,
]

/** The name of each slot in the address: its last day, or what has no last day. */
const slotNames = [...lastDays.slice(0, -1).map(String), 'later', 'never']

/** The stretches of the strip, by their first and last slots. */
export const stretches = {
  past: { from: 0, to: 7 },
  week: { from: 8, to: 15 },
  month: { from: 16, to: 38 },
  quarter: { from: 39, to: 58 },
  year: { from: 59, to: 85 },
  later: { from: 86, to: 88 },
  never: { from: 89, to: 89 },
} as const satisfies Record<string, RangeOfSlots>
export type Stretch = keyof typeof stretches

const { past, never } = stretches

/** The slot of the rows whose date is unreadable. No range holds it. */
export const unreadableSlot = never.to + 1

/** The slots up to the end of the day that is so many days from today. */
export const within = (days: number): RangeOfSlots => ({
  from: past.to + 1,
  to: lastDays.findIndex((last) => days <= last),
})

/** The end of a calendar day, which may have 23 or 25 hours, in milliseconds since 1970. */
function endOf(day: number, { now }: Pick<ViewContext, 'now'>): number {
  const today = new Date(now)
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + day + 1).getTime()
}

/** The last day of a slot. */
export const lastMoment = (slot: number, context: Pick<ViewContext, 'now'>) => endOf(lastDays[slot] ?? 0, context) - 1

/** The slots of tokens by their expiry: what has passed, each day, what is later, and *never*. */
export const expiryScale: ScaleOf<Token, ViewContext> = {
  name: 'expires',
  title: 'Expiry',
  size: unreadableSlot + 1,
  slotsAt(context) {
    const { now, unit, ahead = 0 } = context
    // By the service's clock, as the status is.
    const ends = lastDays.map((day, slot) => (slot === past.to ? now + ahead + 1 : endOf(day, context)))
    return (token) => {
      const expiry = expiryOf(token, unit)
      if (expiry === undefined) return unreadableSlot
      return expiry === 'none' ? never.to : firstAfter(ends, expiry)
    }
  },
  read(text) {
    const [from = -1, to = from] = text.split('..', 2).map((name) => slotNames.indexOf(name))
    return from < 0 || to < from ? undefined : { from, to }
  },
  write: ({ from, to }) => [...new Set([from, to])].map((slot) => slotNames[slot]).join('..'),
  label({ from, to }, context) {
    const none = noExpiryWord
    if (from === never.from) return none.toLowerCase()
    const last = Math.min(to, never.from - 1)
    const or = to === never.to ? ` or ${none.toLowerCase()}` : ''
    const begins = from === 0 ? undefined : dateOf(endOf(lastDays[from - 1] ?? 0, context))
    if (last === never.from - 1) return (begins === undefined ? 'any date' : `from ${begins}`) + or
    const ends = last === past.to ? 'now' : dateOf(lastMoment(last, context))
    if (begins === undefined) return last === past.to ? 'expired' : `until ${ends}`
    return begins === ends ? begins : `${begins} to ${ends}`
  },
}

/** The first slot that ends after a moment. */
function firstAfter(ends: readonly number[], moment: number): number {
  let [low, high] = [0, ends.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (moment < (ends[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return low
}
