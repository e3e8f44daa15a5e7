import { expect, test } from 'vitest'
import { ofPage, smallSite } from './testing/sockets.ts'
import { trialSite } from './testing/trial-site.ts'
import { createHandler } from './handler.ts'
import { limits, type Limits } from './limits.ts'
import { createKeyedSemaphore } from './keyed-semaphore.ts'
import { inProcessUpstream, type Upstream } from './upstream.ts'

const origin = 'http://127.0.0.1:4173'

function handlerOn(upstream: Upstream, changed: Partial<Limits> = {}) {
  const handler = createHandler({ files: smallSite, ...trialSite(upstream, changed) })
  return (target: string, init: RequestInit = {}) =>
    handler(
      new Request(origin + target, { headers: { ...ofPage, 'content-type': 'application/json' }, ...init }),
      target,
    )
}

/** A read of the rows `a` and `b` from a service whose list is this text. */
async function rowsOf(list: string) {
  const ask = handlerOn(inProcessUpstream(async () => new Response(list)))
  return ask('/console-rows/_/token', { method: 'POST', body: '{"names":["a","b"]}' })
}

test('one null stands for all unreadable rows of a read of single rows, up to 10,000', async () => {
  const answer = await rowsOf(`[{"name":"a"},${'0,'.repeat(limits.unreadableRows - 1)}0]`)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ data: [{ name: 'a' }, null] })
})

test('beyond 10,000 unreadable rows the answer is unreadable, and no more of it is read', async () => {
  let made = 0
  const zeros = new TextEncoder().encode('0,'.repeat(5_000))
  const list = new ReadableStream({
    pull(to) {
      made += 1
      to.enqueue(made === 1 ? new TextEncoder().encode('[') : zeros)
    },
  })
  const ask = handlerOn(inProcessUpstream(async () => new Response(list)))
  const answer = await ask('/console-rows/_/token', { method: 'POST', body: '{"names":["a"]}' })
  expect([answer.status, await answer.json()]).toEqual([
    502,
    {
      problem: { kind: 'unreadable', status: 200, received: { form: 'json' }, bytes: 30_001, at: ['after row 10000'] },
    },
  ])
  expect(made).toBeLessThan(10)
})

test.each([
  ['short names', '{"name":"a"},'],
  ['no names at all but empty ones', '{"name":""},'],
  ['long names', `{"name":"${'x'.repeat(3_000)}"},`],
])('a list without end of %s breaks off', async (_, row) => {
  let sentBytes = 0
  const rows = new TextEncoder().encode(row.repeat(Math.ceil(10_000 / row.length)))
  const list = new ReadableStream({
    pull(to) {
      to.enqueue(sentBytes === 0 ? new TextEncoder().encode('[') : rows)
      sentBytes += rows.length
    },
  })
  const ask = handlerOn(
    inProcessUpstream(async () => new Response(list)),
    { listBytes: 100_000 },
  )
  const answer = await ask('/_/token')
  await expect(answer.arrayBuffer()).rejects.toThrow('too-large')
  expect(sentBytes).toBeLessThan(400_000)
})

test('a session reads four lists at once: the fifth begins when one has ended, has failed or is broken off', async () => {
  const open: ReadableStreamDefaultController<Uint8Array>[] = []
  let requests = 0
  const ask = handlerOn(async () => {
    requests += 1
    return new Response(new ReadableStream({ start: (to) => void open.push(to) }))
  })
  const begin = (to: ReadableStreamDefaultController<Uint8Array>) =>
    to.enqueue(new TextEncoder().encode('[{"name":"a"},'))
  const leaving = new AbortController()
  const answers = [1, 2, 3, 4, 5, 6, 7].map((turn) => ask('/_/token', turn === 2 ? { signal: leaving.signal } : {}))
  const calls = async (expected: number) => {
    await expect.poll(() => requests).toBe(expected)
    await new Promise((resolve) => setImmediate(resolve))
    expect(requests).toBe(expected)
  }
  await calls(4)
  for (const to of open) begin(to)
  await calls(4) // a list is under way until its last byte
  open[0]?.enqueue(new TextEncoder().encode('{"name":"b"}]'))
  open[0]?.close()
  const reading = (await answers[0])?.arrayBuffer()
  await calls(5)
  await reading
  open[1]?.error(new Error('broken off'))
  await (await answers[1])?.arrayBuffer().catch(() => undefined)
  await calls(6)
  await (await answers[2])?.body?.cancel()
  open[2]?.enqueue(new TextEncoder().encode('{"name":"b"},'))
  await calls(7)
})

test('who goes away while waiting takes no place', async () => {
  const places = createKeyedSemaphore(1)
  const staying = new AbortController().signal
  const first = await places.acquire('a', staying)
  const going = new AbortController()
  const second = places.acquire('a', going.signal)
  const third = places.acquire('a', staying)
  going.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  first()
  first()
  const last = await third
  const others = [places.acquire('b', staying), places.acquire('a', staying)].map((taking) =>
    taking.then(() => 'taken'),
  )
  expect(await Promise.race([...others.slice(1), new Promise((resolve) => setImmediate(resolve, 'waits'))])).toBe(
    'waits',
  )
  expect(await others[0]).toBe('taken')
  last()
  expect(await others[1]).toBe('taken')
})
