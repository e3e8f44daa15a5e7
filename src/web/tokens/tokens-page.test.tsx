import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { announcements } from '#web/testing/announcements.ts'
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
const chip = (name: RegExp) => screen.findByRole('button', { name })

test('each row shows its status, its date and its switches, and no secret of the list', async () => {
  const { trial } = await openConsole({ tokens: examples, readings: 'query-server' })
  const row = (name: string) => screen.getByRole('button', { name: `Edit ${name}` }).closest('tr')!
  await screen.findByRole('table', { name: 'Tokens' })
  expect(within(row('ci-9')).getByText('Expires soon')).toBeTruthy()
  expect(within(row('ci-9')).getByText('in 3 days')).toBeTruthy()
  expect(within(row('old')).getByText('Expired')).toBeTruthy()
  expect(within(row('off')).getByText('Inactive')).toBeTruthy()
  expect(within(row('forever')).getByText('No expiry set')).toBeTruthy()
  expect(screen.getByRole('switch', { name: 'off active' }).getAttribute('aria-checked')).toBe('false')
  expect(screen.getByRole('switch', { name: 'ci-10 write' }).getAttribute('aria-checked')).toBe('true')
  for (const { name } of examples) expect(document.body.innerHTML).not.toContain(trial.valueOf(name))
})

test('what a part of a row means is its tooltip once it is pointed at: an exact date, or what a button does', async () => {
  await openConsole({ tokens: examples })
  const date = (await screen.findByText('in 3 days')).closest('td')!
  fireEvent.pointerOver(within(date).getByText('in 3 days'))
  expect(date.title).toMatch(/UTC/)
  const copy = screen.getByRole('button', { name: 'Copy ci-9' })
  fireEvent.pointerOver(copy.firstElementChild!)
  expect(copy.title).toBe('Copy the value')
})

const bars = () =>
  within(screen.getByRole('group', { name: 'Expiry' }))
    .getAllByRole('button', { name: /^\d+ tokens?, / })
    .map((bar) => [bar.getAttribute('aria-label'), bar.getAttribute('aria-pressed')].join(' '))
const bar = (name: RegExp) => screen.findByRole('button', { name })

test.each(['documented', 'query-server'])(
  'under “%s” the same tokens are counted in the same chips and bars',
  async (readings) => {
    const { names } = await openConsole({ tokens: examples, readings })
    await screen.findByRole('table', { name: 'Tokens' })
    expect(names()).toEqual(['ci-9', 'ci-10', 'forever', 'off', 'old'])
    const chips = ['All', 'Active', 'Inactive', 'Can write'].map(
      (name) => screen.getByRole('button', { name: new RegExp(`^${name} \\d`) }).textContent,
    )
    expect(chips).toEqual(['All 5', 'Active 3', 'Inactive 1', 'Can write 1'])
    expect(bars()).toEqual([
      '1 token, expired false',
      '1 token, expires within 7 days, until 22 Jan false',
      '0 tokens, expire within 30 days, until 14 Feb false',
      '2 tokens, expire within 90 days, until 15 Apr false',
      '0 tokens, expire within 1 year, until 15 Jan 2028 false',
      '0 tokens, expire later, after 15 Jan 2028 false',
      '1 token, no expiry set false',
    ])
  },
)

