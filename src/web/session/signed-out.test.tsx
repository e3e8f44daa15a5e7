import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type TestConsole } from '#web/testing/console.tsx'

// Without a console server; with one: session-end-keeps.test.tsx. What each cause says: session-messages.test.ts.

/** Makes the service reject everything from now on, until the returned function is called. */
function rejectEverything({ interceptAll }: TestConsole, status: number) {
  const calls = [
    ['GET', '/_/token'],
    ['PUT', '/_/token'],
    ['POST', '/_/token'],
    ['POST', '/_/user'],
    ['GET', '/_/user'],
  ] as const
  const ends = calls.map(([method, path]) => interceptAll(method, path, { status }))
  return () => ends.forEach((end) => end())
}

const pasteInto = async ({ user }: TestConsole, sheet: HTMLElement, bearer: string) => {
  await user.click(within(sheet).getByLabelText('Your access token'))
  await user.paste(bearer)
  await user.click(within(sheet).getByRole('button', { name: 'Sign in' }))
}
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog', { name: 'Signed out' })).toBeNull())

test('who signed in with an email has it filled in, and the focus on the password', async () => {
  const testConsole = await openConsole({ tokens: ['a'], byPassword: true })
  rejectEverything(testConsole, 401)
  await testConsole.press('Refresh')
  const sheet = await screen.findByRole('dialog', { name: 'Signed out' })
  expect(within(sheet).getByLabelText<HTMLInputElement>('Email').value).toBe(testConsole.trial.admin.email)
  await waitFor(() => expect(document.activeElement).toBe(within(sheet).getByLabelText('Password')))
})

test('many rejections open one sheet over the rows, which Escape does not close; signing in again reads the list, writes nothing, and the focus returns', async () => {
  const testConsole = await openConsole({ tokens: ['a', 'b'] })
  await testConsole.flip('a write')
  const question = await screen.findByRole('alertdialog')
  const release = [testConsole.hold('GET', '/_/token'), testConsole.hold('GET', '/_/token')]
  await testConsole.user.click(within(question).getByRole('button', { name: 'Turn write on' }))
  await testConsole.press('Refresh')
  await testConsole.user.click(screen.getByRole('searchbox', { name: 'Search tokens' }))
  const accept = rejectEverything(testConsole, 403)
  for (const go of release) go()
  const sheet = await screen.findByRole('dialog', { name: 'Signed out' })
  within(sheet).getByText(/no longer accepts your sign-in \(403, \d\d:\d\d\)/)
  expect(document.querySelector('[data-name="a"]')).not.toBeNull()
  await waitFor(() => expect(sheet.contains(document.activeElement)).toBe(true))
  await testConsole.user.keyboard('{Escape}')
  expect(screen.getAllByRole('dialog')).toEqual([sheet])
  accept()
  await testConsole.trial.call('POST', '/_/token', { name: 'new-one' })
  await pasteInto(testConsole, sheet, 'mistyped')
  await within(sheet).findByText(/rejected this access token/)
  await testConsole.user.clear(within(sheet).getByLabelText('Your access token'))
  await pasteInto(testConsole, sheet, testConsole.trial.bearer)
  await isGone()
  await screen.findByRole('button', { name: 'Edit new-one' })
  expect(screen.queryByText(/could not be read/)).toBeNull()
  await waitFor(() => expect(testConsole.focused()).toBe('Search tokens'))
  expect(testConsole.requestsTo('PUT', '/_/token')).toEqual([])
})
