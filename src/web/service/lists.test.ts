import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { whenRead } from './lists.ts'

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
