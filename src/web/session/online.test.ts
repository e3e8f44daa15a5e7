import { expect, test } from 'vitest'
import { offlineWords, staleWords } from './online.ts'

test('a press says the same whether the browser is offline or the console server does not answer', () => {
  expect(staleWords({ kind: 'unreachable', sent: 'unknown', by: 'console-server' })).toBe(offlineWords)
  // The service itself may be back: a refresh finds out.
  expect(staleWords({ kind: 'unreachable', sent: 'unknown' })).toMatch(/Refresh it first/)
  expect(staleWords(undefined)).toMatch(/Refresh it first/)
})
