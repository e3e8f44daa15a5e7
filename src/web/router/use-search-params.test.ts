import { expect, test } from 'vitest'
import { getSearchParams, resetUrl, setSearchParams, keepSecretsOutOfUrl } from './use-search-params.ts'

const leaveField = () => window.dispatchEvent(new FocusEvent('focusout'))

test('a typed search reaches the address when the focus leaves the field, any other change at once', () => {
  setSearchParams('tokens', new URLSearchParams('show=past'), false)
  expect(window.location.hash).toBe('#/tokens?show=past')
  setSearchParams('tokens', new URLSearchParams('q=ci'), true)
  leaveField()
  expect(window.location.hash).toBe('#/tokens?q=ci')
})

test('a search typed before signing out never reaches the address', () => {
  setSearchParams('tokens', new URLSearchParams(), false)
  setSearchParams('tokens', new URLSearchParams('q=ci'), true)
  resetUrl()
  leaveField()
  expect(window.location.hash).toBe('#/tokens')
})

test('a search that looks secret, because a name does, never reaches the address, and is forgotten when the page changes', () => {
  setSearchParams('tokens', new URLSearchParams('q=Bearer+abc&show=past'), true)
  leaveField()
  expect(window.location.hash).toBe('#/tokens?show=past')
  expect(getSearchParams().get('q')).toBe('Bearer abc')
  window.history.replaceState(null, '', '#/users')
  expect(getSearchParams().get('q')).toBeNull()
})

test('a secret in an address that somebody else made is not searched, and taken out of the address', () => {
  const uuid = '3f73454a-e047-4b39-8302-85f396046e0f'
  window.location.hash = `#/tokens?q=${uuid}&show=past`
  expect(getSearchParams().toString()).toBe('show=past')
  const stop = keepSecretsOutOfUrl()
  expect(window.location.hash).toBe('#/tokens?show=past')
  window.location.hash = `#/users?q=${uuid}`
  window.dispatchEvent(new HashChangeEvent('hashchange'))
  expect(window.location.hash).toBe('#/users')
  stop()
})
