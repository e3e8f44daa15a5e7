import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Token } from '#api/token.ts'
import { timestampOf, tokenListOf, tokenRow } from '#web/testing/rows.ts'
import { tokenResource } from '#web/tokens/resource.ts'
import { classifyRows, countRows } from './filter-counts.ts'

const day = 24 * 60 * 60 * 1000
const context = { now: 1_800_000_000_000, timeUnit: 'milliseconds', ownEmails: [] } as const
const flag = fc.constantFrom(true, false, undefined)
const anyToken = fc.record({
  active: flag,
  write: flag,
  days: fc.constantFrom(-9, 3, 20, 80, 300, 900),
  isFound: fc.boolean(),
})
const { filters, histogram } = tokenResource
const pressedFilter = fc.constantFrom(...Object.keys(filters))
const pressedBuckets = fc.subarray(histogram?.buckets.map(({ id }) => id) ?? [])

test('chips and bars count the rows that pressing them shows, and Active, Inactive and Unknown add up to All, whatever is searched and pressed', () => {
  fc.assert(
    fc.property(fc.array(anyToken), pressedFilter, pressedBuckets, (tokens, filter, buckets) => {
      const list = tokenListOf(
        tokens.map(({ active, write, days }, index) =>
          tokenRow(`t${index}`, { active, write, expiration_date: timestampOf(context.now + days * day) }),
        ),
      )
      const bucketOf = histogram!.bucketOf(context)
      const isIn = (pressed: readonly string[], row: Token) =>
        pressed.length === 0 || pressed.includes(histogram!.buckets[bucketOf(row)]?.id ?? '')
      const shown = (chip: string, pressed: readonly string[]) =>
        list.rows.filter(
          (row, index) => tokens[index]?.isFound && filters[chip]!.passes(row, context) && isIn(pressed, row),
        ).length
      const matches = Uint8Array.from(tokens, ({ isFound }) => (isFound ? 1 : 0))
      const counts = countRows(tokenResource, classifyRows(tokenResource, list, context), { matches, filter, buckets })
      expect(counts.filters).toEqual(
        Object.fromEntries(Object.keys(filters).map((chip) => [chip, shown(chip, buckets)])),
      )
      expect([...counts.buckets]).toEqual(histogram?.buckets.map(({ id }) => shown(filter, [id])))
      const { all = 0, active = 0, inactive = 0, unknown = 0 } = counts.filters
      expect(active + inactive + unknown).toBe(all)
    }),
  )
})
