import { expect, test } from 'vitest'
import { currentSearch, leaveAddress, replaceSearch, watchAddress } from './use-route.ts'

const leaveField = () => window.dispatchEvent(new FocusEvent('focusout'))

test('a typed search reaches the address when the focus leaves the field, any other change at once', () => {
  replaceSearch('tokens', new URLSearchParams('show=past'), false)
  expect(window.location.hash).toBe('#/tokens?show=past')
  replaceSearch('tokens', new URLSearchParams('q=ci'), true)
  leaveField()
  expect(window.location.hash).toBe('#/tokens?q=ci')
})

test('a search typed before signing out never reaches the address', () => {
  replaceSearch('tokens', new URLSearchParams(), false)
  replaceSearch('tokens', new URLSearchParams('q=ci'), true)
  leaveAddress()
  leaveField()
  expect(window.location.hash).toBe('#/tokens')
})

test('a search that looks secret, because a name does, never reaches the address, and is forgotten when the page changes', () => {
  replaceSearch('tokens', new URLSearchParams('q=Bearer+abc&show=past'), true)
  leaveField()
  expect(window.location.hash).toBe('#/tokens?show=past')
  expect(currentSearch().get('q')).toBe('Bearer abc')
  window.history.replaceState(null, '', '#/users')
  expect(currentSearch().get('q')).toBeNull()
})

test('a secret in an address that somebody else made is not searched, and taken out of the address', () => {
  const uuid = '3f73454a-e047-4b39-8302-85f396046e0f'
  window.location.hash = `#/tokens?q=${uuid}&show=past`
  expect(currentSearch().toString()).toBe('show=past')
  const stop = watchAddress()
  expect(window.location.hash).toBe('#/tokens?show=past')
  window.location.hash = `#/users?q=${uuid}`
  window.dispatchEvent(new HashChangeEvent('hashchange'))
  expect(window.location.hash).toBe('#/users')
  stop()
})
