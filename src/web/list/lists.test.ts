import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { ServiceError, type Problem } from '#contract/problem.ts'
import type { OnPart, Service } from '#contract/service.ts'
import type { Token } from '#contract/token.ts'
import { token, tokensOf } from '#web/testing/rows.ts'
import { ListFailure, tokenList, useArrived, whenRead } from './lists.ts'

test('what waits for lists goes on when the last of them is read, however that ends', async () => {
  const client = new QueryClient()
  const ends: { answer: (rows: unknown) => void; fail: (why: Error) => void }[] = []
  const read = (queryKey: string[]) =>
    client.prefetchQuery({
      queryKey,
      queryFn: () => new Promise((answer, fail) => ends.push({ answer, fail })),
      retry: false,
    })
  const reads = [read(['tokens']), read(['users'])]
  let goesOn = false
  const waiting = (async () => {
    await whenRead(client)
    goesOn = true
  })()
  ends[0]?.answer([])
  await reads[0]
  expect(goesOn).toBe(false)
  ends[1]?.fail(new Error('gone'))
  await waiting
})

test('where none is read it goes on at once', async () => {
  await whenRead(new QueryClient())
})

/** A list of tokens whose reading says how far it is. */
function readInParts() {
  const client = new QueryClient()
  const [part, whole] = [tokensOf([token('a')]), tokensOf([token('a'), token('b')])]
  const read = { on: false }
  const list = async ({ onPart }: { onPart?: OnPart<Token> | undefined } = {}) => {
    await onPart?.(part)
    read.on = true
    return whole
  }
  const reading = client.prefetchQuery(tokenList({ tokens: { list } } as unknown as Service))
  return { client, part, whole, read, reading }
}

test('a list is read on when its first rows are painted', async () => {
  const { client, part, whole, read, reading } = readInParts()
  const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children)
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
  try {
    const { result } = renderHook(() => useArrived<Token>('tokens'), { wrapper })
    await expect.poll(() => result.current).toBe(part)
    expect(read.on).toBe(false)
    await act(async () => {
      for (const frame of frames) frame(0)
      await reading
    })
    expect(client.getQueryData(['tokens'])).toBe(whole)
  } finally {
    vi.unstubAllGlobals()
  }
})

test('where another page is shown, a list is read on all the same', async () => {
  vi.useFakeTimers()
  try {
    const { read, reading } = readInParts()
    await vi.advanceTimersByTimeAsync(499)
    expect(read.on).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await reading
  } finally {
    vi.useRealTimers()
  }
})

/** A watched list that fails as `problems` say, one after the other, and the moments of its readings in seconds. */
function failingList(...problems: (Problem | undefined)[]) {
  const began = Date.now()
  const reads: number[] = []
  const list = async () => {
    reads.push((Date.now() - began) / 1000)
    const problem = problems[reads.length - 1]
    if (problem !== undefined) throw new ServiceError(problem)
    return tokensOf([])
  }
  const observer = new QueryObserver(new QueryClient(), tokenList({ tokens: { list } } as unknown as Service))
  const stop = observer.subscribe(() => undefined)
  const failure = () => {
    const { error } = observer.getCurrentResult()
    return error instanceof ListFailure ? error : undefined
  }
  return { reads, stop, failure, refetch: () => observer.refetch() }
}

const failing = (status: number): Problem => ({ kind: 'failing', status, said: '', sent: 'unknown' })
const tooMany: Problem = { kind: 'too-many', retryAfter: undefined, said: '' }

test('a list that fails for a while is read again with growing pauses, and says when', async () => {
  vi.useFakeTimers()
  try {
    const down = [failing(502), failing(503), tooMany, failing(504), { kind: 'unreachable', sent: 'unknown' } as const]
    const { reads, stop, failure } = failingList(...down, failing(503), failing(503), undefined)
    await vi.advanceTimersByTimeAsync(0)
    expect((failure()?.next ?? 0) - Date.now()).toBe(5000)
    const since = failure()?.since
    await vi.advanceTimersByTimeAsync(200_000)
    expect(reads).toEqual([0, 5, 15, 35, 75, 135, 195])
    expect(failure()?.since).toBe(since)
    await vi.advanceTimersByTimeAsync(200_000)
    expect(reads).toEqual([0, 5, 15, 35, 75, 135, 195, 255])
    expect(failure()).toBeUndefined()
    stop()
  } finally {
    vi.useRealTimers()
  }
})

test('where the service says when to come back, the list is read again then', async () => {
  vi.useFakeTimers()
  try {
    const { reads, stop } = failingList(
      { ...tooMany, retryAfter: 30 },
      { kind: 'failing', status: 503, said: '', sent: 'unknown', retryAfter: 7 },
      undefined,
    )
    await vi.advanceTimersByTimeAsync(100_000)
    expect(reads).toEqual([0, 30, 37])
    stop()
  } finally {
    vi.useRealTimers()
  }
})

test('a list that time alone does not mend is read again only when asked', async () => {
  vi.useFakeTimers()
  try {
    const { reads, stop, failure, refetch } = failingList(failing(500), failing(503), undefined)
    await vi.advanceTimersByTimeAsync(100_000)
    expect(reads).toEqual([0])
    expect(failure()?.next).toBeUndefined()
    await refetch()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(reads).toEqual([0, 100, 110])
    stop()
  } finally {
    vi.useRealTimers()
  }
})
