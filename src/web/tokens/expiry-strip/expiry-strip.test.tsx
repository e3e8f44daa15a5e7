import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openConsole, type Example } from '#web/testing/console.tsx'

const day = 24 * 60 * 60 * 1000
const tokens: Example[] = [
  { name: 'gone', expires: -2 * day },
  { name: 'tomorrow', expires: day },
  { name: 'in-20', expires: 20 * day },
  { name: 'in-21', expires: 21 * day, active: false },
  { name: 'in-200', expires: 200 * day },
  { name: 'in-9000', expires: 9000 * day },
  { name: 'always', expires: 'never' },
]
const strip = () => screen.findByRole('group', { name: 'Tokens by expiry' })
const stretch = (name: RegExp) => screen.getByRole('button', { name })
const pressed = async () =>
  within(await strip())
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-pressed'))
const says = () => document.querySelector('.strip-says')?.textContent

test('each stretch says how many tokens it has, as a picture and as a table', async () => {
  await openConsole({ tokens })
  const group = await strip()
  const words = within(group)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'))
  expect(words).toEqual([
    '1 token: expired',
    '1 token: expire by 22 Jan',
    '2 tokens: expire by 14 Feb',
    '0 tokens: expire by 15 Apr',
    '1 token: expire by 15 Jan 2028',
    '1 token: expire later',
    '1 token: no expiry set',
  ])
  const table = screen.getByRole('table', { name: 'Expiry' })
  expect([...table.querySelectorAll('tr')].map(({ textContent }) => textContent)).toEqual([
    'expired1',
    'expire by 22 Jan1',
    'expire by 14 Feb2',
    'expire by 15 Apr0',
    'expire by 15 Jan 20281',
    'expire later1',
    'no expiry set1',
    'cannot be read0',
  ])
})

test('a stretch filters, stands in the address, counts in the chips, and goes when it is pressed again', async () => {
  const world = await openConsole({ tokens })
  await strip()
  await world.user.click(stretch(/expire by 14 Feb/))
  await waitFor(() => expect(world.names()).toEqual(['in-20', 'in-21']))
  expect(window.location.hash).toBe('#/tokens?expires=8..30')
  expect(says()).toBe('2 chosen: 23 Jan 2027 to 14 Feb 2027')
  expect(screen.getByRole('button', { name: 'Active 1' })).toBeDefined()
  expect(await pressed()).toEqual(['false', 'false', 'true', 'false', 'false', 'false', 'false'])
  await waitFor(() => expect(world.announced()).toBe('2 tokens shown.'))
  await world.user.click(stretch(/expire by 14 Feb/))
  await waitFor(() => expect(world.names()).toHaveLength(7))
  expect(window.location.hash).toBe('#/tokens')
})

test('search and chips apply to the strip, and clearing them clears the range', async () => {
  const world = await openConsole({ tokens, hash: '#/tokens?show=inactive&expires=8..30' })
  await strip()
  expect(world.names()).toEqual(['in-21'])
  expect(says()).toBe('1 chosen: 23 Jan 2027 to 14 Feb 2027')
  await world.user.type(screen.getByRole('searchbox'), 'gone')
  await screen.findByText('No tokens match “gone” and are “Inactive” and “Expiry: 23 Jan 2027 to 14 Feb 2027”')
  await world.press('Clear search and filters')
  await waitFor(() => expect(world.names()).toHaveLength(7))
  expect(window.location.hash).toBe('#/tokens')
})

test('arrows move along the strip, Shift and arrows draw a range by days, and Escape clears it', async () => {
  const world = await openConsole({ tokens })
  await strip()
  stretch(/: expired/).focus()
  await world.user.keyboard('{ArrowRight}')
  expect(world.focused()).toBe('1 token: expire by 22 Jan')
  await world.user.keyboard('{Shift>}{ArrowRight}{/Shift}')
  expect(says()).toBe('0 chosen: 15 Jan 2027')
  await world.user.keyboard('{Shift>}{ArrowRight}{/Shift}')
  expect(says()).toBe('1 chosen: 15 Jan 2027 to 16 Jan 2027')
  await waitFor(() => expect(world.names()).toEqual(['tomorrow']))
  await world.user.keyboard('{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}')
  expect(says()).toBe('1 chosen: 8 Jan 2027 to 15 Jan 2027')
  expect(await pressed()).toEqual(['mixed', 'mixed', 'false', 'false', 'false', 'false', 'false'])
  await world.user.keyboard('{Escape}')
  await waitFor(() => expect(world.names()).toHaveLength(7))
  expect(world.focused()).toBe('1 token: expire by 22 Jan')
  await world.user.keyboard('{End}{Enter}')
  await waitFor(() => expect(world.names()).toEqual(['always']))
  await world.press('Clear the range of expiry')
  await waitFor(() => expect(world.names()).toHaveLength(7))
})

test('the calendar has the tokens that expire within the chosen days', async () => {
  const world = await openConsole({ tokens })
  await strip()
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file)
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  screen.getByText('1 expires within')
  await world.user.selectOptions(screen.getByRole('combobox', { name: 'Within' }), '30 days')
  screen.getByText('3 expire within')
  await world.press('Download .ics')
  const text = await files[0]?.text()
  expect(text?.match(/(?<=^SUMMARY:).*(?=\r)/gm)).toEqual([
    'Token “in-20” expires',
    'Token “in-21” expires',
    'Token “tomorrow” expires',
  ])
  expect(text).toContain('DTSTART:20270116T080000Z')
})

test('without an expiry in any row there is no strip', async () => {
  const world = await openConsole({ tokens: [{ name: 'a', expires: 'never' }] })
  await waitFor(() => expect(world.names()).toEqual(['a']))
  expect(document.querySelector('.strip')).toBeNull()
})
