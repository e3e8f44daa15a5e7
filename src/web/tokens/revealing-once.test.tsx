import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

const value = '/_/token/value'

test('hovering, focusing and coming back online read no value', async () => {
  const world = await openConsole({ tokens: ['ci'], strict: true })
  const reveal = await screen.findByRole('button', { name: 'Reveal ci' })
  await world.user.hover(reveal)
  await world.user.hover(screen.getByRole('button', { name: 'Copy ci' }))
  reveal.focus()
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  window.dispatchEvent(new Event('focus'))
  await screen.findByRole('table', { name: 'Tokens' })
  expect(world.requestsTo('GET', value)).toEqual([])
})

test('a value that cannot be read is requested once', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  world.interceptAll('GET', value, { status: 500 })
  await world.press('Reveal ci')
  await screen.findByText(/The service failed \(500\)/)
  window.dispatchEvent(new Event('online'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(world.requestsTo('GET', value)).toHaveLength(1)
})
