import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { announcements } from '#web/testing/announcements.ts'
import { begin, openConsole, type TestConsole } from '#web/testing/console.tsx'

const hour = 60 * 60 * 1000
const day = 24 * hour
const whole = (timestamp: number) => Math.floor(timestamp / 1000)
const sheet = () => within(screen.getByRole('dialog', { name: 'New token' }))
const posts = ({ requestsTo }: TestConsole) => requestsTo('POST', '/_/token').map(({ body }) => body)

async function form(testConsole: TestConsole, name: string) {
  await testConsole.press('New token')
  const field = await screen.findByLabelText('Name')
  await testConsole.fill(field, name)
}

test('the form starts with 30 days, Write off and Active on; it is sent once as set, in the unit of the service, from the moment of sending; the new row has the focus, and its note copies its value, which no toast does', async () => {
  const testConsole = await openConsole({ readings: 'query-server', tokens: ['a', 'z'], hash: '#/tokens?q=a' })
  const spoken = announcements()
  await form(testConsole, 'm')
  const expires = sheet().getByRole('group', { name: 'Expires' })
  expect(expires.textContent).toBe('Expires1 hour1 day7 days30 days90 days1 yearCustom…No expiry')
  expect(sheet().getByRole<HTMLInputElement>('radio', { name: '30 days' }).checked).toBe(true)
  const isOn = (name: string) => sheet().getByRole<HTMLInputElement>('switch', { name }).checked
  expect([isOn('Write'), isOn('Active')]).toEqual([false, true])
  const description = document.getElementById(expires.getAttribute('aria-describedby') ?? '')
  expect(description?.textContent).toMatch(/^Sun, 14 Feb 2027, \d\d:00 /)
  const warning = /^This service may treat a token without a date as expired\. Choose a date to be sure\.$/
  await testConsole.user.click(sheet().getByRole('radio', { name: 'No expiry' }))
  screen.getByText(warning)
  await testConsole.user.click(sheet().getByRole('radio', { name: '1 day' }))
  expect(screen.queryByText(warning)).toBeNull()
  await testConsole.user.click(sheet().getByRole('switch', { name: 'Write' }))
  testConsole.passTime(5000)
  const release = testConsole.hold('POST', '/_/token')
  await testConsole.press('Create token')
  await testConsole.press('Saving…') // a second press
  release()
  await waitFor(() => expect(testConsole.focused()).toBe('Edit m'))
  expect(posts(testConsole)).toEqual([
    { name: 'm', expiration_date: whole(begin + 5000 + day), active: true, write: true },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(window.location.hash).toBe('#/tokens'))
  expect(spoken.join('\n')).toContain('cleared to show the new token')
  expect(spoken).toContain('polite: m created.')
  expect(document.querySelector('.callout')?.textContent).toBe(
    'Created. Copy its value for the program that needs it.Copy valueReveal',
  )
  expect(document.querySelector('.toast')).toBeNull()
  const status = () => screen.getByRole('button', { name: 'Edit m' }).closest('tr')?.querySelector('.c-status')
  expect(status()?.textContent).toBe('New value')
  expect(testConsole.requestsTo('GET', '/_/token/value')).toHaveLength(0)
  await testConsole.press('Reveal new value of m')
  await screen.findByRole('button', { name: 'Hide m' })
  expect(document.querySelector('.callout .notice-acts')?.textContent).toBe('Copy value')
  await waitFor(() => expect(testConsole.focused()).toBe('Copy new value of m'))
  await testConsole.press('Hide m')
  expect(document.querySelector('.callout .notice-acts')?.textContent).toBe('Copy valueReveal')
  await testConsole.press('Copy new value of m')
  await testConsole.seesToast('Copied “m”.')
  expect([document.querySelector('.callout'), status()?.textContent]).toEqual([null, 'Expires soon'])
  expect(await navigator.clipboard.readText()).toBe(testConsole.trial.valueOf('m'))
})

test('an existing name is refused before anything is sent, and “Edit” opens that token; a name that looks like it is told', async () => {
  const testConsole = await openConsole({ tokens: ['ci'] })
  await form(testConsole, 'ci')
  await testConsole.press('Create token')
  await screen.findByText(/already exists\. Choose another name, or edit that one\./)
  expect(sheet().queryByText(/^Looks like/)).toBeNull()
  const field = screen.getByLabelText('Name')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await testConsole.user.type(field, '\u200b')
  expect((await sheet().findByText(/^Looks like “/)).textContent).toBe('Looks like “ci”, which exists.')
  await testConsole.user.type(field, '{Backspace}')
  await testConsole.press('Edit')
  await testConsole.press('Discard')
  await screen.findByRole('dialog', { name: 'ci' })
  expect(posts(testConsole)).toEqual([])
})

test('refused or failed, the form says why, keeps its input, and can be sent again, once it is closed from its note; Escape asks first, “Cancel” closes it', async () => {
  const testConsole = await openConsole({ tokens: ['a'] })
  testConsole.interceptNext('POST', '/_/token', { status: 422, body: '{"error":"no such day"}' })
  await form(testConsole, 'ci')
  await testConsole.user.click(sheet().getByRole('radio', { name: '1 year' }))
  await testConsole.press('Create token')
  await sheet().findByText('Not created: The service answered 422, “no such day”.')
  expect(document.querySelectorAll('.callout')).toHaveLength(1) // the form tells it, not a note
  const hasFocus = () => waitFor(() => expect(document.activeElement?.closest('[role=dialog]')).toBeTruthy())
  await hasFocus()
  await testConsole.user.keyboard('{Escape}')
  await testConsole.press('Keep editing')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('ci')
  expect(sheet().getByRole<HTMLInputElement>('radio', { name: '1 year' }).checked).toBe(true)
  // A key is heard where the focus is: the closing dialog gives it back in the next frame.
  await hasFocus()
  await testConsole.user.keyboard('{Escape}')
  await testConsole.press('Discard')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(testConsole.focused()).toBe('New token'))
  await form(testConsole, 'ci')
  testConsole.interceptNext('POST', '/_/token', { status: 500 })
  await testConsole.press('Create token')
  await sheet().findByText('Not confirmed (500). Not created so far; it may still go through.')
  await testConsole.press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await testConsole.press('Try again for ci')
  await waitFor(() => expect(testConsole.names()).toContain('ci'))
  expect(posts(testConsole)).toHaveLength(3)
})

