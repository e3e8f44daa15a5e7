import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { ServiceError, type Problem } from '#api/problem.ts'
import type { OnPartialList, ApiClient } from '#api/api-client.ts'
import type { Token } from '#api/token.ts'
import { tokenRow, tokenListOf } from '#web/testing/rows.ts'
import { cachedList, listKey, ListReadError, tokensQuery } from './list-queries.ts'

/** A list of tokens that arrives in parts, which the test controls. */
function readInParts() {
  const client = new QueryClient()
  const [part, whole] = [
    { ...tokenListOf([tokenRow('a')]), isComplete: false },
    tokenListOf([tokenRow('a'), tokenRow('b')]),
  ]
  let end: (ends: typeof whole | Problem) => void = () => undefined
  const ended = new Promise<typeof whole | Problem>((resolve) => (end = resolve))
  const list = async ({ onPart }: { onPart?: OnPartialList<Token> | undefined } = {}) => {
    await onPart?.(part)
    const ends = await ended
    if ('kind' in ends) throw new ServiceError(ends)
    return ends
  }
  const query = tokensQuery({ tokens: { list } } as unknown as ApiClient)
  const currentList = () => cachedList(client, 'tokens')
  return { client, query, part, whole, currentList, end }
}

test('the first list is shown while it is still arriving', async () => {
  const { client, query, part, whole, currentList, end } = readInParts()
  const reading = client.prefetchQuery(query)
  await expect.poll(currentList).toBe(part)
  expect(client.isFetching()).toBe(1)
  end(whole)
  await reading
  expect(currentList()?.rows).toEqual(whole.rows)
})

test('a list stays until the next one is complete', async () => {
  const { client, query, whole, currentList, end } = readInParts()
  client.setQueryData(listKey('tokens'), whole)
  const reading = client.fetchQuery({ ...query, staleTime: 0 })
  const next = tokenListOf([tokenRow('c')], 2)
  await Promise.resolve()
  expect(currentList()).toBe(whole)
  end(next)
  await reading
  expect(currentList()?.rows).toEqual(next.rows)
})

test('a list that broke off is known to be incomplete', async () => {
  const { client, query, currentList, end } = readInParts()
  const reading = client.prefetchQuery(query)
  await expect.poll(currentList).toBeDefined()
  end({ kind: 'unreachable', sent: 'unknown' })
  await reading
  expect(client.getQueryState(listKey('tokens'))?.status).toBe('error')
  expect(currentList()?.isComplete).toBe(false)
})

/** A subscribed list that fails with these problems, one after the other, and the times of its reads in seconds. */
function failingList(...problems: (Problem | undefined)[]) {
  const began = Date.now()
  const reads: number[] = []
  const list = async () => {
    reads.push((Date.now() - began) / 1000)
    const problem = problems[reads.length - 1]
    if (problem !== undefined) throw new ServiceError(problem)
    return tokenListOf([])
  }
  const observer = new QueryObserver(new QueryClient(), tokensQuery({ tokens: { list } } as unknown as ApiClient))
  const stop = observer.subscribe(() => undefined)
  const failure = () => {
    const { error } = observer.getCurrentResult()
    return error instanceof ListReadError ? error : undefined
  }
  return { reads, stop, failure, refetch: () => observer.refetch() }
}

const failing = (status: number): Problem => ({ kind: 'failing', status, serviceText: '', sent: 'unknown' })
const tooMany: Problem = { kind: 'too-many', retryAfter: undefined, serviceText: '' }

test('a list that keeps failing is read again after growing delays, and says when', async () => {
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

test('if the service says when to try again, the list is read again then', async () => {
  vi.useFakeTimers()
  try {
    const { reads, stop } = failingList(
      { ...tooMany, retryAfter: 30 },
      { kind: 'failing', status: 503, serviceText: '', sent: 'unknown', retryAfter: 7 },
      undefined,
    )
    await vi.advanceTimersByTimeAsync(100_000)
    expect(reads).toEqual([0, 30, 37])
    stop()
  } finally {
    vi.useRealTimers()
  }
})

test('after a failure that waiting does not fix, a list is read again only on request', async () => {
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

test.each([
  [10_000, 1],
  [10_001, 0],
])('of a list of %i rows the focus causes %i reads', async (count, reads) => {
  const client = new QueryClient()
  client.mount()
  let requestCount = 0
  const list = async () => {
    requestCount += 1
    return tokenListOf([])
  }
  client.setQueryData(listKey('tokens'), { ...tokenListOf([]), count }, { updatedAt: Date.now() - 10_001 })
  const stop = new QueryObserver(client, tokensQuery({ tokens: { list } } as unknown as ApiClient)).subscribe(
    () => undefined,
  )
  focusManager.onFocus()
  await new Promise((resolve) => setTimeout(resolve))
  expect(requestCount).toBe(reads)
  stop()
  client.unmount()
})
