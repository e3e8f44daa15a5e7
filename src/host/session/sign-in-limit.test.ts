import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '#host/limits.ts'
import { createGuesserMemory, createSignInLimit, type SignInLimit } from './sign-in-limit.ts'

const second = 1_000
const minute = 60 * second

function limitAt(start = 1_000_000, changed: Partial<typeof limits> = {}) {
  let now = start
  const all = { ...limits, ...changed }
  const limit = createSignInLimit(
    createGuesserMemory(() => now, all),
    () => now,
    all,
  )
  return { limit, pass: (ms: number) => (now += ms) }
}

/** One attempt that is answered at once: whether it was let through, or the seconds to wait. */
async function guess(limit: SignInLimit, end: 'failed' | 'ended' = 'failed', from = '192.0.2.1') {
  const attempt = await limit.begin(from)
  if ('retryAfter' in attempt) return attempt.retryAfter
  await attempt[end]()
  return true
}

async function guesses(limit: SignInLimit, count: number) {
  const results = []
  for (let time = 0; time < count; time += 1) results.push(await guess(limit))
  return results
}

describe('guessing', () => {
  test('is stopped after five, then goes one at a time: 30 s, doubling to 15 min', async () => {
    const { limit, pass } = limitAt()
    expect(await guesses(limit, 5)).toEqual([true, true, true, true, true])
    const waits = [30, 60, 120, 240, 480, 900, 900]
    for (const wait of waits) {
      expect(await guess(limit)).toBe(wait)
      pass(wait * second - 1)
      expect(await guess(limit)).toBe(1)
      pass(1)
      expect(await guess(limit)).toBe(true)
    }
  })

  test('a hundred at once are five', async () => {
    const { limit } = limitAt()
    const through = (await Promise.all(Array.from({ length: 100 }, () => limit.begin('192.0.2.1')))).filter(
      (begun) => 'failed' in begun,
    )
    expect(through).toHaveLength(5)
    for (const attempt of through) await attempt.failed()
    expect(await guess(limit)).toBe(30)
  })

  test('after a wait a hundred at once are one', async () => {
    const { limit, pass } = limitAt()
    for (let time = 0; time < 5; time += 1) await guess(limit)
    pass(30 * second)
    const begun = await Promise.all(Array.from({ length: 100 }, () => limit.begin('192.0.2.1')))
    expect(begun.filter((attempt) => 'failed' in attempt)).toHaveLength(1)
  })

  test('four a minute are a person, and go on', async () => {
    const { limit, pass } = limitAt()
    for (let time = 0; time < 40; time += 1) {
      expect(await guess(limit)).toBe(true)
      pass(15 * second)
    }
  })

  test('fifteen quiet minutes after the last wait begin anew', async () => {
    const { limit, pass } = limitAt()
    for (let time = 0; time < 5; time += 1) await guess(limit)
    pass(30 * second + 15 * minute)
    expect(await guesses(limit, 5)).toEqual([true, true, true, true, true])
    expect(await guess(limit)).toBe(30)
  })
})

describe('a right one', () => {
  test('gives back its own place and nothing else', async () => {
    const { limit } = limitAt()
    for (let time = 0; time < 4; time += 1) await guess(limit)
    for (let time = 0; time < 20; time += 1) expect(await guess(limit, 'ended')).toBe(true)
    expect(await guess(limit)).toBe(true)
    expect(await guess(limit, 'ended')).toBe(30)
  })

  test('so does one that nobody checked', async () => {
    const { limit } = limitAt()
    for (let time = 0; time < 20; time += 1) expect(await guess(limit, 'ended')).toBe(true)
  })

  test('ends once, whatever is said of it after', async () => {
    const { limit } = limitAt()
    const attempt = await limit.begin('192.0.2.1')
    if ('retryAfter' in attempt) throw new Error('not let through')
    await attempt.failed()
    for (let time = 0; time < 10; time += 1) await attempt.ended()
    expect(await guesses(limit, 4)).toEqual([true, true, true, true])
    expect(await guess(limit)).toBe(30)
  })
})

