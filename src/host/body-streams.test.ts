import { expect, test } from 'vitest'
import { withStallLimit } from './body-streams.ts'

/** A stream of chunks of `size` bytes, `gap` milliseconds apart; it tells when it was cancelled. */
function source(count: number, size: number, gap: number) {
  const seen = { made: 0, cancelled: false }
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, gap))
        if (seen.made === count) return controller.close()
        seen.made += 1
        controller.enqueue(new Uint8Array(size))
      },
      cancel() {
        seen.cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, seen }
}

test('a list that trickles is broken off, and its source is told', async () => {
  const { stream, seen } = source(100, 10, 20)
  const late = new Response(withStallLimit(stream, { pace: 60, paceBytes: 1_000 })).arrayBuffer()
  await expect(late).rejects.toMatchObject({ problem: { kind: 'timed-out' } })
  expect(seen.cancelled).toBe(true)
  expect(seen.made).toBeLessThan(5)
})

test('a list that keeps its pace may take as long as it likes', async () => {
  const { stream } = source(20, 1_000, 10)
  const whole = new Response(withStallLimit(stream, { pace: 60, paceBytes: 1_000 }))
  expect((await whole.arrayBuffer()).byteLength).toBe(20_000)
})

test('a reader that takes its time is not the fault of the source', async () => {
  const { stream } = source(3, 10, 1)
  const reader = withStallLimit(stream, { pace: 40, paceBytes: 1_000 }).getReader()
  let read = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    read += next.value.byteLength
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  expect(read).toBe(30)
})

test('nothing is read before it is asked for', async () => {
  const { stream, seen } = source(100, 10, 0)
  await withStallLimit(stream, { pace: 1_000, paceBytes: 1 }).getReader().read()
  expect(seen.made).toBe(1)
})
