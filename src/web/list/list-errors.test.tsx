import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Problem } from '#api/problem.ts'
import { ListReadError } from '#web/resource/list-queries.ts'
import { openConsole, openSignIn } from '#web/testing/console.tsx'
import { renderSignedIn } from '#web/testing/signed-in.tsx'
import { BannerBar } from '#web/resource/page-banner.tsx'
import { tokenResource } from '#web/tokens/resource.ts'
import { UnexpectedlyEmpty, ListErrorView } from './list-errors.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 }))

const unreadable: Problem = { kind: 'unreadable', status: 200, received: { form: 'text' }, bytes: 12, at: ['the body'] }
const unreachable: Problem = { kind: 'unreachable', sent: 'not-sent' }

// Every problem in words: problem-message.test.ts. When a list is read again: list-queries.test.ts.
test.each<[Problem, boolean, RegExp]>([
  [unreachable, true, /^Unreachable since \d\d:\d\d\. The last list stays, read-only\. Next attempt in 5 s\./],
  [
    unreachable,
    false,
    /^Unreachable since \d\d:\d\dThe list has not been loaded yet\. Next attempt in 5 s\.Try again$/,
  ],
  [
    { kind: 'failing', status: 502, serviceText: '', sent: 'unknown' },
    false,
    /^The list couldn’t be loadedThe service failed \(502\)\. Next attempt in 5 s\.Try again$/,
  ],
  [
    { kind: 'failing', status: 502, serviceText: '', sent: 'unknown' },
    true,
    /^The list couldn’t be loaded\. The service failed \(502\)\. Next attempt in 5 s\.Try again$/,
  ],
  [{ ...unreachable, by: 'console-server' }, true, /^Console server unreachable since/],
  [
    { ...unreachable, by: 'session-store' },
    true,
    /^The console server can’t reach its session store since \d\d:\d\d\./,
  ],
  [
    { ...unreachable, certificate: 'self-signed' },
    true,
    /^Unreachable since .* The service’s certificate is self-signed\. .*NODE_EXTRA_CA_CERTS/,
  ],
  [
    { kind: 'too-many', retryAfter: 30, serviceText: '' },
    true,
    /^The list couldn’t be loaded\. The service limits requests\. Try again in 30 s \(429\)\. Next attempt in 30 s\./,
  ],
  [unreadable, true, /^The response cannot be read\. Nothing was changed, and the last list stays\..*Receivedtext/],
  [
    { kind: 'no-service' },
    true,
    /^Nothing to administer hereNeither tokens nor users answered \(404\)\. The address may be wrong, or both are/,
  ],
  [
    { kind: 'switched-off', part: 'tokens' },
    false,
    /^Token administration is turned off.*\(?404.* to all token calls, but user calls work\..*Go to Users/,
  ],
])('after %j (rows: %s) the page says why, and offers to try again', async (problem, hasRows, message) => {
  const retry = vi.fn<() => void>()
  const { user, alerted } = renderSignedIn(
    <main>
      <BannerBar />
      <ListErrorView
        resource={tokenResource}
        failure={new ListReadError(problem, 1, undefined)}
        hasRows={hasRows}
        onRetry={retry}
      />
    </main>,
  )
  await waitFor(() => expect(screen.getByRole('main').textContent).toMatch(message))
  expect(alerted()).toMatch(/^Tokens couldn’t be read\. /)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(retry).toHaveBeenCalledTimes(1)
})

test('a list that had rows and comes back empty says what it had', () => {
  const timestamp = Date.now()
  renderSignedIn(
    <UnexpectedlyEmpty noun="token" previous={{ count: 3, readAt: timestamp - 60_000 }} readAt={timestamp} />,
  )
  screen.getByRole('heading', { name: 'The list is empty now' })
  expect(screen.getByText('It had 3 tokens 1 min ago.')).toBeTruthy()
})

test('after a failed refresh the rows stay, nothing can be switched, and no text of the answer is shown; a retry mends it; a list that is empty then says what it had, also after another page', async () => {
  const testConsole = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('table', { name: 'Tokens' })
  testConsole.interceptNext('GET', '/_/token', {
    status: 200,
    body: '{"token":"eyJhbGciOiJIUzI1NiJ9.c2VjcmV0.c2VjcmV0"',
  })
  await testConsole.refresh()
  await screen.findByText(/The response cannot be read/)
  expect(document.documentElement.innerHTML).not.toContain('eyJ')
  expect(testConsole.names()).toEqual(['ci'])
  const disabled = () => screen.getByRole('switch', { name: 'ci active' }).getAttribute('aria-disabled')
  expect(disabled()).toBe('true')
  await testConsole.flip('ci active')
  await screen.findAllByText('The list couldn’t be read, so nothing can be changed. Refresh it first.')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(testConsole.requestsTo('PUT', '/_/token')).toEqual([])
  await testConsole.press('Try again')
  await waitFor(() => expect(disabled()).toBeNull())
  expect(screen.queryByText(/cannot be read/)).toBeNull()
  await testConsole.trial.call('DELETE', '/_/token', { name: 'ci' })
  testConsole.passTime(60_000)
  await testConsole.refresh()
  await screen.findByRole('heading', { name: 'The list is empty now' })
  await waitFor(() => expect(testConsole.announced()).toBe('The list is empty now.'))
  expect(screen.queryByText('No tokens yet')).toBeNull()
  window.location.hash = '#/users'
  await screen.findByRole('table', { name: 'Users' })
  window.location.hash = '#/tokens'
  await screen.findByText(/^It had 1 token 1 min ago\.$/)
})

test('New token is disabled, with its reason, while no list has been read; once one was, it creates also after a failed refresh, and the row is not confirmed if it can’t be read back', async () => {
  const failing = { status: 500, body: '' }
  let mend = () => {}
  let answerFirst = () => {}
  const testConsole = await openSignIn({
    tokens: ['ci'],
    isSignedIn: true,
    before: (_, network) => {
      answerFirst = network.hold('GET', '/_/token')
      mend = network.interceptAll('GET', '/_/token', failing)
    },
  })
  const create = () => screen.getByRole('button', { name: 'New token' })
  await screen.findByRole('button', { name: 'New token' })
  const isDisabledFor = async (reason: string) => {
    await waitFor(() => expect([create().getAttribute('aria-disabled'), create().title]).toEqual(['true', reason]))
    await testConsole.user.click(create())
    await testConsole.seesToast(reason)
    expect(screen.queryByRole('dialog')).toBeNull()
  }
  await isDisabledFor('The list is still loading. Nothing was sent.')
  answerFirst()
  await screen.findByRole('heading', { name: 'The list couldn’t be loaded' })
  await isDisabledFor('The list couldn’t be read, so nothing can be changed. Refresh it first.')
  await testConsole.user.keyboard('{Control>}k{/Control}')
  await testConsole.fill(await screen.findByRole('textbox', { name: 'Search or run' }), 'new token')
  await testConsole.user.keyboard('{Enter}')
  mend()
  await testConsole.refresh()
  await waitFor(() => expect(create().getAttribute('aria-disabled')).toBeNull())
  expect(screen.queryByRole('dialog')).toBeNull()

  testConsole.interceptNext('GET', '/_/token', failing)
  await testConsole.refresh()
  await screen.findByText('The list couldn’t be loaded.')
  expect(screen.getByRole('switch', { name: 'ci active' }).getAttribute('aria-disabled')).toBe('true')
  await testConsole.press('New token')
  await testConsole.fill(within(await screen.findByRole('dialog')).getByLabelText('Name'), 'backup')
  const answerCreate = testConsole.hold('POST', '/_/token')
  await testConsole.press('Create token')
  await waitFor(() => expect(testConsole.requestsTo('POST', '/_/token')).toHaveLength(1))
  testConsole.interceptAll('GET', '/_/token', failing)
  answerCreate()
  await screen.findByText(/Not confirmed\. The service accepted it, but the list could not be read afterwards\./)
})