describe('an address', () => {
  const isOneWith = async (first: string, other: string) => {
    const { limit } = limitAt()
    for (let time = 0; time < 5; time += 1) await guess(limit, 'failed', first)
    return (await guess(limit, 'failed', other)) !== true
  }

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
  ])('%s and %s are one: %s', async (address, other, expected) =>
    expect(await isOneWith(address, other)).toBe(expected),
  )

  test.each([
    [
      '/56',
      10,
      (at: number) => `2001:db8:0:${(0x1200 + at).toString(16)}::1`,
      '2001:db8:0:12ff::9',
      '2001:db8:0:1300::9',
    ],
    ['/48', 20, (at: number) => `2001:db8:0:${(at * 256).toString(16)}::1`, '2001:db8:0:ffff::9', '2001:db8:1::9'],
  ])(
    'of a whole %s: %i wrong ones are heard, whatever address of it they come from',
    async (_, count, from, same, other) => {
      const { limit } = limitAt()
      for (let at = 0; at < count; at += 1) expect(await guess(limit, 'failed', from(at))).toBe(true)
      expect(await guess(limit, 'failed', same)).toBe(30)
      expect(await guess(limit, 'failed', other)).toBe(true)
    },
  )

  test('that has to wait is remembered, however many others come later', async () => {
    const { limit } = limitAt(undefined, { guessesOfAll: 1e9 })
    for (let time = 0; time < 5; time += 1) await guess(limit, 'failed', '192.0.2.1')
    for (let other = 0; other < 10_100; other += 1) await guess(limit, 'failed', `10.0.${other >> 8}.${other & 255}`)
    expect(await guess(limit, 'failed', '192.0.2.1')).toBe(30)
  })

  test('is forgotten when all others have to wait, but never while it is being checked', async () => {
    const { limit } = limitAt(undefined, { guessesOfAll: 1e9, guessers: 4 })
    const begun = await Promise.all(Array.from({ length: 5 }, () => limit.begin('192.0.2.2')))
    for (const other of [1, 2, 3, 4])
      for (let time = 0; time < 5; time += 1) await guess(limit, 'failed', `10.0.0.${other}`)
    expect(await guess(limit, 'failed', '10.0.0.1')).toBe(true)
    expect(await limit.begin('192.0.2.2')).toEqual({ retryAfter: 1 })
    for (const attempt of begun) if ('failed' in attempt) await attempt.failed()
    expect(await guess(limit, 'failed', '192.0.2.2')).toBe(30)
  })
})

test('all addresses together have 1,000 wrong ones an hour; then one at a time is heard, with 5 s between them', async () => {
  const { limit, pass } = limitAt()
  const from = (at: number) => `10.${at >> 8}.${at & 255}.1`
  for (let at = 0; at < 1_000; at += 1) expect(await guess(limit, 'failed', from(at))).toBe(true)
  expect(await guess(limit, 'ended', '192.0.2.1')).toBe(5)
  let heard = 0
  for (let at = 0; at < 600; at += 1) {
    if ((await guess(limit, 'failed', from(1_000 + at))) === true) heard += 1
    pass(second)
  }
  expect(heard).toBe(119)
  pass(5 * second)
  expect(await guess(limit, 'ended', '192.0.2.1')).toBe(true)
  pass(60 * minute)
  expect(await guesses(limit, 2)).toEqual([true, true])
})

test('whoever guesses as fast and as much at once as they can, no more than 5 fail in a minute and 1 a wait', async () => {
  const act = fc.record({
    wait: fc.integer({ min: 0, max: 40 * second }),
    begun: fc.integer({ min: 0, max: 8 }),
    ends: fc.array(fc.constantFrom('failed', 'ended', 'ended'), { maxLength: 8 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 60 }), async (acts) => {
      const { limit, pass } = limitAt(0, { answer: 1e9 }) // attempts take any time here
      let now = 0
      const failures: number[] = []
      const open: Exclude<Awaited<ReturnType<SignInLimit['begin']>>, { retryAfter: number }>[] = []
      for (const { wait, begun, ends } of acts) {
        now = pass(wait)
        for (let time = 0; time < begun; time += 1) {
          const attempt = await limit.begin('192.0.2.1')
          if ('failed' in attempt) open.push(attempt)
          else expect(attempt.retryAfter).toBeGreaterThanOrEqual(1)
        }
        expect(open.length).toBeLessThanOrEqual(5)
        for (const end of ends) {
          const attempt = open.shift()
          if (attempt && end === 'failed') failures.push(now)
          await attempt?.[end as 'failed']()
        }
      }
      // Five, and one more after the wait of 30 s that they brought.
      for (const at of failures) {
        expect(failures.filter((other) => other > at - minute && other <= at).length).toBeLessThanOrEqual(6)
      }
    }),
    { numRuns: 500 },
  )
})