test('bars add up, and count what search and chips let through; their own press changes no count; “Clear” shows everything', async () => {
  const { user, names, press, announced } = await openConsole({ tokens: examples })
  await user.click(await bar(/, expired$/))
  await user.click(await bar(/, expires within 7 days/))
  expect(names()).toEqual(['ci-9', 'old'])
  await waitFor(() => expect(announced()).toBe('2 tokens shown.'))
  expect(window.location.hash).toMatch(/^#\/tokens\?expires=/)
  const counts = () => bars().map((says) => Number.parseInt(says, 10))
  expect(counts()).toEqual([1, 1, 0, 2, 0, 0, 1])
  expect((await chip(/^All/)).textContent).toBe('All 2')
  await user.type(await search(), 'ci-')
  expect(names()).toEqual(['ci-9'])
  await waitFor(() => expect(counts()).toEqual([0, 1, 0, 1, 0, 0, 0]))
  expect((await bar(/, expired$/)).getAttribute('aria-pressed')).toBe('true')
  await user.click(await bar(/, expires within 7 days/))
  await screen.findByRole('heading', { name: 'No tokens match “ci-” and are “Expired”' })
  await press('Clear search and filters')
  await waitFor(() => expect(names()).toHaveLength(5))
})

test('a search shows its matches, is in the address, and announces their number', async () => {
  const { user, names, announced } = await openConsole({ tokens: examples })
  await user.type(await search(), 'CI-')
  expect(names()).toEqual(['ci-9', 'ci-10'])
  await waitFor(() => expect(window.location.hash).toBe('#/tokens?q=CI-'))
  await waitFor(() => expect(announced()).toBe('2 tokens shown.'))
})

test('a search reaches the address as soon as the focus leaves the field, and a new address replaces one that is not written yet', async () => {
  const { user, names } = await openConsole({ tokens: examples })
  await user.type(await search(), 'CI-')
  await user.tab()
  expect(window.location.hash).toBe('#/tokens?q=CI-')
  await user.type(await search(), '1')
  await waitFor(() => expect(names()).toEqual(['ci-10']))
  window.location.hash = '#/tokens?q=old'
  await waitFor(() => expect(names()).toEqual(['old']))
  await user.tab()
  expect(window.location.hash).toBe('#/tokens?q=old')
})

test('an address restores the list as it was', async () => {
  const { names } = await openConsole({ tokens: examples, hash: '#/tokens?q=ci&by=expires&down=1' })
  expect((await screen.findByRole<HTMLInputElement>('searchbox')).value).toBe('ci')
  expect(names()).toEqual(['ci-10', 'ci-9'])
})

const secretWords = 'This looks like a token value, so it isn’t searched or kept.'
const uuid = '3f73454a-e047-4b39-8302-85f396046e0f'

test('a token value pasted into the search is not searched, shown or kept, and the page says so', async () => {
  const { user, trial, names } = await openConsole({ tokens: examples, hash: '#/tokens?q=ci' })
  const spoken = announcements()
  const secret = trial.valueOf('old')
  const box = await screen.findByRole<HTMLInputElement>('searchbox')
  await user.tripleClick(box)
  await user.paste(secret)
  await screen.findByText(secretWords)
  expect(spoken).toContain(`polite: ${secretWords}`)
  expect(box.value).toBe('')
  expect(names()).toHaveLength(5)
  expect(window.location.hash).toBe('#/tokens')
  expect(document.documentElement.outerHTML).not.toContain(secret.slice(0, 12))
  await user.type(box, 'forever')
  expect(screen.queryByText(secretWords)).toBeNull()
  expect(names()).toEqual(['forever'])
})

test('a name that looks like a secret is searched, but stays out of the address', async () => {
  const { user, names } = await openConsole({ tokens: [`tenant-${uuid}`, 'other'] })
  await user.click(await search())
  await user.paste(uuid)
  expect(names()).toEqual([`tenant-${uuid}`])
  expect(screen.queryByText(secretWords)).toBeNull()
  await user.tab()
  expect(window.location.hash).toBe('#/tokens')
})

test('a secret in the address that opens the page is not shown, and is gone from the address', async () => {
  const { names } = await openConsole({ tokens: examples, hash: `#/tokens?q=${uuid}&show=inactive` })
  expect((await screen.findByRole<HTMLInputElement>('searchbox')).value).toBe('')
  expect(names()).toEqual(['off'])
  expect(window.location.hash).toBe('#/tokens?show=inactive')
})

test('where rows are cards, one choice sorts like the headings', async () => {
  const { user, names } = await openConsole({ tokens: examples })
  await user.click(await screen.findByRole('button', { name: 'Sort by: Name, ascending' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Expires, descending' }))
  expect(names()).toEqual(['forever', 'ci-10', 'off', 'ci-9', 'old'])
  expect(screen.getByRole('columnheader', { name: 'Expires' }).getAttribute('aria-sort')).toBe('descending')
  await user.click(screen.getByRole('button', { name: 'Expires' }))
  expect(screen.getByRole('button', { name: 'Sort by: Expires, ascending' })).toBeTruthy()
})

test('what a chip, a heading and a cleared search show is announced', async () => {
  const { user, announced } = await openConsole({ tokens: examples })
  await user.click(await chip(/^Active \d/))
  await waitFor(() => expect(announced()).toBe('3 tokens shown.'))
  await user.click(await chip(/^All/))
  await waitFor(() => expect(announced()).toBe('5 tokens shown.'))
  await user.click(screen.getByRole('button', { name: 'Expires' }))
  await waitFor(() => expect(announced()).toBe('Sorted by Expires, ascending.'))
  await user.type(await search(), 'nowhere')
  await screen.findByRole('heading', { name: 'No tokens match “nowhere”' })
  await waitFor(() => expect(announced()).toBe('No tokens match “nowhere”.'))
  await user.click(screen.getAllByRole('button', { name: 'Clear search' })[0]!)
  await waitFor(() => expect(announced()).toBe('5 tokens shown.'))
})

test('a chip filters, and “All” shows everything again', async () => {
  const { user, names } = await openConsole({ tokens: examples })
  await user.click(await chip(/^Inactive/))
  expect(names()).toEqual(['off'])
  expect((await chip(/^Inactive/)).getAttribute('aria-pressed')).toBe('true')
  expect(window.location.hash).toBe('#/tokens?show=inactive')
  await user.click(await chip(/^All/))
  expect(names()).toHaveLength(5)
})

test('a heading sorts, and a second press reverses the order', async () => {
  const { press, names } = await openConsole({ tokens: examples })
  const heading = () => screen.getByRole('columnheader', { name: 'Expires' }).getAttribute('aria-sort')
  await press('Expires')
  expect(names()).toEqual(['old', 'ci-9', 'ci-10', 'off', 'forever'])
  expect(heading()).toBe('ascending')
  await press('Expires')
  expect(names()).toEqual(['forever', 'ci-10', 'off', 'ci-9', 'old'])
  expect(heading()).toBe('descending')
})

test('arrow keys move from the search to the names and back; right after typing, to the match', async () => {
  const { user, focused, names } = await openConsole({ tokens: examples })
  await user.click(await search())
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(focused()).toBe('Edit ci-9'))
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(focused()).toBe('Edit ci-10'))
  await user.keyboard('{ArrowUp}{ArrowUp}')
  await waitFor(() => expect(focused()).toBe('Search tokens'))
  await user.keyboard('CI-1{ArrowDown}')
  await waitFor(() => expect(focused()).toBe('Edit ci-10'))
  expect(names()).toEqual(['ci-10'])
})

test('a list without tokens says so, and offers to create the first', async () => {
  const { press } = await openConsole()
  await screen.findByText('No tokens yet')
  expect(screen.queryByRole('button', { name: 'New token' })).toBeNull()
  await press('Create the first token')
  await screen.findByRole('dialog', { name: 'New token' })
})

test('an unreadable row is counted, and all others are shown', async () => {
  const rows = [
    { name: 'good', active: true, write: false },
    { name: null },
    'nonsense',
    { name: 'odd', active: 'perhaps', expiration_date: 'soon' },
  ]
  await openConsole({
    before: (_, network) => void network.interceptAll('GET', '/_/token', { status: 200, body: JSON.stringify(rows) }),
  })
  await screen.findByText(/2 rows in the response have no readable name and cannot be shown: row 2, 3/)
  expect(screen.getByRole('switch', { name: 'good active' })).toBeTruthy()
  const odd = screen.getByRole('button', { name: 'odd active, unknown' }).closest('tr')
  expect(odd?.textContent).toContain('Unreadable')
  expect(odd?.textContent).toContain('unreadable')
  expect(screen.queryByRole('switch', { name: 'odd active' })).toBeNull()
})

test('a long list tells screen readers the number of all rows, including open notes', async () => {
  const tokens = Array.from({ length: 30 }, (_, at) => `token-${at}`)
  const { press } = await openConsole({ tokens })
  const table = await screen.findByRole('table', { name: 'Tokens' })
  expect(table.getAttribute('aria-rowcount')).toBe('31')
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.getAttribute('aria-rowindex')),
  ).toEqual(Array.from({ length: 31 }, (_, at) => String(at + 1)))
  await press('Reveal token-0')
  await screen.findByRole('row', { name: 'About token-0' })
  expect(table.getAttribute('aria-rowcount')).toBe('32')
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.getAttribute('aria-rowindex')),
  ).toEqual(Array.from({ length: 32 }, (_, at) => String(at + 1)))
})
