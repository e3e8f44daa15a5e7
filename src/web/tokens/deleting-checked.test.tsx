import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type World } from '#web/testing/console.tsx'

const far = 1_900_000_000_000

/** Deletes a token, and goes on where that is asked. */
async function deleted(world: World, name: string) {
  await world.choose(name, `Delete ${name}`)
  await world.agree()
}

async function replaced(world: World) {
  await world.choose('a', 'Replace value…')
  await world.agree()
}

/** Changes by somebody else, half a minute later. */
async function createAgain({ trial, passTime }: World, write: boolean) {
  passTime(30_000)
  await trial.call('DELETE', '/_/token', { name: 'a' })
  await trial.call('POST', '/_/token', { name: 'a', expiration_date: far, write })
}

const dialog = () => screen.findByRole('alertdialog')

/** The same question once more, with this button. */
async function again(button: string) {
  await screen.findByRole('button', { name: button })
  return dialog()
}

test('a token that was deleted and created again is not deleted, and “Show it” shows it', async () => {
  const world = await openConsole({ tokens: ['a', 'b'], hash: '#/tokens?q=b' })
  await world.user.clear(await screen.findByRole('searchbox', { name: 'Search tokens' }))
  await waitFor(() => expect(world.names()).toContain('a'))
  await createAgain(world, true)
  await deleted(world, 'a')
  const created = new Date(world.trial.clock.now).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  const told = await screen.findByRole('alertdialog', { name: /was not deleted/ })
  expect(told.textContent).toContain(
    `“a” was deleted and created again at ${created}, after this list was loaded. Nothing was deleted.`,
  )
  expect(world.requestsTo('DELETE', '/_/token')).toEqual([])
  await world.user.click(within(told).getByRole('button', { name: 'Show it' }))
  await waitFor(() => expect(world.focused()).toBe('Edit a'))
  expect(screen.getByRole('switch', { name: 'a write' }).getAttribute('aria-checked')).toBe('true')
  expect(world.requestsTo('DELETE', '/_/token')).toEqual([])
})

test('if a token has changed, it is asked again with the changes, then deleted', async () => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  world.passTime(30_000)
  await world.trial.call('PUT', '/_/token', { name: 'a', expiration_date: far, write: true, active: false })
  await deleted(world, 'a')
  const question = await again('Delete anyway')
  expect(question.textContent).toContain('It changed after this list was loaded. Nothing was sent yet.')
  expect(question.textContent).toContain('Writeoff → on')
  expect(question.textContent).toContain('Activeon → off')
  expect(world.requestsTo('DELETE', '/_/token')).toEqual([])
  await world.press('Delete anyway')
  await waitFor(() => expect(world.names()).toEqual(['b']))
  expect(world.requestsTo('DELETE', '/_/token')).toHaveLength(1)
})

test('a token that changes while the dialog is open is asked about again, then deleted', async () => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  await world.choose('a', 'Delete a')
  await screen.findByRole('button', { name: 'Delete token' })
  world.passTime(30_000)
  await world.trial.call('PUT', '/_/token', { name: 'a', expiration_date: far, write: true, active: true })
  await world.press('Delete token')
  await screen.findByText('It changed after this list was loaded. Nothing was sent yet.')
  expect((await dialog()).textContent).toContain('Writeoff → on')
  expect(world.requestsTo('DELETE', '/_/token')).toEqual([])
  await world.press('Delete anyway')
  await waitFor(() => expect(world.names()).toEqual(['b']))
})

test('if the list cannot be read, a leaked token can still be deleted, and the dialog says what that means', async () => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  world.interceptNext('GET', '/_/token', { status: 500 })
  await deleted(world, 'a')
  const question = await again('Delete without checking')
  expect(question.textContent).toContain('The console can’t check whether this is still the same token.')
  expect(world.requestsTo('DELETE', '/_/token')).toEqual([])
  await world.press('Delete without checking')
  await waitFor(() => expect(world.names()).toEqual(['b']))
})

test('a token that no longer exists is reported as deleted, and nothing is sent', async () => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  await world.trial.call('DELETE', '/_/token', { name: 'a' })
  await deleted(world, 'a')
  await world.toasted('“a” was already deleted. Nothing was sent.')
  expect(world.names()).toEqual(['b'])
  expect(world.requestsTo('DELETE', '/_/token')).toEqual([])
})

test('replacing the value of a token that was created again sends nothing', async () => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  await createAgain(world, true)
  await replaced(world)
  const told = await screen.findByRole('alertdialog', { name: /was not replaced/ })
  expect(told.textContent).toMatch(/created again at .* Nothing was replaced\./)
  expect(screen.queryByRole('button', { name: 'Replace value' })).toBeNull()
  await world.press('Close')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(world.requestsTo('DELETE', '/_/token')).toEqual([])
})

test('replacing the value of a changed token is asked again with the changes, and goes ahead if confirmed', async () => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  world.passTime(30_000)
  await world.trial.call('PUT', '/_/token', { name: 'a', expiration_date: far, write: true, active: true })
  await replaced(world)
  const question = await again('Replace anyway')
  expect(question.textContent).toContain('Writeoff → on')
  expect(screen.queryByRole('button', { name: 'Dismiss note of a' })).toBeNull()
  expect(world.requestsTo('DELETE', '/_/token')).toEqual([])
  await world.press('Replace anyway')
  await waitFor(() => expect(world.requestsTo('POST', '/_/token')).toHaveLength(1))
  expect(world.requestsTo('POST', '/_/token')[0]?.body).toMatchObject({ name: 'a', write: true })
})

test('if the list cannot be read, replacing a value sends nothing, and a note says so', async () => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  world.interceptNext('GET', '/_/token', { status: 500 })
  await replaced(world)
  await screen.findByText('The console can’t check whether this is still the same token. Nothing was sent.', {
    selector: '.verdict *',
  })
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(world.requestsTo('DELETE', '/_/token')).toEqual([])
})

test('a token that has expired by the service’s clock gets another date before its value is replaced', async () => {
  const world = await openConsole({
    tokens: [{ name: 'a', expires: 300_000 }],
    before: (trial) => void (trial.clock.now += 600_000),
  })
  await screen.findAllByText('Expired')
  await world.choose('a', 'Replace value…')
  expect((await dialog()).textContent).toContain('The stored expiry has passed')
})
