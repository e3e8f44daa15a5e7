import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, origin, type World } from '#web/testing/console.tsx'

const checked = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-checked')
const question = () => screen.findByRole('alertdialog')
/** As after a check. */
const breaksValues = () =>
  localStorage.setItem(
    `query-admin update-check ${origin} ${origin}_/`,
    JSON.stringify({ effect: 'replaces-and-needs-repair', at: 1 }),
  )

test('undoing the deactivation of a token that never expires gives it a working value, and says that the old one is gone', async () => {
  const world = await openConsole({ readings: 'query-server', tokens: [{ name: 'ci', expires: 'never' }] })
  const { trial, passTime } = world
  const old = trial.valueOf('ci')
  expect(await trial.usable(old)).toBe(true)
  await world.flip('ci active')
  await world.press('Deactivate')
  await screen.findByText(/New value, but the token is inactive\./)
  expect(document.body.textContent).toMatch(/The service also changed the expiry: no expiry set → .* \(expired\)\./)
  expect(document.body.textContent).not.toMatch(/(?<!\b(?:not|been|was|not be) )\bsaved\b(?! with differences)/i)
  passTime(5000)
  await world.press('Undo for ci, with a new value')
  const dialog = await question()
  await world.user.click(within(dialog).getByRole('button', { name: 'Undo' }))
  await screen.findByText('Restored. “” has a new value. The old one can’t be restored.')
  expect(document.body.textContent).toContain('Restored. “ci” has a new value. The old one can’t be restored.')
  expect(checked('ci active')).toBe('true')
  expect(await trial.usable(trial.valueOf('ci'))).toBe(true)
  expect(await trial.usable(old)).toBe(false)
  const [row] = trial.store.read('SELECT expiration_date, updated_at FROM token')
  expect(Number(row?.['expiration_date'])).toBe(Math.floor(Number(row?.['updated_at']) / 1000))
})

test('if values are kept, “Undo” restores everything, including the value', async () => {
  const world = await openConsole({ readings: 'list-secret=carried', tokens: ['ci'] })
  const [before] = world.trial.store.read('SELECT value, active, write, expiration_date FROM token')
  await world.flip('ci active')
  await world.press('Deactivate')
  await world.undo('ci')
  await screen.findAllByText('Restored')
  expect(document.querySelector('.verdict')).toBeNull()
  expect(world.trial.store.read('SELECT value, active, write, expiration_date FROM token')).toEqual([before])
})

async function askForNever(world: Awaited<ReturnType<typeof openConsole>>) {
  await world.press('Edit ci')
  await world.user.click(await screen.findByRole('radio', { name: 'Never' }))
  await world.press('Save changes')
}

test('if the service keeps a date that was to go, the note says so and offers another try', async () => {
  const world = await openConsole({ readings: 'list-secret=carried,omitted-on-put=kept', tokens: ['ci'] })
  await askForNever(world)
  await world.user.click(within(await question()).getByRole('button', { name: 'Save changes' }))
  await screen.findByText(/Saved with differences: the service answered OK, but it expires/)
  expect(screen.getByRole('button', { name: 'Try again for ci' })).toBeTruthy()
})

test('if a repair can remove a date, a save to “Never” is repaired automatically', async () => {
  breaksValues()
  localStorage.setItem(`query-admin always-repair ${origin} ${origin}_/`, 'no')
  const world = await openConsole({ readings: 'query-server', tokens: ['ci'] })
  await askForNever(world)
  expect((await question()).textContent).toContain('To remove the expiry, the console saves “ci” again')
  await world.user.click(within(await question()).getByRole('button', { name: 'Save changes' }))
  await screen.findByText(/^Saved\. New value\. Give it to the programs/)
  await waitFor(async () => expect(await world.trial.usable(world.trial.valueOf('ci'))).toBe(true))
  const [row] = world.trial.store.read('SELECT expiration_date, updated_at FROM token')
  expect(Number(row?.['expiration_date'])).toBe(Math.floor(Number(row?.['updated_at']) / 1000))
})

