import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import type { OnPart, Service } from '#contract/service.ts'
import type { Token } from '#contract/token.ts'
import { token, tokensOf } from '#web/testing/rows.ts'
import { tokenList, useArrived, whenRead } from './lists.ts'

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
