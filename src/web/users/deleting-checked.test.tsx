import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

async function open() {
  const users = [{ email: 'anna@x.test' }, { email: 'li@x.test' }]
  const world = await openConsole({ users, hash: '#/users', byPassword: true })
  await screen.findByRole('button', { name: 'More for li@x.test' })
  return world
}

test('an account that was deleted and created again is not deleted', async () => {
  const world = await open()
  world.passTime(30_000)
  await world.trial.call('DELETE', '/_/user', { email: 'li@x.test' })
  expect(await world.trial.status('POST', '/_/user', { email: 'li@x.test', password: 'pa55 word', admin: true })).toBe(
    201,
  )
  await world.choose('li@x.test', 'Delete li@x.test')
  await world.agree()
  const told = await screen.findByRole('alertdialog', { name: /was not deleted/ })
  expect(told.textContent).toMatch(/“li@x\.test” was deleted and created again at .* Nothing was deleted\./)
  await world.user.click(within(told).getByRole('button', { name: 'Show it' }))
  await waitFor(() => expect(world.focused()).toBe('Edit li@x.test'))
  expect(world.requestsTo('DELETE', '/_/user')).toEqual([])
})

test('if an account has changed, it is asked again with the changes', async () => {
  const world = await open()
  world.passTime(30_000)
  await world.trial.call('PUT', '/_/user', { email: 'li@x.test', admin: true, active: true })
  await world.choose('li@x.test', 'Delete li@x.test')
  await world.agree()
  await screen.findByRole('button', { name: 'Delete anyway' })
  const question = screen.getByRole('alertdialog')
  expect(question.textContent).toContain('Adminoff → on')
  await world.press('Delete anyway')
  await waitFor(() => expect(world.names()).not.toContain('li@x.test'))
})

test('if the list cannot be read, an account is deleted only after “Delete without checking”', async () => {
  const world = await open()
  world.interceptNext('GET', '/_/user', { status: 500 })
  await world.choose('li@x.test', 'Delete li@x.test')
  await world.agree()
  await screen.findByRole('button', { name: 'Delete without checking' })
  const question = screen.getByRole('alertdialog')
  expect(question.textContent).toContain('The console can’t check whether this is still the same account.')
  expect(world.requestsTo('DELETE', '/_/user')).toEqual([])
  await world.press('Delete without checking')
  await waitFor(() => expect(world.names()).not.toContain('li@x.test'))
})

test('without a list the dialog says at once that it cannot check', async () => {
  const world = await openConsole({ readings: 'bare', hash: '#/users' })
  await world.user.type(await screen.findByLabelText('Email'), 'li@x.test')
  await world.press('Delete user…')
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('The console can’t check whether this is still the same account.')
  await world.press('Delete without checking')
})
