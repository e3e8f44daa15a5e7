import { expect, test } from 'vitest'
import { isStorageAvailable } from './browser.ts'

const blocked = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

test.each(['localStorage', 'sessionStorage'] as const)('where the browser blocks %s, the page knows it', (storage) => {
  expect(isStorageAvailable(window)).toBe(true)
  const both = { localStorage, sessionStorage }
  expect(isStorageAvailable(Object.defineProperty(both, storage, { get: blocked }))).toBe(false)
})
