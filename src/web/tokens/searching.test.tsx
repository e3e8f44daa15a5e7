import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

const marks = () => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent)

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
