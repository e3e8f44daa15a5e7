import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generatePassword } from './password.ts'

const filled = (bytes: readonly number[]) => generatePassword((array) => array.set(bytes.slice(0, array.length)))

test('every generated password has 24 characters', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(255), { minLength: 24, maxLength: 24 }), (bytes) => {
      const password = filled(bytes)
      expect(password).toMatch(/^[\x21-\x7e]{24}$/)
    }),
  )
})

test('each of 64 characters is equally likely', () => {
  const countByLetter = new Map<string, number>()
  for (let byte = 0; byte < 256; byte += 1) {
    const [letter = ''] = filled(Array.from({ length: 24 }, () => byte))
    countByLetter.set(letter, (countByLetter.get(letter) ?? 0) + 1)
  }
  expect(countByLetter.size).toBe(64)
  expect(new Set(countByLetter.values())).toEqual(new Set([4]))
})

test('characters that are easily confused are left out', () => {
  const all = Array.from({ length: 64 }, (_, byte) => filled(Array.from({ length: 24 }, () => byte))[0]).join('')
  expect(all).not.toMatch(/[0O1lI"'`\\ ]/)
})

test('two passwords of the real generator differ', () => {
  const draw = () => generatePassword((bytes) => crypto.getRandomValues(bytes))
  expect(new Set(Array.from({ length: 20 }, draw)).size).toBe(20)
})
