import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { htmlResponseError, getProblem } from '#api/problem.ts'
import { streamedResponse, brokenResponse, stalledResponse } from '#api/testing/streams.ts'
import { sendRequest, type Fetch } from './request.ts'

const patient = { first: 5000 }
const send = (response: Response, patience: { first: number; stall?: number } = patient) =>
  sendRequest(() => Promise.resolve(response), 'http://service/', {}, patience)
const never: Fetch = () => new Promise(() => undefined)
const thrown = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('it went well'),
    (error: unknown) => error,
  )

describe('a request', () => {
  test('follows no redirect, is kept in no cache, and can be ended', async () => {
    let request: RequestInit = {}
    await sendRequest(
      (_, init) => Promise.resolve(((request = init), new Response())),
      'http://service/',
      { method: 'PUT' },
      patient,
    )
    expect(request).toMatchObject({ method: 'PUT', redirect: 'manual', cache: 'no-store' })
    expect(request.signal?.aborted).toBe(false)
  })

  test('that fails may or may not have arrived: unknown', async () => {
    const error = await thrown(
      sendRequest(() => Promise.reject(new TypeError('fetch failed: ECONNREFUSED')), 'http://service/', {}, patient),
    )
    expect(getProblem(error)).toEqual({ kind: 'unreachable', sent: 'unknown' })
  })

  test('without an answer is timed out, and its connection is ended', async () => {
    let signal: AbortSignal | null | undefined
    const deaf: Fetch = (url, init) => never(url, ((signal = init.signal), init))
    expect(getProblem(await thrown(sendRequest(deaf, 'http://service/', {}, { first: 15, stall: 9 })))).toEqual({
      kind: 'timed-out',
      after: 15,
      sent: 'unknown',
    })
    expect(signal?.aborted).toBe(true)
  })

  test('ended from outside ends with that reason, not with a Problem', async () => {
    const leaving = new AbortController()
    const error = thrown(sendRequest(never, 'http://service/', { signal: leaving.signal }, patient))
    leaving.abort(new Error('signed out'))
    expect(await error).toEqual(new Error('signed out'))
    let called = false
    const after = sendRequest(
      () => ((called = true), never('', {})),
      'http://service/',
      { signal: leaving.signal },
      patient,
    )
    expect(await thrown(after)).toEqual(new Error('signed out'))
    expect(called).toBe(false)
  })
})

describe('a body', () => {
  const text = async (response: Response, cap = 1000) => (await send(response)).text(cap)

  test('may be absent, empty, in pieces, or begin with a byte order mark', async () => {
    expect(await text(new Response(null, { status: 204 }))).toBe('')
    expect(await text(streamedResponse([]))).toBe('')
    expect(
      await text(
        streamedResponse([new Uint8Array([0xef, 0xbb]), new Uint8Array([0xbf, 0xc3]), new Uint8Array([0xa9])]),
      ),
    ).toBe('é')
  })

  test('beyond the cap is not read', async () => {
    let cancelled = false
    const error = await thrown(
      text(
        streamedResponse(['x'.repeat(9), 'y', 'z'], {}, () => (cancelled = true)),
        9,
      ),
    )
    expect([getProblem(error), cancelled]).toEqual([{ kind: 'too-large', cap: 9 }, true])
  })

  test('that breaks off is unreadable, and the platform says nothing in it', async () => {
    const error = await thrown(text(brokenResponse('s3cret')))
    expect(getProblem(error)).toEqual({
      kind: 'unreadable',
      status: 200,
      received: { form: 'broken-off' },
      bytes: 6,
      at: ['the body'],
    })
  })

  test('that stops arriving is timed out', async () => {
    const answer = await send(stalledResponse('['), { first: 15 })
    expect(getProblem(await thrown(answer.text(99)))).toEqual({
      kind: 'timed-out',
      after: 15,
      sent: 'unknown',
    })
  })

  /** Lists of so many chunks of `size` bytes, `gap` milliseconds apart. */
  const trickling = (count: number, size: number, gap: number) => {
    const state = { made: 0, cancelled: false }
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          await new Promise((resolve) => setTimeout(resolve, gap))
          if (state.made === count) return controller.close()
          state.made += 1
          controller.enqueue(new Uint8Array(size))
        },
        cancel: () => void (state.cancelled = true),
      },
      { highWaterMark: 0 },
    )
    return { response: new Response(body), seen: state }
  }
  const sizeOf = async (response: Response, patience: { first: number; stall: number }, pause = 0) => {
    let size = 0
    for await (const chunk of (await send(response, patience)).chunks(1e9, () => '')) {
      size += chunk.byteLength
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    }
    return size
  }
  /** What comes of it while ten seconds pass, of which a busy machine takes none. */
  const inTenSeconds = async <T>(begin: () => Promise<T>) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const result = begin()
    await vi.advanceTimersByTimeAsync(10_000)
    return result
  }

  test('of a list that trickles is timed out, and its source is told', async () => {
    const { response, seen: state } = trickling(100, 10, 20)
    const error = await inTenSeconds(() => thrown(sizeOf(response, { first: 5000, stall: 60 })))
    expect(getProblem(error)).toEqual({ kind: 'timed-out', after: 60, sent: 'unknown' })
    expect(state.cancelled).toBe(true)
    expect(state.made).toBeLessThan(5)
  })

  test('of a list that keeps its pace may take as long as it likes', async () => {
    const paced = () => sizeOf(trickling(20, 8 * 1024, 10).response, { first: 60, stall: 60 })
    expect(await inTenSeconds(paced)).toBe(20 * 8 * 1024)
  })

  test('of a list that is read slowly is not the fault of the service', async () => {
    const slow = () => sizeOf(trickling(3, 10, 1).response, { first: 40, stall: 40 }, 30)
    expect(await inTenSeconds(slow)).toBe(30)
  })

  test('of a list is not read before it is asked for', async () => {
    const { response, seen: state } = trickling(100, 10, 0)
    for await (const _ of (await send(response)).chunks(1e9, () => '')) break
    expect([state.made, state.cancelled]).toEqual([1, true])
  })

  test('that is done with is watched no longer', async () => {
    let signal: AbortSignal | null | undefined
    const fetch: Fetch = (_, init) => ((signal = init.signal), Promise.resolve(new Response('x')))
    const sendOnce = () => sendRequest(fetch, 'http://service/', {}, { first: 15, stall: 15 })
    await inTenSeconds(async () => (await sendOnce()).text(9))
    expect(signal?.aborted).toBe(false)
  })

  test('ended from outside ends with that reason', async () => {
    const leaving = new AbortController()
    const answer = await sendRequest(
      () => Promise.resolve(stalledResponse('x')),
      'http://service/',
      { signal: leaving.signal },
      patient,
    )
    const error = thrown(answer.text(99))
    leaving.abort('left')
    expect(await error).toBe('left')
  })

  test('that is not wanted is let go', async () => {
    let cancelled = false
    const answer = await send(streamedResponse(['a', 'b'], {}, () => (cancelled = true)))
    answer.end()
    expect(cancelled).toBe(true)
  })
})

test('of a page of markup the first 60 characters are kept, with its whitespace collapsed', () => {
  const begins = (page: string) => getProblem(htmlResponseError(page, 200, 1, 'the list'))
  expect(begins(' <a>\n\t b')).toMatchObject({ received: { form: 'html', begins: '<a> b' } })
  expect(begins(`<a>${'x'.repeat(99)}`)).toMatchObject({ received: { begins: `<a>${'x'.repeat(57)}` } })
})
