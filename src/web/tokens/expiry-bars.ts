import type { Token } from '#contract/token.ts'
import type { Bars } from '#web/resource/bars.ts'
import type { World } from '#web/resource/world.ts'
import { counted, dateOf, dayOf } from '#web/ui/time.ts'
import { expiryOf, noExpiryWord } from './status.ts'

/** The last day of each bar but the first and the last two, counted from today in calendar days of the browser’s zone. */
const lastDays: readonly (number | undefined)[] = [undefined, 7, 30, 90, 365, undefined, undefined]

const [expired, later, none] = [0, 5, 6]

/** The end of a calendar day, which may have 23 or 25 hours, in milliseconds since 1970. */
function endOf(day: number, { now }: Pick<World, 'now'>): number {
  const today = new Date(now)
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + day + 1).getTime()
}

/** When tokens expire, in seven bars. The date alone decides; nobody waits for that of an inactive one, which is in none. */
export const expiryBars: Bars<Token> = {
  name: 'expires',
  title: 'Expiry',
  bars: [
    { id: 'expired', label: 'Expired', short: 'Expired', tone: 'red' },
    { id: '7d', label: '7 days', short: '7 d', tone: 'amber' },
    { id: '30d', label: '30 days', short: '30 d' },
    { id: '90d', label: '90 days', short: '90 d' },
    { id: '1y', label: '1 year', short: '1 y' },
    { id: 'later', label: 'Later', short: 'Later' },
    { id: 'none', label: 'No expiry', short: 'None', tone: 'hatched' },
  ],
  barAt(world) {
    const { now, ahead = 0, unit } = world
    const ends = lastDays.map((day) => (day === undefined ? undefined : endOf(day, world)))
    return (token) => {
      const expiry = token.active === false ? undefined : expiryOf(token, unit)
      if (expiry === undefined) return -1
      if (expiry === 'none') return none
      // By the service’s clock, as the status is.
      if (expiry <= now + ahead) return expired
      const bar = ends.findIndex((end) => end !== undefined && expiry < end)
      return bar < 0 ? later : bar
    }
  },
  says(bar, rows, world) {
    const what = counted(rows, 'token')
    if (bar === expired) return `${what}, expired`
    if (bar === none) return `${what}, ${noExpiryWord.toLowerCase()}`
    const day = lastDays[bar]
    const verb = rows === 1 ? 'expires' : 'expire'
    if (day === undefined) return `${what}, ${verb} later, after ${dateOf(endOf(lastDays[later - 1] ?? 0, world) - 1)}`
    return `${what}, ${verb} within ${this.bars[bar]?.label}, until ${(day < 365 ? dayOf : dateOf)(endOf(day, world) - 1)}`
  },
  tip(bar, world) {
    const day = lastDays[bar]
    return day === undefined ? undefined : `by ${dateOf(endOf(day, world) - 1)}`
  },
}
