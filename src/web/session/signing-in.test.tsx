import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

test('a pasted bearer opens the list of tokens', async () => {
  const { names } = await openConsole({ tokens: ['ci-deploy', 'grafana'] })
  expect(await screen.findByRole('table', { name: 'Tokens' })).toBeTruthy()
  expect(names()).toEqual(['ci-deploy', 'grafana'])
})
