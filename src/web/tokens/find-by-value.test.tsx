import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { announcements } from '#web/testing/announcements.ts'
import { openConsole, type World } from '#web/testing/console.tsx'

const names = ['billing', 'ci-deploy', 'grafana', 'mailer', 'nightly', 'orders']

async function openFind({ user, press }: World) {
  await press('More for tokens')
  await user.click(await screen.findByRole('menuitem', { name: 'Find by value…' }))
  return screen.findByRole('alertdialog', { name: 'Find a token by its value' })
}

const fieldIn = (dialog: HTMLElement) => within(dialog).getByLabelText<HTMLInputElement>('Value')
const reads = ({ requestsTo }: World) =>
  requestsTo('GET', '/_/token/value').map(({ path }) => decodeURIComponent(path.split('name=')[1] ?? ''))

test('a pasted value names its token at once where the list carries values; nothing else is read, and the field is empty', async () => {
  const world = await openConsole({ readings: 'query-server', tokens: names })
  const spoken = announcements()
  const dialog = await openFind(world)
  const value = world.trial.valueOf('grafana')
  const before = world.requests.length
  await world.user.click(fieldIn(dialog))
  await world.user.paste(`Authorization: Bearer ${value}\n`)
  await within(dialog).findByText('grafana')
  expect(dialog.textContent).toContain('“grafana” has this value.')
  expect(spoken).toContain('polite: “grafana” has this value.')
  expect(fieldIn(dialog).value).toBe('')
  expect(world.requests.slice(before).map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /_/token'])
  expect(document.documentElement.outerHTML).not.toContain(value.slice(-12))

  await world.user.click(within(dialog).getByRole('button', { name: 'Show it' }))
  await waitFor(() => expect(world.names()).toEqual(['grafana']))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await waitFor(() => expect(world.focused()).toBe('Edit grafana'))
})

test('where the list leaves values out, the admin is asked, and reading ends at the match', async () => {
  const world = await openConsole({ tokens: names })
  const dialog = await openFind(world)
  await world.user.type(fieldIn(dialog), world.trial.valueOf('orders'))
  await world.user.click(within(dialog).getByRole('button', { name: 'Find' }))
  await within(dialog).findByText(/^Read the values of 6 tokens\?/)
  expect(fieldIn(dialog).value).toBe('')
  expect(reads(world)).toEqual([])
  const gates = Array.from({ length: 4 }, () => world.hold('GET', '/_/token/value'))
  await world.user.click(within(dialog).getByRole('button', { name: 'Read values' }))
  await waitFor(() => expect(reads(world)).toHaveLength(4))
  within(dialog).getByText('Reading the list…')
  for (const open of gates) open()
  await within(dialog).findByText('orders')
  expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Show it' }))
  expect(reads(world).length).toBeLessThanOrEqual(6)
})

test('a value of no token is told, with the values that could not be read', async () => {
  const world = await openConsole({ tokens: names })
  const dialog = await openFind(world)
  world.interceptAll('GET', '/_/token/value?name=mailer', { status: 500 })
  await world.user.click(fieldIn(dialog))
  await world.user.paste('a value of nobody')
  await world.user.click(await within(dialog).findByRole('button', { name: 'Read values' }))
  await within(dialog).findByText(
    'None of these 5 tokens has this value. 1 value could not be read. It may belong to a user or to a deleted token.',
  )
  expect(reads(world).toSorted()).toEqual(names)
  await world.user.click(within(dialog).getByRole('button', { name: 'Find' }))
  await within(dialog).findByText('Paste the value first.')
})

test('stopping ends the reading, and so does closing', async () => {
  const world = await openConsole({ tokens: names })
  const dialog = await openFind(world)
  world.interceptAll('GET', '/_/token/value', 'never')
  const ask = async () => {
    await world.user.click(fieldIn(dialog))
    await world.user.paste('a value of nobody')
    await world.user.click(await within(dialog).findByRole('button', { name: 'Read values' }))
  }
  await ask()
  await waitFor(() => expect(reads(world)).toHaveLength(4))
  await world.user.click(within(dialog).getByRole('button', { name: 'Stop' }))
  expect(within(dialog).queryByText(/Reading|Read the/)).toBeNull()
  await ask()
  await waitFor(() => expect(reads(world)).toHaveLength(8))
  await world.user.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await waitFor(() => expect(world.focused()).toBe('More for tokens'))
  expect(reads(world)).toHaveLength(8)
})

test('a failing service is told in words, and the value has to be pasted again', async () => {
  const world = await openConsole({ tokens: names })
  const dialog = await openFind(world)
  world.interceptNext('GET', '/_/token', { status: 503 })
  await world.user.click(fieldIn(dialog))
  await world.user.paste('a value of nobody')
  await within(dialog).findByText(/503/)
  expect(within(dialog).queryByRole('button', { name: 'Read values' })).toBeNull()
})

test('a value pasted into the search is offered to be found: it is searched for without pasting it again', async () => {
  const world = await openConsole({ readings: 'query-server', tokens: names })
  const value = world.trial.valueOf('mailer')
  const box = await screen.findByRole<HTMLInputElement>('searchbox')
  await world.user.type(box, 'ci')
  await world.user.paste(value)
  expect(box.value).toBe('')
  await world.press('Find by value…')
  const dialog = await screen.findByRole('alertdialog')
  await within(dialog).findByText('mailer')
  await world.user.click(within(dialog).getByRole('button', { name: 'Replace value…' }))
  await screen.findByRole('button', { name: 'Replace value' })
  expect(screen.getByRole('alertdialog').textContent).toContain('Replace the value of “mailer”?')
})

test('what the search offered returns the focus to the search', async () => {
  const world = await openConsole({ readings: 'query-server', tokens: names })
  await world.user.click(await screen.findByRole('searchbox'))
  await world.user.paste(world.trial.valueOf('mailer'))
  await world.press('Find by value…')
  await world.press('Close')
  await waitFor(() => expect(world.focused()).toBe('Search tokens'))
})

test('a value in the search that is left there is gone: the offer ends with the focus', async () => {
  const world = await openConsole({ readings: 'query-server', tokens: names })
  const box = await screen.findByRole<HTMLInputElement>('searchbox')
  await world.user.click(box)
  await world.user.paste(world.trial.valueOf('mailer'))
  await screen.findByRole('button', { name: 'Find by value…' })
  screen.getByRole('button', { name: 'Find by value…' }).focus()
  await world.user.tab()
  expect(screen.queryByRole('button', { name: 'Find by value…' })).toBeNull()
})
