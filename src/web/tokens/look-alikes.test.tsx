import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

/** Looks are taken when the page is idle, a second later at the soonest. */
const patient = { timeout: 15_000 }
const twin = 'сi-deploy' // its first letter is Cyrillic
const row = (name: string) => screen.getByRole('row', { name: (_, node) => node.innerHTML.includes(`Edit ${name}"`) })

test('names that look alike are marked, each with the other, and so are names of mixed alphabets; others are not', async () => {
  await openConsole({ tokens: ['ci-deploy', twin, 'pаypal', 'grafana'], strict: true })
  await screen.findByText('Looks like “ci-deploy”, which is a different token.', {}, patient)
  within(row('ci-deploy')).getByText(`Looks like “${twin}”, which is a different token.`)
  within(row('pаypal')).getByText('Contains letters that only look Latin: а (U+0430).')
  expect(within(row('grafana')).queryByText(/Looks like|Contains letters/)).toBeNull()
})

test('a new name that looks like an existing one gets a warning, but can be created; then both are marked', async () => {
  const world = await openConsole({ tokens: ['ci-deploy'] })
  await world.press('New token')
  const sheet = await screen.findByRole('dialog', { name: 'New token' })
  await world.user.type(within(sheet).getByLabelText('Name'), twin)
  const hint = await within(sheet).findByText(/^Looks like “/, {}, patient)
  expect(hint.textContent).toBe('Looks like “ci-deploy”, which exists.')
  await world.press('Create token')
  await waitFor(() => expect(world.names()).toEqual([twin, 'ci-deploy']))
  expect(world.requestsTo('POST', '/_/token').map(({ body }) => (body as { name: string }).name)).toEqual([twin])
  await screen.findByText('Looks like “ci-deploy”, which is a different token.', {}, patient)
})

test('a mark goes away with its reason', async () => {
  const world = await openConsole({ tokens: ['ci-deploy', 'CI-deploy'] })
  await screen.findByText('Looks like “CI-deploy”, which is a different token.', {}, patient)
  await world.press('More for CI-deploy')
  await world.user.click(await screen.findByRole('menuitem', { name: 'Delete CI-deploy' }))
  await world.press('Delete token')
  await waitFor(() => expect(world.names()).toEqual(['ci-deploy']))
  expect(screen.queryByText(/^Looks like/)).toBeNull()
})

test('an existing name is an error, not a look-alike', async () => {
  const world = await openConsole({ tokens: ['ci-deploy', 'CI-deploy'] })
  await world.press('New token')
  const sheet = await screen.findByRole('dialog', { name: 'New token' })
  await world.user.type(within(sheet).getByLabelText('Name'), 'ci-deploy')
  await within(sheet).findByText(/already exists/)
  expect(within(sheet).queryByText(/^Looks like/)).toBeNull()
})

test('names of spaces only, and names with direction marks, get a mark in the row and a warning in the form', async () => {
  const world = await openConsole({ tokens: ['  ', 'ci\u202edeploy', 'grafana'] })
  const mark = 'Contains marks that change the text direction: U+202E.'
  await screen.findByRole('button', { name: 'Edit ␣␣' })
  within(row('␣␣')).getByText('Contains only spaces.')
  within(row('ci⟨U+202E⟩deploy')).getByText(mark)
  await world.press('New token')
  const sheet = await screen.findByRole('dialog', { name: 'New token' })
  const field = within(sheet).getByLabelText('Name')
  await world.user.click(field)
  await world.user.paste('   ')
  within(sheet).getByText('Contains only spaces.')
  await world.user.clear(field)
  await world.user.paste('a\u202eb')
  within(sheet).getByText(mark)
})