test('a token like another has its flags and its length of life, and can have its very date', async () => {
  const testConsole = await openConsole({ tokens: [{ name: 'ci', expires: 89 * day, age: day, write: true }] })
  await testConsole.choose('ci', 'Duplicate ci')
  const copy = within(await screen.findByRole('dialog', { name: 'Copy of ci' }))
  expect(copy.getByLabelText<HTMLInputElement>('Name').value).toBe('ci-copy')
  expect(copy.getByRole<HTMLInputElement>('radio', { name: '90 days' }).checked).toBe(true)
  expect(copy.getByText(/^“/).textContent).toMatch(
    /^“ci” expires Wed, 14 Apr 2027, .*\. The copy starts with the same lifetime, from now\. Use this date$/,
  )
  await testConsole.press('Use this date')
  await testConsole.press('Create token')
  await screen.findByRole('button', { name: 'Edit ci-copy' })
  expect(posts(testConsole)).toEqual([
    { name: 'ci-copy', expiration_date: whole(begin + 89 * day) * 1000, active: true, write: true },
  ])
})

test('where the first row shows another unit, the page says which date the service took, and sets the chosen one again', async () => {
  // Its rows do not show its unit: it has no tokens, and its users have no dates.
  const testConsole = await openConsole({ readings: 'query-server,users-list=absent' })
  await screen.findByText('No tokens yet')
  await testConsole.press('Import…')
  await testConsole.user.keyboard('{Escape}')
  expect(screen.queryByRole('button', { name: 'New token' })).toBeNull()
  await testConsole.press('Create the first token')
  await testConsole.fill(await screen.findByLabelText('Name'), 'first')
  await testConsole.press('Create token')
  await screen.findByText(
    /^Created with differences: .*This service counts seconds, which its rows show only now\. It expires .*\.$/,
  )
  expect(posts(testConsole)).toEqual([
    { name: 'first', expiration_date: whole(begin + 30 * day) * 1000, active: true, write: false },
  ])
  expect(testConsole.requestsTo('DELETE', '/_/token')).toEqual([])
  testConsole.passTime(1000)
  await testConsole.press('Set expiry again for first')
  await testConsole.confirmWarning()
  await waitFor(() => expect(testConsole.requestsTo('PUT', '/_/token')).toHaveLength(1))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Edit first' }).closest('tr')?.textContent).toContain('in 30 days'),
  )
  expect(screen.queryByText(/^Created with differences/)).toBeNull()
})

test('a save whose form was closed leaves the form alone that was opened since', async () => {
  const testConsole = await openConsole({ tokens: ['a'] })
  await form(testConsole, 'first')
  const release = testConsole.hold('POST', '/_/token')
  await testConsole.press('Create token')
  await waitFor(() => expect(posts(testConsole)).toHaveLength(1))
  await testConsole.press('Close')
  await testConsole.answer('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await form(testConsole, 'second')
  release()
  await waitFor(() => expect(document.querySelector('.callout')?.textContent).toContain('Created.'))
  await testConsole.press('Create token')
  await waitFor(() => expect(posts(testConsole)).toMatchObject([{ name: 'first' }, { name: 'second' }]))
})
