import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

const hour = 60 * 60 * 1000
const day = 24 * hour
const examples = [
  { name: 'ci-10', write: true },
  { name: 'ci-9', expires: 3 * day },
  { name: 'old', expires: -2 * day },
  { name: 'off', active: false },
  { name: 'forever', expires: 'never' as const },
]
const search = () => screen.findByRole('searchbox', { name: 'Search tokens' })
const pressed = (name: RegExp) => screen.findByRole('button', { name })

const isPressed = async (name: RegExp) => (await pressed(name)).getAttribute('aria-pressed')
const headCount = () => screen.getByText(/^tokens?$/, { selector: '.meta *' }).parentElement?.textContent

const bars = () =>
  within(screen.getByRole('group', { name: 'Expiry' }))
    .getAllByRole('button', { name: /^\d+ tokens?, / })
    .map((bar) => [bar.getAttribute('aria-label'), bar.getAttribute('aria-pressed')].join(' '))
const chips = () =>
  ['All', 'Active', 'Inactive', 'Can write'].map(
    (name) => screen.getByRole('button', { name: new RegExp(`^${name} \\d`) }).textContent,
  )

test('each row shows its status, its date and its switches, chips and bars count them, and no secret of the list is on the page', async () => {
  const { trial, names, press } = await openConsole({ tokens: examples, readings: 'query-server' })
  const row = (name: string) => screen.getByRole('button', { name: `Edit ${name}` }).closest('tr')!
  const table = await screen.findByRole('table', { name: 'Tokens' })
  expect(names()).toEqual(['ci-9', 'ci-10', 'forever', 'off', 'old'])
  within(row('ci-9')).getByText('Expires soon')
  const date = within(row('ci-9')).getByText('in 3 days')
  within(row('old')).getByText('Expired')
  within(row('off')).getByText('Inactive')
  within(row('forever')).getByText('No expiry', { selector: 'td' })
  expect(screen.getByRole('switch', { name: 'off active' }).getAttribute('aria-checked')).toBe('false')
  expect(screen.getByRole('switch', { name: 'ci-10 write' }).getAttribute('aria-checked')).toBe('true')
  // What a part of a row means is its tooltip once it is pointed at.
  const copy = screen.getByRole('button', { name: 'Copy ci-9' })
  for (const part of [date, copy.firstElementChild!]) fireEvent.pointerOver(part)
  expect(date.closest('td')?.title).toMatch(/UTC/)
  expect(copy.title).toBe('Copy the value')
  expect(chips()).toEqual(['All 5', 'Active 4', 'Inactive 1', 'Can write 1'])
  expect(bars()).toEqual([
    '1 token, expired false',
    '1 token, expires within 7 days, until 22 Jan false',
    '0 tokens, expire within 30 days, until 14 Feb false',
    '2 tokens, expire within 90 days, until 15 Apr false',
    '0 tokens, expire within 1 year, until 15 Jan 2028 false',
    '0 tokens, expire later, after 15 Jan 2028 false',
    '1 token, no expiry false',
  ])
  for (const { name } of examples) expect(document.body.innerHTML).not.toContain(trial.valueOf(name))
  // Screen readers are told the number of all rows, including open notes.
  const rowsAre = (count: number) => {
    expect(table.getAttribute('aria-rowcount')).toBe(`${count}`)
    const rows = within(table).getAllByRole('row')
    expect(rows.map((element) => element.getAttribute('aria-rowindex'))).toEqual(rows.map((_, index) => `${index + 1}`))
    expect(rows).toHaveLength(count)
  }
  rowsAre(6)
  await press('Reveal ci-9')
  await screen.findByRole('row', { name: 'About ci-9' })
  rowsAre(7)
})

