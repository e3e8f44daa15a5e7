import { expect, test } from 'vitest'
import { leaveAddress, replaceSearch } from './use-route.ts'

const leaveField = () => window.dispatchEvent(new FocusEvent('focusout'))

test('a search that is typed comes into the address when the focus leaves it, any other change at once', () => {
  replaceSearch('tokens', new URLSearchParams('show=past'), false)
  expect(window.location.hash).toBe('#/tokens?show=past')
  replaceSearch('tokens', new URLSearchParams('q=ci'), true)
  leaveField()
  expect(window.location.hash).toBe('#/tokens?q=ci')
})

test('what was typed before a list was put away never comes into the address', () => {
  replaceSearch('tokens', new URLSearchParams(), false)
  replaceSearch('tokens', new URLSearchParams('q=ci'), true)
  leaveAddress()
  leaveField()
  expect(window.location.hash).toBe('#/tokens')
})
