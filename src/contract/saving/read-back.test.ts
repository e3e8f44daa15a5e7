import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareReads } from './read-back.ts'

const tick = (ms = 0) => new Promise((resolve) => setTimeout(resolve, ms))

/** A list whose every reading takes `ms`, and what was asked of it. */
function world(ms = 0) {
  const readings: string[][] = []
  const rows = new Map([
    ['a', 1],
    ['b', 2],
  ])
  const reads = shareReads(async (names) => {
    readings.push([...names])
    const matching = new Map([...rows].filter(([name]) => names.has(name)))
    await tick(ms)
    return matching
  })
  return { reads, readings, rows }
}

test('twenty rows wanted at once cost one reading, twenty more during it one more', async () => {
  const { reads, readings } = world(30)
  const twenty = (from: number) => Promise.all(Array.from({ length: 20 }, (_, i) => reads.read(`n${from + i}`, 0)))
  const first = twenty(0)
  await tick(20)
  await Promise.all([first, twenty(20), tick(5).then(() => twenty(40))])
  expect(readings.map((names) => names.length)).toEqual([20, 40])
})

test('what a reading shows, and that it shows nothing of a name', async () => {
  const { reads } = world()
  expect(await reads.read('a', 0)).toMatchObject({ row: 1 })
  expect(await reads.read('x', 0)).toMatchObject({ row: undefined })
})

test('the last read serves a caller with an older mark, and no caller with a later one', async () => {
  const { reads, readings, rows } = world()
  const before = reads.mark()
  await reads.read('a', 0)
  rows.set('a', 9)
  expect((await reads.read('a', before)).row).toBe(1)
  expect((await reads.read('a', reads.mark())).row).toBe(9)
  expect(readings).toHaveLength(2)
})

test('a caller with a mark gets a read that began after it, never a running one', async () => {
  const { reads, readings, rows } = world(30)
  const early = reads.read('a', 0)
  await tick(20)
  const mark = reads.mark()
  rows.set('a', 9)
  expect((await reads.read('a', mark)).row).toBe(9)
  expect((await early).row).toBe(1)
  expect(readings).toHaveLength(2)
})

test('a caller with an older mark joins a running read that shows its row', async () => {
  const { reads, readings } = world(30)
  reads.expect(() => ['b'])
  const mark = reads.mark()
  const early = reads.read('a', mark)
  await tick(20)
  expect((await reads.read('b', mark)).row).toBe(2)
  await early
  expect(readings).toEqual([['a', 'b']])
})

test('a read older than the mark for recent ones is not used again', async () => {
  let at = 0
  const readings: string[][] = []
  const reads = shareReads<number>(
    (names) => {
      readings.push([...names])
      return Promise.resolve(new Map([['a', readings.length]]))
    },
    () => at,
  )
  await reads.read('a', 0)
  at = 500
  await reads.read('a', reads.mark())
  at = 1300
  expect((await reads.read('a', reads.markBefore(900))).row).toBe(2)
  at = 1401
  expect((await reads.read('a', reads.markBefore(900))).row).toBe(3)
  expect(readings).toHaveLength(3)
})

test('no waiter is ever served by a reading begun before its mark', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ name: fc.constantFrom('a', 'b', 'x'), wait: fc.nat(12), marks: fc.boolean() }), {
        maxLength: 12,
      }),
      async (asks) => {
        const { reads } = world(4)
        let last = 0
        const waiting: Promise<void>[] = []
        for (const { name, wait, marks } of asks) {
          if (wait > 6) await tick(wait - 6)
          if (marks) last = reads.mark()
          const mark = last
          waiting.push(reads.read(name, mark).then(({ began }) => expect(began).toBeGreaterThan(mark)))
        }
        await Promise.all(waiting)
      },
    ),
    { numRuns: 30 },
  )
})

test('a failure reaches all who waited for that reading, and the next one starts anew', async () => {
  let fails = true
  const reads = shareReads((names: ReadonlySet<string>) =>
    fails ? Promise.reject(new Error('no')) : Promise.resolve(new Map([...names].map((name) => [name, name]))),
  )
  const ended = await Promise.allSettled([reads.read('a', 0), reads.read('a', 0), reads.read('b', 0)])
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  fails = false
  expect((await reads.read('a', 0)).row).toBe('a')
})
