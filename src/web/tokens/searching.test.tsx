import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

// jsdom has no highlights.
beforeEach(() => {
  vi.stubGlobal('CSS', Object.create(CSS, { highlights: { value: new Map() } }))
  vi.stubGlobal('Highlight', function (...ranges: Range[]) {
    return ranges
  })
})

const marks = () => [...(CSS.highlights.get('found') ?? [])].map(String)

test('a search finds the words in any order, and marks them in the names without changing what they are called', async () => {
  const { user, names } = await openConsole({ tokens: ['ci-deploy', 'Déploy ｃｉ', 'deploy'] })
  await user.type(await screen.findByRole('searchbox', { name: 'Search tokens' }), 'DEPLOY ci')
  await waitFor(() => expect(names()).toHaveLength(2))
  expect(marks()).toEqual(['ci', 'deploy', 'Déploy', 'ｃｉ'])
  screen.getByRole('button', { name: 'Edit ci-deploy' })
  screen.getByRole('rowheader', { name: 'ci-deploy' })
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  await waitFor(() => expect(names()).toHaveLength(3))
  expect(marks()).toEqual([])
})

test('a search marks what it matched in the emails of users', async () => {
  const { user, names } = await openConsole({ hash: '#/users', users: [{ email: 'Åsa@example.test' }] })
  await user.type(await screen.findByRole('searchbox', { name: 'Search users' }), 'asa')
  await waitFor(() => expect(names()).toEqual(['Åsa@example.test']))
  expect(marks()).toEqual(['Åsa'])
})

test('what was changed since the last visit is a chip, by the clock of the service', async () => {
  const minute = 60_000
  const { names, passTime, signOut, trial, user, refresh, press } = await openConsole({ tokens: ['new', 'old', 'own'] })
  const chip = /^Changed since my last visit/
  expect(screen.queryByRole('button', { name: chip })).toBeNull()
  await trial.call('PUT', '/_/token', { name: 'own', active: false, write: true })
  passTime(5_000)
  await signOut()
  passTime(10 * minute)
  await trial.call('PUT', '/_/token', { name: 'new', active: false, write: true })
  passTime(60 * minute)
  await user.click(await screen.findByLabelText('Your access token'))
  await user.paste(trial.bearer)
  await press('Sign in')
  expect((await screen.findByRole('button', { name: chip })).textContent).toBe('Changed since my last visit 1')
  await press(chip)
  expect(names()).toEqual(['new'])
  await trial.call('PUT', '/_/token', { name: 'old', active: false, write: true })
  await refresh()
  await waitFor(() => expect(names()).toEqual(['new', 'old']))
})
