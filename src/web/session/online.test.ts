import { expect, test } from 'vitest'
import { offlineMessage, staleMessage } from './session.ts'

test('a press says the same whether the browser is offline or the console server does not answer', () => {
  expect(staleMessage({ kind: 'unreachable', sent: 'unknown', by: 'console-server' })).toBe(offlineMessage)
  expect(staleMessage({ kind: 'unreachable', sent: 'not-sent', by: 'session-store' })).toBe(
    'Read-only while the console server can’t reach its session store.',
  )
  // The service itself may be back: a refresh finds out.
  expect(staleMessage({ kind: 'unreachable', sent: 'unknown' })).toMatch(/Refresh it first/)
  expect(staleMessage(undefined)).toMatch(/Refresh it first/)
})
