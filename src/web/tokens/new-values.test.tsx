import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

const issuing = 'documented,list-secret=carried,value-on-put=new'
const banner = '1 new value was not copied.'
const note = /New value\. It should work\./
const earlier = /The new value from an earlier save is not copied yet\./

test('a banner counts new values, starting with the first, and closing the page asks', async () => {
  const { flip, confirmWarning, press, asksToLeave } = await openConsole({ readings: issuing, tokens: ['a', 'b'] })
  await flip('a write')
  await confirmWarning()
  await screen.findByText(banner)
  expect(asksToLeave()).toBe(true)
  await flip('b write')
  await confirmWarning()
  await screen.findByText('2 new values were not copied.')
  await press('Dismiss note of a')
  await screen.findByText(banner)
  await press('Dismiss note of b')
  await waitFor(() => expect(screen.queryByText(/not copied/)).toBeNull())
  expect(asksToLeave()).toBe(false)
})

test('if the value is kept, no banner mentions a new one', async () => {
  const { flip, confirmWarning } = await openConsole({ readings: 'documented,list-secret=carried', tokens: ['a'] })
  await flip('a write')
  await confirmWarning()
  await screen.findAllByText('Saved')
  expect(screen.queryByText(/not copied/)).toBeNull()
})

test('“Show it” shows a row that search and filter hide, and focuses its name', async () => {
  const { flip, confirmWarning, press, user, names, focused } = await openConsole({
    readings: issuing,
    tokens: ['a', 'b', { name: 'c', active: false }],
  })
  await flip('b write')
  await confirmWarning()
  await screen.findByText(note)
  await press(/^Inactive/)
  await user.type(screen.getByRole('searchbox'), 'c')
  await waitFor(() => expect(names()).toEqual(['c']))
  expect(screen.queryByText(note)).toBeNull()
  await press('Show it: not copied')
  await waitFor(() => expect(names()).toEqual(['b']))
  expect(screen.getByText(note)).toBeDefined()
  expect(screen.getByText(banner)).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Show it/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Not copied 1' }).getAttribute('aria-pressed')).toBe('true')
  await waitFor(() => expect(focused()).toBe('Edit b'))
})

test('“Show it” works in a long list too', async () => {
  const many = Array.from({ length: 1001 }, (_, at) => `z${at}`)
  const { flip, confirmWarning, press, names, focused } = await openConsole({
    readings: issuing,
    tokens: ['a', 'b', ...many],
  })
  await screen.findByText(/^Refreshed /)
  await flip('b write')
  await confirmWarning()
  await screen.findByText(note)
  await press('Show it: not copied')
  await waitFor(() => expect(names()).toEqual(['b']))
  await waitFor(() => expect(focused()).toBe('Edit b'))
})

test('a later save that keeps the value does not remove the note about a new one', async () => {
  const { flip, confirmWarning, interceptNext, press, refresh } = await openConsole({
    readings: issuing,
    tokens: ['a'],
  })
  await flip('a write')
  await confirmWarning()
  await screen.findByText(note)
  interceptNext('PUT', '/_/token', { status: 400, body: 'not today' })
  await flip('a write')
  await confirmWarning()
  await screen.findByText(/Not saved/)
  const told = screen.getByText(earlier).closest<HTMLElement>('.verdict')
  expect(told).not.toBeNull()
  expect(screen.getByText(banner)).toBeDefined()
  await refresh()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Refresh' })).toBeDefined())
  expect(screen.getByText(banner)).toBeDefined()
  expect(within(screen.getByText(earlier).closest<HTMLElement>('.verdict')!).getByText('Copy')).toBeDefined()
  await press('Dismiss note of a')
  await waitFor(() => expect(screen.queryByText(/not copied/)).toBeNull())
})