test('bars add up, and count what search and chips let through; what chips, bars, headings and a cleared search show is announced', async () => {
  const { user, fill, names, press, announced } = await openConsole({ tokens: examples })
  const announces = (text: string) => waitFor(() => expect(announced()).toBe(text))
  await user.click(await pressed(/, expired$/))
  await user.click(await pressed(/, expires within 7 days/))
  expect(names()).toEqual(['ci-9', 'old'])
  await announces('2 tokens shown.')
  expect(window.location.hash).toMatch(/^#\/tokens\?expires=/)
  const counts = () => bars().map((label) => Number.parseInt(label, 10))
  expect(counts()).toEqual([1, 1, 0, 2, 0, 0, 1])
  expect(chips().slice(0, 3)).toEqual(['All 2', 'Active 2', 'Inactive 0'])
  expect(await isPressed(/^All/)).toBe('false')
  expect(headCount()).toBe('2 of 5 tokens')
  await fill(await search(), 'ci-')
  expect(names()).toEqual(['ci-9'])
  await waitFor(() => expect(counts()).toEqual([0, 1, 0, 1, 0, 0, 0]))
  expect(await isPressed(/, expired$/)).toBe('true')
  await user.click(await pressed(/, expires within 7 days/))
  await screen.findByRole('heading', { name: 'No tokens match “ci-” and are “Expired”' })
  screen.getByText(/^Search looks at names\./)
  expect(screen.getAllByRole('button', { name: /^Clear/ }).map(({ textContent }) => textContent)).toEqual([
    'Clear search and filters',
  ])
  await press('Find by value…')
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Close' }))
  await press('Clear search and filters')
  await announces('5 tokens shown.')
  await user.click(await pressed(/^Inactive/))
  expect(names()).toEqual(['off'])
  expect(await isPressed(/^Inactive/)).toBe('true')
  // An inactive token is in the bar of its date.
  expect(counts()).toEqual([0, 0, 0, 1, 0, 0, 0])
  expect(window.location.hash).toBe('#/tokens?show=inactive')
  await announces('1 token shown.')
  await user.click(await pressed(/, expires within 90 days/))
  await user.click(await pressed(/^All/))
  await announces('5 tokens shown.')
  expect(headCount()).toBe('5 tokens')
  const heading = () => screen.getByRole('columnheader', { name: 'Expires' }).getAttribute('aria-sort')
  await press('Sort by: Name A–Z') // where rows are cards
  await user.click(await screen.findByRole('menuitem', { name: 'Expires last' }))
  expect(names()).toEqual(['forever', 'ci-10', 'off', 'ci-9', 'old'])
  expect(heading()).toBe('descending')
  await press('Expires')
  expect(names()).toEqual(['old', 'ci-9', 'ci-10', 'off', 'forever'])
  expect(heading()).toBe('ascending')
  expect(screen.getByRole('button', { name: 'Sort by: Expires first' })).toBeTruthy()
  await announces('Sorted by Expires, ascending.')
})

test('while only a search filters, no chip is pressed and no chip is chosen in the menu, which is not marked', async () => {
  const { user, fill, names, press } = await openConsole({ tokens: examples })
  expect(await isPressed(/^All/)).toBe('true')
  const filterButton = () => screen.getByRole('button', { name: /^Filter/ })
  const isMarked = () => filterButton().dataset['isOn'] !== undefined
  await fill(await search(), 'ci-')
  await waitFor(() => expect(names()).toEqual(['ci-9', 'ci-10']))
  expect(await isPressed(/^All/)).toBe('false')
  expect([filterButton().getAttribute('aria-label'), isMarked()]).toEqual(['Filter', false])
  await press('Filter')
  await screen.findByRole('menuitem', { name: 'All 2' })
  await user.click(screen.getByRole('menuitem', { name: /^Active/ }))
  expect([filterButton().getAttribute('aria-label'), isMarked()]).toEqual(['Filter: Active', true])
  await press('Filter: Active')
  await screen.findByRole('menuitem', { name: 'Active 2, chosen' })
})

test('a search is in the address that opens the page, and in its own; arrow keys move from it to the names and back, right after typing to the match', async () => {
  const { user, names, focused, announced } = await openConsole({
    tokens: examples,
    hash: '#/tokens?q=ci&by=expiration_date&down=1',
  })
  const focusReaches = (name: string) => waitFor(() => expect(focused()).toBe(name))
  const field = await screen.findByRole<HTMLInputElement>('searchbox')
  expect(field.value).toBe('ci')
  expect(names()).toEqual(['ci-10', 'ci-9'])
  await user.click(field)
  await user.keyboard('{ArrowDown}')
  await focusReaches('Edit ci-10')
  await user.keyboard('{ArrowDown}')
  await focusReaches('Edit ci-9')
  await user.keyboard('{ArrowUp}{ArrowUp}')
  await focusReaches('Search tokens')
  await user.keyboard('{Control>}a{/Control}')
  await user.paste('CI-9')
  await user.keyboard('{ArrowDown}')
  await focusReaches('Edit ci-9')
  expect(names()).toEqual(['ci-9'])
  await waitFor(() => expect(window.location.hash).toBe('#/tokens?q=CI-9&by=expiration_date&down=1'))
  await waitFor(() => expect(announced()).toBe('1 token shown.'))
})
