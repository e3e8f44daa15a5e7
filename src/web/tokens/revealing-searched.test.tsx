import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

const search = () => screen.getByRole('searchbox', { name: 'Search tokens' })
const box = () => screen.findByRole('textbox', { name: 'Value of ci' })

async function revealed() {
  const world = await openConsole({ tokens: ['abc', 'ci', 'grafana'], strict: true })
  await world.press('Reveal ci')
  await waitFor(async () => expect((await box()).textContent).toBe(world.trial.valueOf('ci')))
  return world
}

test('a search that finds its token keeps the value open, under the row’s new place, without another read', async () => {
  const { user, names, trial, requestsTo } = await revealed()
  await user.type(search(), 'i')
  expect(names()).toEqual(['ci'])
  expect((await box()).textContent).toBe(trial.valueOf('ci'))
  await user.clear(search())
  expect(names()).toEqual(['abc', 'ci', 'grafana'])
  expect((await box()).textContent).toBe(trial.valueOf('ci'))
  expect(requestsTo('GET', '/_/token/value')).toHaveLength(1)
})

test('a search that hides its token hides the value: the row in its place shows none', async () => {
  const { user, names, trial } = await revealed()
  await user.type(search(), 'graf')
  expect(names()).toEqual(['grafana'])
  expect(screen.queryByRole('textbox', { name: /^Value of/ })).toBeNull()
  for (const part of trial.valueOf('ci').split('.').slice(1)) expect(document.body.innerHTML).not.toContain(part)
})
