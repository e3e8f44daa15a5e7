import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type World } from '#web/testing/console.tsx'

const token = '/_/token'
const checked = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-checked')
const question = () => screen.findByRole('alertdialog')
const puts = ({ requestsTo }: World) => requestsTo('PUT', token)
const keeping = 'list-secret=carried'

async function saved() {
  const world = await openConsole({ readings: keeping, tokens: ['ci'] })
  await world.flip('ci write')
  await world.confirmWarning()
  await screen.findAllByText('Saved')
  return world
}

test('if values are kept, “Undo” restores everything, including the value', async () => {
  const world = await openConsole({ readings: keeping, tokens: ['ci'] })
  const before = world.trial.store.read('SELECT value, active, write, expiration_date FROM token')
  await world.flip('ci active')
  await world.press('Deactivate')
  await world.undo('ci')
  await screen.findAllByText('Restored')
  expect(document.querySelector('.verdict')).toBeNull()
  expect(world.trial.store.read('SELECT value, active, write, expiration_date FROM token')).toEqual(before)
})

test('undoing the deactivation of a token that never expires gives it a value that works', async () => {
  const world = await openConsole({ readings: 'query-server', tokens: [{ name: 'ci', expires: 'never' }] })
  const { trial, passTime } = world
  const old = trial.valueOf('ci')
  await world.flip('ci active')
  await world.press('Deactivate')
  await screen.findByText(/New value, but the token is inactive\./)
  expect(document.querySelector('.verdict')?.textContent).toMatch(/^Saved with differences\. “expires” changed\./)
  passTime(5000)
  await world.press('Undo for ci')
  await world.user.click(within(await question()).getByRole('button', { name: 'Undo' }))
  await screen.findByText(/New value\. Give it to the programs that use/)
  expect(checked('ci active')).toBe('true')
  await waitFor(async () => expect(await trial.usable(trial.valueOf('ci'))).toBe(true))
  expect(await trial.usable(old)).toBe(false)
  const [row] = trial.store.read('SELECT expiration_date, updated_at FROM token')
  expect(Number(row?.['expiration_date'])).toBe(Math.floor(Number(row?.['updated_at']) / 1000))
})

test('Undo asks about what somebody else changed since, and leaves that alone', async () => {
  const world = await saved()
  const { trial } = world
  world.passTime(3000)
  await trial.call('PUT', token, { ...(puts(world)[0]?.body as object), active: false })
  await world.undo('ci')
  const asked = await question()
  await within(asked).findByText('It changed after you opened it. Nothing was sent yet.')
  expect(asked.textContent).toContain('Activeon → off')
  expect(puts(world)).toHaveLength(1)
  await world.press('Save anyway')
  await waitFor(() => expect(trial.store.read('SELECT active, write FROM token')).toEqual([{ active: 0, write: 0 }]))
})

test('Undo while nothing can be changed says why, and is not sent later', async () => {
  const world = await saved()
  const back = world.interceptAll('GET', token, { status: 500 })
  await world.refresh()
  await screen.findByText(/\(500\)/)
  await world.undo('ci')
  await screen.findAllByText('The list couldn’t be refreshed, so nothing can be changed. Refresh it first.')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  back()
  await world.refresh()
  await waitFor(() => expect(screen.queryByText(/\(500\)/)).toBeNull())
  expect(puts(world)).toHaveLength(1)
})

test('after its moment in the row, Activity has the job, from the users page too', async () => {
  const world = await saved()
  await world.user.click(screen.getByRole('link', { name: 'Users' }))
  await screen.findByRole('table', { name: 'Users' })
  await world.press('Activity')
  const activity = within(await screen.findByRole('dialog', { name: 'Activity' }))
  await activity.findByText(/Saved, write on\./)
})
