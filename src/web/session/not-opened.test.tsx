import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Unopened } from './find-backend.ts'
import { NotOpened } from './not-opened.tsx'

const front = 'A server in front of the console'

// Which answer leads to which of these: find-backend.test.ts.
test.each<[Unopened, string]>([
  [{ why: 'no-answer' }, 'The server of this page didn’t answer. Check your network, then try again.'],
  [{ why: 'late' }, 'The server of this page didn’t answer within 10 s.'],
  [
    { why: 'answered', status: 401, isOurs: false },
    `${front} answered 401. If it asks you to sign in, reload the page.`,
  ],
  [{ why: 'answered', status: 421, isOurs: true }, 'The console server answered 421.'],
  [{ why: 'redirected' }, `${front} redirects to another page. If it asks you to sign in, reload the page.`],
  [{ why: 'other-page' }, `${front} answered with another page.`],
  [{ why: 'other-version' }, 'The console server and this page have different versions.'],
  [{ why: 'no-store' }, 'The console server can’t reach its session store.'],
  [{ why: 'no-storage' }, 'This browser blocks storage for this page. Allow cookies and site data for this address,'],
  [{ why: 'no-code' }, 'Part of this page could not be loaded.'],
])('after %j the page says why, asks for nothing, and offers to try again', (unopened, says) => {
  const again = vi.fn<() => void>()
  render(<NotOpened unopened={unopened} onRetry={again} />)
  expect(screen.getByRole('alert').textContent).toContain(says)
  expect(document.querySelector('input')).toBeNull()
  screen.getByRole('button', { name: 'Try again' }).click()
  expect(again).toHaveBeenCalledTimes(1)
})
