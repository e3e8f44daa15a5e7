import { expect, test } from 'vitest'
import { isStorageAllowed } from './storage-allowed.ts'

const blocked = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

test.each(['localStorage', 'sessionStorage'] as const)('where the browser blocks %s, the page knows it', (storage) => {
  expect(isStorageAllowed(window)).toBe(true)
  const both = { localStorage, sessionStorage }
  expect(isStorageAllowed(Object.defineProperty(both, storage, { get: blocked }))).toBe(false)
})
