import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

const shown = () => [...document.querySelectorAll('.banners .banner p')].map(({ textContent }) => textContent)
const offline = 'This browser is offline. Read-only while the console server is unreachable.'
const uncopied = '1 new value was not copied.'

test('of several banners the most important one stands in the line, the others behind its button', async () => {
  const world = await openConsole({ readings: 'documented,list-secret=carried,value-on-put=new', tokens: ['a'] })
  await world.flip('a write')
  await world.confirmWarning()
  await screen.findByText(uncopied)
  const going = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  await screen.findByText('This browser is offline.')
  expect(shown()).toEqual([offline])
  await world.press('1 more')
  expect(shown()).toEqual([offline, uncopied])
  expect(screen.getByRole('button', { name: 'Less' }).getAttribute('aria-expanded')).toBe('true')
  await world.press('Less')
  expect(shown()).toEqual([offline])
  going.mockRestore()
  window.dispatchEvent(new Event('online'))
  await screen.findByText(uncopied)
  expect(shown()).toEqual([uncopied])
})
