import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

/** The page looks again two seconds after the last save. */
const afterLook = { timeout: 15_000 }
const by = 'It was changed outside this page, or by the service.'
const checked = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-checked')

test('“Saved” is taken back in sight when a colleague undid it at once, without a refresh', async () => {
  const world = await openConsole({ readings: 'list-secret=carried', tokens: ['ci', 'other'] })
  await world.flip('ci active')
  await world.confirmWarning()
  await screen.findAllByText('Saved')
  const [put] = world.requestsTo('PUT', '/_/token')
  await world.trial.call('PUT', '/_/token', { ...(put?.body as object), active: true })
  await waitFor(() => expect(screen.getByText(`“active” is on again. ${by}`)).toBeTruthy(), afterLook)
  expect(checked('ci active')).toBe('true')
  expect(screen.queryByText('Saved')).toBeNull()
  expect(world.announced()).toBe(`ci: “active” is on again. ${by}`)
  expect(world.requestsTo('PUT', '/_/token')).toHaveLength(1)
  await world.press('Activity')
  await screen.findByText(new RegExp(`^Saved active off\\. .*“active” is on again. ${by}$`))
})

test('“Saved” is taken back while the value of another token is being read', async () => {
  const world = await openConsole({ readings: 'list-secret=carried', tokens: ['ci', 'other'] })
  await world.flip('ci write')
  await world.confirmWarning()
  await screen.findAllByText('Saved')
  const look = world.hold('GET', '/_/token')
  const reads = world.requestsTo('GET', '/_/token').length
  const [put] = world.requestsTo('PUT', '/_/token')
  await world.trial.call('PUT', '/_/token', { ...(put?.body as object), write: false })
  await waitFor(() => expect(world.requestsTo('GET', '/_/token')).toHaveLength(reads + 1), afterLook)
  const value = world.hold('GET', '/_/token/value')
  await world.press('Reveal other')
  await waitFor(() => expect(world.requestsTo('GET', '/_/token/value')).toHaveLength(1))
  look()
  await screen.findByText(`“write” is off again. ${by}`)
  value()
})

test('three saves in a row are looked at once more with one request, and what holds is left alone', async () => {
  const world = await openConsole({ readings: 'list-secret=carried', tokens: ['a', 'b', 'c'] })
  // Not *active*: whether deactivating asks once more depends on whether the first verdict has come.
  await world.flip('a write')
  await world.confirmWarning()
  await world.flip('b write')
  await world.flip('c write')
  await waitFor(() => expect(world.requestsTo('PUT', '/_/token')).toHaveLength(3))
  await waitFor(() => expect(screen.queryAllByText('Saving…')).toEqual([]))
  const reads = world.requestsTo('GET', '/_/token').length
  await waitFor(() => expect(world.requestsTo('GET', '/_/token')).toHaveLength(reads + 1), afterLook)
  expect(screen.queryByText(/outside this page/)).toBeNull()
})

test('a deleted token that somebody creates again at once is in the list again, and a toast says so', async () => {
  const world = await openConsole({ tokens: ['ci', 'other'] })
  await world.choose('ci', 'Delete ci')
  await world.press('Delete token')
  await waitFor(() => expect(world.names()).toEqual(['other']))
  await world.trial.call('POST', '/_/token', { name: 'ci' })
  await waitFor(() => expect(world.names()).toContain('ci'), afterLook)
  await world.toasted('“ci”: In the list again. It was created outside this page, or by the service.')
})

test('a token that a colleague was just replacing, so that an act found none, is in the list again', async () => {
  const world = await openConsole({ tokens: ['ci', 'other'] })
  const { trial } = world
  await world.choose('ci', 'Delete ci')
  await screen.findByRole('button', { name: 'Delete token' })
  await trial.call('DELETE', '/_/token', { name: 'ci' })
  await world.press('Delete token')
  await world.toasted('“ci” was already deleted. Nothing was sent.')
  await waitFor(() => expect(world.names()).toEqual(['other']))
  await trial.call('POST', '/_/token', { name: 'ci' })
  await waitFor(() => expect(world.names()).toContain('ci'), afterLook)
  await world.toasted('“ci”: In the list again. It was created outside this page, or by the service.')
})

test('after signing out nothing is looked at any more', async () => {
  const world = await openConsole({ readings: 'list-secret=carried', tokens: ['ci'] })
  await world.flip('ci active')
  await world.confirmWarning()
  await screen.findAllByText('Saved')
  await world.signOut()
  const reads = world.requestsTo('GET', '/_/token').length
  await new Promise((resolve) => setTimeout(resolve, 2500))
  expect(world.requestsTo('GET', '/_/token')).toHaveLength(reads)
})

test('of a user whose flag a colleague turned back, “Saved” is taken back too', async () => {
  const world = await openConsole({ hash: '#/users', users: [{ email: 'li@x.test' }] })
  await world.flip('li@x.test admin')
  await screen.findAllByText('Saved')
  await world.trial.call('PUT', '/_/user', { email: 'li@x.test', admin: false, active: true })
  await waitFor(() => expect(screen.getByText(`“admin” is off again. ${by}`)).toBeTruthy(), afterLook)
  expect(checked('li@x.test admin')).toBe('false')
})
