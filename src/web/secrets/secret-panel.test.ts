import { expect, test } from 'vitest'
import { whitespaceWarning } from './secret-panel.tsx'

test.each([
  ['plain', undefined],
  ['two  inside', undefined],
  ['at the end ', 'The value ends with white space.'],
  ['\tat the beginning', 'The value begins with white space.'],
  [' at both\n', 'The value begins and ends with white space.'],
  [' \u00a0', 'The value is nothing but white space.'],
])('of the value %j it is said: %s', (text, says) => {
  expect(whitespaceWarning(text, 'value')).toBe(says)
})
