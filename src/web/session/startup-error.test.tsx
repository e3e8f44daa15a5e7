import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { StartupError } from './console-server.ts'
import { StartupErrorPage } from './startup-error.tsx'

const inFront = (status: number): StartupError => ({
  why: 'problem',
  problem: { kind: 'in-front', status, sent: 'unknown' },
})

// Which answer leads to which of these: console-server-opening.test.ts.
test.each<[StartupError, string]>([
  [
    { why: 'problem', problem: { kind: 'unreachable', sent: 'unknown', by: 'console-server' } },
    'The console server is unreachable. Check your network, then try again.',
  ],
  [inFront(404), 'No console server answers at this address (404). This page needs one: “query-admin serve”.'],
  [inFront(401), 'A server in front of the console answered 401. If it asks you to sign in,'],
  [
    { why: 'problem', problem: { kind: 'unreachable', sent: 'not-sent', by: 'session-store' } },
    'The console server can’t reach its session store.',
  ],
  [{ why: 'other-version' }, 'The console server and this page have different versions. Reload the page.'],
  [{ why: 'no-storage' }, 'This browser blocks storage for this page. Allow cookies and site data for this address,'],
])('after %j the page says why, asks for nothing, and offers to try again', (unopened, message) => {
  const again = vi.fn<() => void>()
  render(<StartupErrorPage error={unopened} onRetry={again} />)
  expect(screen.getByRole('alert').textContent).toContain(message)
  expect(document.querySelector('input')).toBeNull()
  screen.getByRole('button', { name: 'Try again' }).click()
  expect(again).toHaveBeenCalledTimes(1)
})
