import { screen } from '@testing-library/react'
import { afterAll, expect, test, vi } from 'vitest'
import { openSignIn } from '#web/testing/console.tsx'

vi.mock('./tab-backend.ts', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

afterAll(() => void vi.resetModules())

test('if the code of tab mode cannot be loaded, the page says so and offers to try again', async () => {
  await openSignIn()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Part of this page could not be loaded.')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(document.querySelector('input')).toBeNull()
})
