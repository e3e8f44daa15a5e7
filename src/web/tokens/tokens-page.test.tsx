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

test('each row shows its status, its date and its switches', async () => {
  await openConsole({ tokens: examples })
  const row = (name: string) => screen.getByRole('button', { name: `Edit ${name}` }).closest('tr')!
  await screen.findByRole('table', { name: 'Tokens' })
  expect(within(row('ci-9')).getByText('Expires soon')).toBeTruthy()
  expect(within(row('ci-9')).getByText('in 3 days')).toBeTruthy()
  expect(within(row('old')).getByText('Expired')).toBeTruthy()
  expect(within(row('off')).getByText('Inactive')).toBeTruthy()
  expect(within(row('forever')).getByText('No expiry set')).toBeTruthy()
  expect(screen.getByRole('switch', { name: 'off active' }).getAttribute('aria-checked')).toBe('false')
  expect(screen.getByRole('switch', { name: 'ci-10 write' }).getAttribute('aria-checked')).toBe('true')
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

test.each(['documented', 'query-server', 'bare', 'flags=number-text,moments=s,moment-spelling=iso,list-shape=bare'])(
  'under “%s” the same tokens have the same status',
  async (readings) => {
    const { names } = await openConsole({ tokens: examples, readings })
    await screen.findByRole('table', { name: 'Tokens' })
    expect(names()).toEqual(['ci-9', 'ci-10', 'forever', 'off', 'old'])
    for (const [name, count] of [
      ['Active', 3],
      ['Expires soon', 1],
      ['Expired', 1],
      ['Inactive', 1],
      ['No expiry set', 1],
    ] as const) {
      expect(screen.getByRole('button', { name: `${name} ${count}` })).toBeTruthy()
    }
  },
)

test('no secret in a list reaches the page', async () => {
  const { trial } = await openConsole({ tokens: ['ci', 'grafana'], readings: 'query-server' })
  await screen.findByRole('table', { name: 'Tokens' })
  expect(document.body.innerHTML).not.toContain(trial.valueOf('ci'))
  expect(document.body.innerHTML).not.toContain(trial.valueOf('grafana'))
})

test('a search shows its matches, is in the address, and announces their number', async () => {
  const { user, names, announced } = await openConsole({ tokens: examples })
  await user.type(await search(), 'CI-')
  expect(names()).toEqual(['ci-9', 'ci-10'])
  await waitFor(() => expect(window.location.hash).toBe('#/tokens?q=CI-'))
  await waitFor(() => expect(announced()).toBe('2 tokens shown.'))
})

test.each(['über', 'u\u0308ber', 'UBER'])(
  'a search for “%s” finds the name as one sign or two, and without its accent',
  async (text) => {
    const tokens = ['übersetzung', 'u\u0308bersetzung-2', 'ubersetzung-3', 'ci']
    const { user, names } = await openConsole({ tokens })
    await user.click(await search())
    await user.paste(text)
    await waitFor(() => expect(names()).toHaveLength(3))
    expect(names()).not.toContain('ci')
  },
)

test('a search reaches the address as soon as the focus leaves the field', async () => {
  const { user } = await openConsole({ tokens: examples })
  await user.type(await search(), 'CI-')
  await user.tab()
  expect(window.location.hash).toBe('#/tokens?q=CI-')
})

test('a new address replaces a search that is not written yet', async () => {
  const { user, names } = await openConsole({ tokens: examples })
  await user.type(await search(), 'CI-1')
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

test.each([
  ['a token value', undefined],
  ['a UUID', uuid],
  ['a hex secret', '3f73454ae0474b39830285f396046e0f'],
])('%s pasted into the search is not searched, shown or kept, and the page says so', async (_, text) => {
  const { user, trial, names } = await openConsole({ tokens: examples, hash: '#/tokens?q=ci' })
  const spoken = announcements()
  const secret = text ?? trial.valueOf('old')
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
  const { names } = await openConsole({ tokens: examples, hash: `#/tokens?q=${uuid}&show=past` })
  expect((await screen.findByRole<HTMLInputElement>('searchbox')).value).toBe('')
  expect(names()).toEqual(['old'])
  expect(window.location.hash).toBe('#/tokens?show=past')
})

test('chips count what they would show of a search', async () => {
  const { user } = await openConsole({ tokens: examples })
  expect((await chip(/^All/)).textContent).toBe('All 5')
  await user.type(await search(), 'ci-')
  await waitFor(async () => expect((await chip(/^All/)).textContent).toBe('All 2'))
  expect((await chip(/^Expired/)).textContent).toBe('Expired 0')
})

test('where rows are cards, one choice sorts like the headings', async () => {
  const { user, names } = await openConsole({ tokens: examples })
  const sort = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Sort by' })
  const chosen = () => sort.options[Number(sort.value)]?.textContent
  expect(chosen()).toBe('Name, ascending')
  await user.selectOptions(sort, 'Expires, descending')
  expect(names()).toEqual(['forever', 'ci-10', 'off', 'ci-9', 'old'])
  expect(screen.getByRole('columnheader', { name: 'Expires' }).getAttribute('aria-sort')).toBe('descending')
  await user.click(screen.getByRole('button', { name: 'Expires' }))
  expect(chosen()).toBe('Expires, ascending')
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

test('where nothing matches, the button names what it clears', async () => {
  const { user, press } = await openConsole({ tokens: examples })
  await user.type(await search(), 'nowhere')
  await user.click(await chip(/^Expired/))
  await screen.findByRole('heading', { name: 'No tokens match “nowhere” and are “Expired”' })
  await press('Clear search and filters')
  await screen.findByRole('button', { name: 'Edit ci-9' })
})

test('a chip filters, and “All” shows everything again', async () => {
  const { user, names } = await openConsole({ tokens: examples })
  await user.click(await chip(/^Expired/))
  expect(names()).toEqual(['old'])
  expect((await chip(/^Expired/)).getAttribute('aria-pressed')).toBe('true')
  expect(window.location.hash).toBe('#/tokens?show=past')
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

test('arrow keys move from the search to the names and back', async () => {
  const { user, focused } = await openConsole({ tokens: examples })
  await user.click(await search())
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(focused()).toBe('Edit ci-9'))
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(focused()).toBe('Edit ci-10'))
  await user.keyboard('{ArrowUp}{ArrowUp}')
  await waitFor(() => expect(focused()).toBe('Search tokens'))
})

test('ArrowDown right after typing moves to the match of that text', async () => {
  const { user, names, focused } = await openConsole({ tokens: examples })
  await user.type(await search(), 'CI-1{ArrowDown}')
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

test('a refresh shows what the service stores now', async () => {
  const { refresh, trial, names } = await openConsole({ tokens: ['a'] })
  await screen.findByRole('table', { name: 'Tokens' })
  await trial.call('POST', '/_/token', { name: 'b' })
  await refresh()
  await screen.findByRole('button', { name: 'Edit b' })
  expect(names()).toEqual(['a', 'b'])
})

test('a name with hidden characters is shown with them visible, and sent unchanged', async () => {
  const { flip, requestsTo, confirmWarning } = await openConsole({ tokens: ['ci\u202e-gnp.exe'] })
  await flip('ci⟨U+202E⟩-gnp.exe write')
  await confirmWarning()
  await waitFor(() => expect(requestsTo('PUT', '/_/token')[0]?.body).toMatchObject({ name: 'ci\u202e-gnp.exe' }))
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
