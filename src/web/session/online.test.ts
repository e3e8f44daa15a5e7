import { expect, test } from 'vitest'
import { offlineMessage, staleMessage } from './session.ts'

test('a press says the same whether the browser is offline or the console server does not answer', () => {
  expect(staleMessage({ kind: 'unreachable', sent: 'unknown', by: 'console-server' })).toBe(offlineMessage)
  // The service itself may be back: a refresh finds out.
  expect(staleMessage({ kind: 'unreachable', sent: 'unknown' })).toMatch(/Refresh it first/)
  expect(staleMessage(undefined)).toMatch(/Refresh it first/)
})
