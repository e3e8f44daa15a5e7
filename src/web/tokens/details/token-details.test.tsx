import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

const day = 24 * 60 * 60 * 1000
const sheet = (name: string | RegExp) => screen.findByRole('dialog', { name })

test('the details name the unit of every stored number, and each line copies what it shows', async () => {
  const { choose, user, toasted } = await openConsole({ tokens: [{ name: 'ci', expires: 30 * day, write: true }] })
  await choose('ci', 'Details of ci')
  const details = await sheet('ci')
  const lines = within(details)
  expect(lines.getByText('in 30 days')).toBeDefined()
  const stored = lines.getByText(/^expiration_date: \d+$/)
  expect(stored.parentElement?.textContent).toContain(' milliseconds')
  expect(lines.getByText('write: true')).toBeDefined()
  await user.click(lines.getByRole('button', { name: 'Copy Expires as stored' }))
  await toasted('Expires as stored copied.')
  expect(`expiration_date: ${await navigator.clipboard.readText()}`).toBe(stored.textContent)
  await user.click(lines.getByRole('button', { name: 'Copy Expires' }))
  await waitFor(async () => expect(await navigator.clipboard.readText()).toMatch(/UTC\)$/))
  await user.click(lines.getByRole('button', { name: 'Copy Name' }))
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('ci'))
})

test('on a service that counts seconds, the details say seconds', async () => {
  const { choose } = await openConsole({ readings: 'documented,moments=s', tokens: ['ci'] })
  await choose('ci', 'Details of ci')
  const stored = within(await sheet('ci')).getByText(/^created_at: \d{10}$/)
  expect(stored.parentElement?.textContent).toContain(' seconds')
  expect(stored.parentElement?.textContent).not.toContain('milliseconds')
})

test('a token that the service made a moment ahead of this clock was created just now, not in the future', async () => {
  const { choose } = await openConsole({ tokens: [{ name: 'ci', age: -20_000 }] })
  await choose('ci', 'Details of ci')
  const details = within(await sheet('ci'))
  expect(details.getAllByText('just now').length).toBeGreaterThan(0)
  expect(details.queryByText('in 20 s')).toBeNull()
})

test('the details list what was done to this token, and nothing about others', async () => {
  const { choose, flip, confirmWarning } = await openConsole({ tokens: ['a', 'b'] })
  await flip('a write')
  await confirmWarning()
  await flip('b write')
  await screen.findAllByText('Saved')
  await choose('a', 'Details of a')
  const acts = within(await sheet('a')).getAllByRole('listitem')
  expect(acts).toHaveLength(1)
  expect(acts[0]?.textContent).toContain('Saved write on.')
})

test('a link opens the details of its row and leaves the address; closing returns the focus to the row', async () => {
  const { user, focused } = await openConsole({ tokens: ['a', 'b'], hash: '#/tokens?name=b' })
  await sheet('b')
  expect(window.location.hash).toBe('#/tokens')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(focused()).toBe('Edit b'))
})

test('a link to a row that is not there says so, and opens nothing', async () => {
  const { toasted } = await openConsole({ tokens: ['a'], hash: '#/tokens?name=gone&show=never' })
  await toasted('There is no token named “gone” in this list. It may have been deleted.')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(window.location.hash).toBe('#/tokens?show=never')
})

test('a link that is followed while a form is open opens nothing, and the form keeps its input', async () => {
  const { press, user, toasted } = await openConsole({ tokens: ['a'] })
  await press('New token')
  await user.type(await screen.findByLabelText('Name'), 'half-typed')
  window.location.hash = '#/tokens?name=a'
  await toasted('Close what is open, then follow the link again.')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('half-typed')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})

test('a copied link opens the same row; a name that looks like a secret has none', async () => {
  const secret = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0'
  const { choose, user, press } = await openConsole({ tokens: ['a & b?', secret] })
  await choose('a & b?', 'Details of a & b?')
  await press('Copy link')
  await waitFor(async () => expect(await navigator.clipboard.readText()).toMatch(/#\/tokens\?name=a\+%26\+b%3F$/))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  window.location.hash = new URL(await navigator.clipboard.readText()).hash
  await sheet('a & b?')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await choose(secret, `Details of ${secret}`)
  expect(within(await sheet(secret)).queryByRole('button', { name: 'Copy link' })).toBeNull()
  expect(screen.getByText(/looks like a secret/)).toBeDefined()
  window.location.hash = `#/tokens?name=${secret}`
  await waitFor(() => expect(window.location.hash).toBe('#/tokens'))
})

test.each([
  ['the preset that it was created with', 90 * day, '90 days'],
  ['never', 'never', 'Never'],
  ['a date for any other length', 17 * day, 'Date, time…'],
] as const)('a duplicate expires after the same length: %s', async (_, length, chosen) => {
  const expires = length === 'never' ? length : length - 3 * day
  const { choose, press, trial, toasted } = await openConsole({
    readings: 'documented,no-expiry-stored-as=null',
    tokens: [{ name: 'ci', expires, age: 3 * day, write: true, active: false }],
  })
  await choose('ci', 'Duplicate ci')
  const form = within(await sheet('Duplicate ci'))
  expect(form.getByRole<HTMLInputElement>('radio', { name: chosen }).checked).toBe(true)
  expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('ci-copy')
  await press('Create token')
  await toasted('“ci-copy” created.')
  const [made] = trial.store.read('SELECT * FROM token WHERE name = :name', { name: 'ci-copy' })
  expect([Number(made?.['write']), Number(made?.['active'])]).toEqual([1, 0])
  if (length !== 'never')
    expect(Number(made?.['expiration_date'])).toBe(Math.floor((Date.now() + length) / 1000) * 1000)
})

test('duplicating is refused while the list cannot be refreshed, and details still open', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('button', { name: 'Edit ci' })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  await world.choose('ci', 'Duplicate ci')
  expect(screen.queryByRole('dialog')).toBeNull()
  await world.choose('ci', 'Details of ci')
  await sheet('ci')
})
