import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

test('a search finds the words in any order, whatever their case, width and accents', async () => {
  const { user, names } = await openConsole({ tokens: ['ci-deploy', 'Déploy ｃｉ', 'deploy'] })
  await user.type(await screen.findByRole('searchbox', { name: 'Search tokens' }), 'DEPLOY ci')
  await waitFor(() => expect(names()).toHaveLength(2))
  screen.getByRole('button', { name: 'Edit ci-deploy' })
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  await waitFor(() => expect(names()).toHaveLength(3))
})
