import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '#server/limits.ts'
import { createCounterMemory, createSignInRateLimit, type Attempt, type SignInRateLimit } from './sign-in-rate-limit.ts'

const second = 1_000
const minute = 60 * second

function limitAt(start = 0) {
  let now = start
  const clock = () => now
  return { limit: createSignInRateLimit(createCounterMemory(clock), clock, limits), pass: (ms: number) => (now += ms) }
}

/** One attempt that is answered at once: whether it was let through, or the seconds to wait. */
async function guess(limit: SignInRateLimit, from = '192.0.2.1', isRight = false) {
  const attempt = await limit.begin(from)
  if ('retryAfter' in attempt) return attempt.retryAfter
  if (isRight) await attempt.giveBack()
  return true
}

async function guesses(limit: SignInRateLimit, count: number) {
  const results = []
  for (let time = 0; time < count; time += 1) results.push(await guess(limit))
  return results
}

describe('guessing', () => {
  test('is stopped after five in a minute and ten in a quarter of an hour, and goes on with the next', async () => {
    const { limit, pass } = limitAt()
    expect(await guesses(limit, 6)).toEqual([true, true, true, true, true, 60])
    pass(minute - 1)
    expect(await guess(limit)).toBe(1)
    pass(1)
    expect(await guesses(limit, 6)).toEqual([true, true, true, true, true, 14 * 60])
    pass(14 * minute - 1)
    expect(await guess(limit)).toBe(1)
    pass(1)
    expect(await guesses(limit, 6)).toEqual([true, true, true, true, true, 60])
  })

  test('a hundred at once are five', async () => {
    const { limit } = limitAt()
    const begun = await Promise.all(Array.from({ length: 100 }, () => limit.begin('192.0.2.1')))
    expect(begun.filter((attempt) => 'giveBack' in attempt)).toHaveLength(5)
    expect(await guess(limit)).toBe(60)
  })

  test('that is refused makes nobody wait longer, and is remembered nowhere', async () => {
    const { limit, pass } = limitAt()
    await guesses(limit, 2_000)
    expect(await guess(limit, '192.0.2.2')).toBe(true)
    pass(minute)
    expect(await guesses(limit, 5)).toEqual([true, true, true, true, true])
  })
})

describe('a right one', () => {
  test('gives back its own place and nothing else', async () => {
    const { limit } = limitAt()
    await guesses(limit, 4)
    for (let time = 0; time < 20; time += 1) expect(await guess(limit, '192.0.2.1', true)).toBe(true)
    expect(await guesses(limit, 2)).toEqual([true, 60])
  })

  test('that is answered in a later minute gives nothing to that one', async () => {
    const { limit, pass } = limitAt()
    const begun = await Promise.all([1, 2, 3, 4, 5].map(() => limit.begin('192.0.2.1')))
    pass(15 * minute)
    for (const attempt of begun) if ('giveBack' in attempt) await attempt.giveBack()
    expect(await guesses(limit, 6)).toEqual([true, true, true, true, true, 60])
  })
})

describe('an address', () => {
  test.each([
    ['192.0.2.1', '192.0.2.2', false],
    ['192.0.2.1', '::ffff:192.0.2.1', true],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
    ['2001:db8::1', '2001:db8:0:0:ffff:ffff:ffff:ffff', true],
    ['2001:DB8::1', '2001:0db8:0000::9', true],
    ['2001:db8::1', '2001:db8:0:1::1', false],
    ['127.0.0.1', '127.8.9.10', true],
    ['127.0.0.1', '::ffff:127.0.0.9', true],
    ['fe80::1%eth0', 'fe80::2', true],
    ['::1', '127.0.0.1', true],
    ['', '', true],
  ])('%s and %s are one: %s', async (address, other, isOne) => {
    const { limit } = limitAt()
    for (let time = 0; time < 5; time += 1) await guess(limit, address)
    expect((await guess(limit, other)) !== true).toBe(isOne)
  })

  test('that has to wait is remembered, however many others come later', async () => {
    const { limit } = limitAt()
    await guesses(limit, 5)
    for (let other = 0; other < 10_100; other += 1) await guess(limit, `10.0.${other >> 8}.${other & 255}`)
    expect(await guess(limit)).toBe(60)
  })
})

test('all addresses together have 1,000 wrong ones an hour; then one is heard each 5 s', async () => {
  const { limit, pass } = limitAt()
  const from = (index: number) => `10.${index >> 8}.${index & 255}.1`
  for (let index = 0; index < 1_000; index += 1) expect(await guess(limit, from(index))).toBe(true)
  pass(5 * second)
  let heard = 0
  for (let index = 0; index < 600; index += 1) {
    if ((await guess(limit, from(1_000 + index))) === true) heard += 1
    pass(second)
  }
  expect(heard).toBe(120)
  expect(await guess(limit, '192.0.2.1', true)).toBe(true)
  expect(await guess(limit, '192.0.2.1')).toBe(true)
  expect(await guess(limit, '192.0.2.2')).toBe(5)
  pass(60 * minute)
  expect(await guesses(limit, 2)).toEqual([true, true])
})

test('whoever guesses as fast and as much at once as they can, no more than 5 fail in a minute and 10 in a quarter', async () => {
  const act = fc.record({
    wait: fc.integer({ min: 0, max: 100 * second }),
    begun: fc.integer({ min: 0, max: 8 }),
    right: fc.array(fc.boolean(), { maxLength: 8 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 60 }), async (acts) => {
      const { limit, pass } = limitAt()
      const failures: number[] = []
      const open: (Attempt & { index: number })[] = []
      for (const { wait, begun, right } of acts) {
        const now = pass(wait)
        for (let time = 0; time < begun; time += 1) {
          const attempt = await limit.begin('192.0.2.1')
          if ('giveBack' in attempt) open.push({ ...attempt, index: now })
        }
        for (const isRight of right) {
          const attempt = open.shift()
          if (isRight) await attempt?.giveBack()
          else if (attempt) failures.push(attempt.index)
        }
      }
      for (const [ms, most] of [
        [minute, 5],
        [15 * minute, 10],
      ] as const) {
        const counts = new Map<number, number>()
        for (const index of failures) counts.set(Math.floor(index / ms), (counts.get(Math.floor(index / ms)) ?? 0) + 1)
        expect(Math.max(0, ...counts.values())).toBeLessThanOrEqual(most)
      }
    }),
    { numRuns: 300 },
  )
})