test('a repair that the admin declined is announced before a save to “Never” and before an undo, whatever is quiet', async () => {
  breaksValues()
  const world = await openConsole({ readings: 'query-server', tokens: ['ci'] })
  await world.flip('ci write')
  await world.user.click(within(await question()).getByRole('checkbox', { name: /Repair afterwards/ }))
  await world.user.click(within(await question()).getByRole('checkbox', { name: /Don’t warn again/ }))
  await world.press('Turn write on')
  await screen.findByText(/the new value needs repair/i)
  const sent = () => world.requestsTo('PUT', '/_/token').length
  expect(sent()).toBe(1)
  await world.press('Undo for ci, with a new value')
  expect((await question()).textContent).toContain(
    'the console then saves “ci” again until its new value agrees with it',
  )
  expect(within(await question()).queryByRole('checkbox', { name: /Don’t warn again/ })).toBeNull() // it is ticked already
  await world.press('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await askForNever(world)
  expect((await question()).textContent).toContain('To remove the expiry, the console saves “ci” again')
  expect(sent()).toBe(1)
})

/** Undoes the last save of ci in *Activity*. */
async function undoInActivity(world: World) {
  await world.press('Activity')
  await world.press(/^Undo for ci, /)
}
const keeping = 'list-secret=carried'

test('after its moment in the row Undo is in Activity, from the users page too', async () => {
  const world = await openConsole({ readings: keeping, tokens: ['ci'] })
  await world.flip('ci write')
  await world.confirmWarning()
  await screen.findAllByText('Saved')
  await world.user.click(screen.getByRole('link', { name: 'Users' }))
  await screen.findByRole('table', { name: 'Users' })
  await undoInActivity(world)
  await screen.findAllByText('Restored')
  expect(checked('ci write')).toBe('false')
})

test('Undo of what somebody else changed since compares, and sends nothing', async () => {
  const world = await openConsole({ readings: keeping, tokens: ['ci'] })
  await world.flip('ci write')
  await world.confirmWarning()
  await screen.findAllByText('Saved')
  world.passTime(3000) // a reading less than two seconds old would serve
  await world.trial.call('PUT', '/_/token', { name: 'ci', active: false, write: true })
  await undoInActivity(world)
  await screen.findByRole('alertdialog', { name: /changed since the list was read/ })
  expect(world.requestsTo('PUT', '/_/token')).toHaveLength(1)
})

/** A token under whose row a note offers Undo: the service ignored the save. */
async function noted() {
  const world = await openConsole({ tokens: ['ci'] })
  world.interceptNext('PUT', '/_/token', { status: 200 })
  await world.flip('ci write')
  await world.confirmWarning()
  await screen.findByText(/^Not saved: the service answered OK/)
  return world
}

test('Undo in a note compares too: it does not overwrite what somebody else changed since', async () => {
  const world = await noted()
  world.passTime(3000)
  await world.trial.call('PUT', '/_/token', { name: 'ci', active: false, write: true })
  await world.press('Undo for ci')
  await screen.findByRole('alertdialog', { name: /changed since the list was read/ })
  expect(world.requestsTo('PUT', '/_/token')).toHaveLength(1)
})

test('Undo in a note while the list is read-only opens no dialog, and sends nothing', async () => {
  const world = await noted()
  world.interceptNext('GET', '/_/token', { status: 500 })
  await world.refresh()
  await screen.findByText(/The list could not be read/)
  await world.press('Undo for ci')
  await screen.findAllByText('The list couldn’t be refreshed, so nothing can be changed. Refresh it first.')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(world.requestsTo('PUT', '/_/token')).toHaveLength(1)
})

test('a save that a later act may have changed can no longer be undone in Activity', async () => {
  const world = await openConsole({ readings: keeping, tokens: ['ci', 'b'] })
  await world.flip('ci write')
  await world.confirmWarning()
  await screen.findAllByText('Saved')
  await world.choose('ci', 'Delete ci')
  await world.press('Delete token')
  await waitFor(() => expect(world.names()).toEqual(['b']))
  await world.press('Activity')
  await screen.findByRole('dialog', { name: 'Activity' })
  expect(screen.queryByRole('button', { name: /^Undo for ci/ })).toBeNull()
})

test('Undo while nothing can be changed says why, and is not sent later', async () => {
  const world = await openConsole({ readings: keeping, tokens: ['ci'] })
  await world.flip('ci write')
  await world.confirmWarning()
  await screen.findAllByText('Saved')
  world.interceptNext('GET', '/_/token', { status: 500 })
  await world.refresh()
  await screen.findByText(/The service failed|status 500|\(500\)/)
  await undoInActivity(world)
  await world.refresh()
  await waitFor(() => expect(screen.queryByText(/\(500\)/)).toBeNull())
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(world.requestsTo('PUT', '/_/token')).toHaveLength(1)
})

test('an undo leaves alone what a colleague changed after the save', async () => {
  const world = await openConsole({ readings: 'list-secret=carried', tokens: ['ci'] })
  const { trial } = world
  await world.flip('ci write')
  await world.press('Turn write on')
  await screen.findAllByText('Saved')
  world.passTime(3000)
  const [put] = world.requestsTo('PUT', '/_/token')
  await trial.call('PUT', '/_/token', { ...(put?.body as object), active: false })
  await world.undo('ci')
  const conflict = await screen.findByRole('alertdialog', { name: /changed since the list was read/ })
  const yours = within(conflict)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.lastChild?.textContent)
  expect(yours).toEqual(['off', 'unchanged', 'set by the service'])
  await world.press('Save only my change')
  await waitFor(() => expect(world.requestsTo('PUT', '/_/token')).toHaveLength(2))
  await waitFor(() => expect(trial.store.read('SELECT active, write FROM token')).toEqual([{ active: 0n, write: 0n }]))
})
