import { describe, expect, test } from 'vitest'
import { isDeep } from '#contract/testing/deep.ts'
import { localTimeAt, momentsOf, type LocalTime } from './local-time.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** What the clock shows, by the platform alone: the reading that the tests trust. */
function clockIn(zone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  })
  return (at) => format.format(at)
}

const asText = ({ year, month, day, hour, minute, second }: LocalTime) => {
  const [d, m, h, min, s] = [day, month, hour, minute, second].map((part) => String(part).padStart(2, '0'))
  return `${d}/${m}/${year}, ${h}:${min}:${s}`
}

const asUtc = (at: number) => localTimeAt(at, 'UTC')

/** How far the clock of a zone is ahead of UTC, in milliseconds. */
function aheadIn(clock: (at: number) => string): (at: number) => number {
  return (at) => {
    const [date = '', time = ''] = clock(at).split(', ')
    const [d, m, y] = date.split('/')
    return Date.parse(`${y}-${m}-${d}T${time}Z`) - at
  }
}

/** The moments between 2024 and 2030 at which the clocks of a zone change, to the minute. */
function changesIn(ahead: (at: number) => number): number[] {
  const found: number[] = []
  const end = Date.UTC(2031, 0, 1)
  for (let at = Date.UTC(2024, 0, 1); at < end; at += 7 * day) {
    if (ahead(at) === ahead(at + 7 * day)) continue
    let [low, high] = [at, at + 7 * day]
    while (high - low > minute) {
      const middle = Math.floor((low + high) / 2 / minute) * minute
      if (ahead(middle) === ahead(at)) low = middle
      else high = middle
    }
    found.push(high)
  }
  return found
}

/** Changes of half an hour, of two hours, at midnight, in the south, around Ramadan; ahead by quarters; none. */
const odd = [
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'America/Nuuk',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Antarctica/Troll',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Asia/Kathmandu',
]
const sampled = isDeep() ? Intl.supportedValuesOf('timeZone') : odd

describe('around each change of clocks from 2024 to 2030, ± 1 day', () => {
  test.each(sampled)('in %s a shown time is sent as the moments at which the clock shows it', (zone) => {
    const clock = clockIn(zone)
    const ahead = aheadIn(clock)
    const changes = changesIn(ahead)
    const around = changes.length > 0 ? changes : [Date.UTC(2027, 2, 28, 1)]
    const steps = [-day, -3 * 60 * minute, -61 * minute, -60 * minute, -31 * minute, -30 * minute, -minute, -1000, 0]
    for (const change of around) {
      const offsets = new Set([ahead(change - day), ahead(change + day)])
      for (const step of [...steps, ...steps.map((one) => -one)]) {
        for (const offset of offsets) {
          // A time on the clock of the zone, whether that clock shows it once, twice or never.
          const time = asUtc(change + step + offset)
          const expected = [...offsets]
            .map((one) => change + step + offset - one)
            .filter((at) => clock(at) === asText(time))
            .toSorted((a, b) => a - b)
          expect(momentsOf(time, zone), `${asText(time)} in ${zone}`).toEqual(expected)
        }
        expect(asText(localTimeAt(change + step, zone))).toBe(clock(change + step))
        expect(momentsOf(localTimeAt(change + step, zone), zone)).toContain(change + step)
      }
    }
  })
})

const time = (text: string): LocalTime => {
  const [year, month, day, hour, minute, second] = text.split(/\D/).map(Number) as [number, number, number, ...number[]]
  return { year, month, day, hour: hour ?? 0, minute: minute ?? 0, second: second ?? 0 }
}

test.each([
  ['a day that does not exist', 'Europe/Berlin', '2027-06-31 10:00:00', []],
  ['29 February of a common year', 'UTC', '2027-02-29 10:00:00', []],
  ['29 February of a leap year', 'UTC', '2028-02-29 10:00:00', ['2028-02-29T10:00:00Z']],
  ['an hour that the clocks skip', 'Europe/Berlin', '2027-03-28 02:30:00', []],
  ['the midnight that Cairo skips', 'Africa/Cairo', '2027-04-30 00:30:00', []],
  [
    'an hour that comes again',
    'Europe/Berlin',
    '2027-10-31 02:30:00',
    ['2027-10-31T00:30:00Z', '2027-10-31T01:30:00Z'],
  ],
  [
    'half an hour that comes again',
    'Australia/Lord_Howe',
    '2027-04-04 01:45:00',
    ['2027-04-03T14:45:00Z', '2027-04-03T15:15:00Z'],
  ],
  ['a day that a zone skipped', 'Pacific/Apia', '2011-12-30 10:00:00', []],
  ['a year of historic offsets with seconds', 'Europe/Berlin', '0020-06-30 10:00:00', ['0020-06-30T09:06:32Z']],
])('%s, in %s %s', (_says, zone, text, moments) => {
  expect(momentsOf(time(text), zone)).toEqual(moments.map((one) => Date.parse(one)))
})
