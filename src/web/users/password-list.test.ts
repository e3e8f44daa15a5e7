import { expect, test } from 'vitest'
import { generatePassword } from './password.ts'
import { isCommonPassword } from './password-list.ts'
// oxlint-disable-next-line import/default -- Vite’s
import common from './common-passwords.txt?raw'

const all = common.trimEnd().split('\n')

test('at least 3,000 common passwords are listed, each once, and none is too short to be used', () => {
  expect(all.length).toBeGreaterThanOrEqual(3000)
  expect(new Set(all).size).toBe(all.length)
  for (const password of all) {
    expect(password).toMatch(/^[\x21-\x7e]{8,}$/)
    expect(isCommonPassword(password)).toBe(true)
    expect(isCommonPassword(password.toUpperCase())).toBe(true)
  }
})

test.each(['password', 'Sunshine', '12345678', 'qwertyuiop', 'iloveyou', 'trustno1'])('“%s” is listed', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

test('uncommon passwords are not listed', () => {
  for (const password of ['', ' ', 'correct donkey', '__proto__', 'constructor', 'hasOwnProperty', 'kM3v_Q9x-wq']) {
    expect(isCommonPassword(password)).toBe(false)
  }
  for (let i = 0; i < 200; i += 1) {
    expect(isCommonPassword(generatePassword((bytes) => crypto.getRandomValues(bytes)))).toBe(false)
  }
})
