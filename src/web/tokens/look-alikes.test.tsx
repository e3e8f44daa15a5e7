import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

/** Looks are taken when the page is idle, a second later at the soonest. */
const patient = { timeout: 15_000 }
const twin = 'ci‑deploy' // with a hyphen that does not break
const shownTwin = 'ci⟨U+2011⟩deploy'
const row = (name: string) => screen.getByRole('row', { name: (_, node) => node.innerHTML.includes(`Edit ${name}"`) })
/** The dialog with this title. */
async function questionTitled(title: string | RegExp) {
  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByRole('heading').textContent).toMatch(title)
  return dialog
}

test('names that look alike are marked, each with the other, and so are names of mixed alphabets; others are not', async () => {
  await openConsole({ tokens: ['ci-deploy', twin, 'pаypal', 'grafana'], strict: true })
  await screen.findByText('Looks like “ci-deploy”, which is a different token.', {}, patient)
  within(row('ci-deploy')).getByText(`Looks like “${shownTwin}”, which is a different token.`)
  within(row('pаypal')).getByText('Mixes Latin letters with another script: а (U+0430).')
  expect(within(row('grafana')).queryByText(/Looks like|Mixes/)).toBeNull()
})

test('a new name that looks like an existing one gets a warning, but can be created; then both are marked', async () => {
  const world = await openConsole({ tokens: ['ci-deploy'] })
  await world.press('New token')
  const sheet = await screen.findByRole('dialog', { name: 'New token' })
  await world.user.type(within(sheet).getByLabelText('Name'), twin)
  const hint = await within(sheet).findByText(/^Looks like “/, {}, patient)
  expect(hint.textContent).toBe('Looks like “ci-deploy”, which exists.')
  await world.press('Create token')
  await waitFor(() => expect(world.names()).toHaveLength(2))
  expect(world.requestsTo('POST', '/_/token').map(({ body }) => (body as { name: string }).name)).toEqual([twin])
  await screen.findByText('Looks like “ci-deploy”, which is a different token.', {}, patient)
})

test('three names that look the same are three different names in the list, and in the dialog before one is deleted', async () => {
  const world = await openConsole({ tokens: ['billing-export', 'billing-export ', 'billing‑export', 'grafana'] })
  await screen.findAllByText(/^Looks like “billing-export”/, {}, patient)
  const shown = screen.getAllByRole('rowheader').map((cell) => within(cell).getByRole('button').textContent)
  expect(shown.toSorted()).toEqual(['billing-export', 'billing-export␣', 'billing⟨U+2011⟩export', 'grafana'])
  await world.choose('billing-export␣', 'Delete billing-export␣')
  const dialog = await questionTitled('Delete “billing-export␣”?')
  within(dialog).getByText('Looks like “billing-export”, which is a different token.')
  await world.press('Delete token')
  await waitFor(() =>
    expect(world.requestsTo('DELETE', '/_/token').map(({ body }) => body)).toEqual([{ name: 'billing-export ' }]),
  )
  await world.choose('billing⟨U+2011⟩export', 'Replace value…')
  await questionTitled('Replace the value of “billing⟨U+2011⟩export”?')
  screen.getByText('Looks like “billing-export”, which is a different token.', { selector: '.warned *' })
  await world.press('Cancel')
  await world.choose('grafana', 'Delete grafana')
  const other = await questionTitled('Delete “grafana”?')
  expect(within(other).queryByText(/Looks like/)).toBeNull()
})

test('a letter written as one sign or two is spelled out where both names are in the list', async () => {
  const world = await openConsole({ tokens: ['café', 'cafe\u0301'] })
  await screen.findByText('Looks like “caf⟨U+00E9⟩”, which is a different token.', {}, patient)
  expect(
    screen
      .getAllByRole('rowheader')
      .map((cell) => within(cell).getByRole('button').textContent)
      .toSorted(),
  ).toEqual(['cafe⟨U+0301⟩', 'caf⟨U+00E9⟩'])
  await world.user.click(screen.getAllByRole('button', { name: /^More for caf/ })[0]!)
  await world.user.click(await screen.findByRole('menuitem', { name: /^Delete/ }))
  await questionTitled(/^Delete “(cafe⟨U\+0301⟩|caf⟨U\+00E9⟩)”\?$/)
})

test('a search for a name finds all that look like it', async () => {
  const alike = ['billing-export', 'billing-export ', 'billing‑export']
  const world = await openConsole({ tokens: [...alike, 'grafana'] })
  const search = await screen.findByRole('searchbox')
  for (const name of alike) {
    await world.user.clear(search)
    await waitFor(() => expect(world.names()).toHaveLength(4))
    await world.user.click(search)
    await world.user.paste(name)
    await waitFor(() => expect(world.names().toSorted()).toEqual(alike))
  }
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
