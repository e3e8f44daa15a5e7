import { expect, test } from 'vitest'
import { pastedTime } from './pasted-time.ts'

const dayFirst = ['day', 'month', 'year'] as const
const monthFirst = ['month', 'day', 'year'] as const
const yearFirst = ['year', 'month', 'day'] as const

const written = (text: string, order: Parameters<typeof pastedTime>[1]) => {
  const time = pastedTime(text, order)
  if (time === undefined) return undefined
  const [month, day, hour, minute, second] = [time.month, time.day, time.hour, time.minute, time.second].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${time.year}-${month}-${day} ${hour}:${minute}:${second}`
}

test.each([
  ['2027-03-12 09:00', dayFirst, '2027-03-12 09:00:00'],
  ['2027-03-12 09:00', monthFirst, '2027-03-12 09:00:00'],
  [' 2027-03-12T09:00:05\n', monthFirst, '2027-03-12 09:00:05'],
  ['2027-03-12', dayFirst, '2027-03-12 23:59:59'],
  ['2027/3/12', dayFirst, '2027-03-12 23:59:59'],
  ['12.03.2027', dayFirst, '2027-03-12 23:59:59'],
  ['12.03.2027', monthFirst, '2027-03-12 23:59:59'],
  ['12.03.2027', yearFirst, '2027-03-12 23:59:59'],
  ['3/12/2027', monthFirst, '2027-03-12 23:59:59'],
  ['3/12/2027', dayFirst, '2027-12-03 23:59:59'],
  ['12/03/2027, 9:05', dayFirst, '2027-03-12 09:05:00'],
  ['29.02.2028', dayFirst, '2028-02-29 23:59:59'],
] as const)('pasted %j in the order %j is %s', (text, order, time) => expect(written(text, order)).toBe(time))

test.each([
  ['', dayFirst],
  ['12', dayFirst],
  ['tomorrow', dayFirst],
  ['12.03.27', dayFirst],
  ['12/03/2027', yearFirst],
  ['12.03/2027', dayFirst],
  ['31.06.2027', dayFirst],
  ['29.02.2027', dayFirst],
  ['2027-13-01', dayFirst],
  ['13/13/2027', monthFirst],
  ['2027-00-10', dayFirst],
  ['2027-03-12 24:00', dayFirst],
  ['2027-03-12 09:60', dayFirst],
  ['2027-03-12 9', dayFirst],
  ['2027-03-12 09:00 pm', dayFirst],
  ['2027-03-12T09:00:00Z', dayFirst],
  ['2027-03-12T09:00:00+01:00', dayFirst],
  ['2027-03-12 09:00:00.5', dayFirst],
  ['1798158780', dayFirst],
  ['12.03.2027 12.04.2027', dayFirst],
] as const)('pasted %j is refused in the order %j', (text, order) => expect(written(text, order)).toBeUndefined())
