import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isWellFormed, serializeBody } from './wire.ts'
import { anyText } from './testing/sample-texts.ts'

describe('what is sent', () => {
  test('a request body is JSON of exactly the fields that were given, hostile names included', () => {
    const value = fc.oneof(anyText(), fc.boolean(), fc.maxSafeInteger(), fc.constant(undefined))
    fc.assert(
      fc.property(
        fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor')), value),
        (fields) => {
          const entries = Object.entries(fields).filter(([, fieldValue]) => fieldValue !== undefined)
          // JSON knows no -0.
          expect(Object.entries(JSON.parse(serializeBody(fields)) as object)).toEqual(
            entries.map(([key, fieldValue]) => [key, fieldValue === 0 ? 0 : fieldValue]),
          )
        },
      ),
    )
  })

  test.each([NaN, Infinity, 1.5, 2 ** 53])('%s is not sent at all: JSON would say null, or another number', (bad) => {
    expect(() => serializeBody({ expiration_date: bad })).toThrow(RangeError)
  })

  test('a name with half a surrogate pair cannot be written into an address', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(isWellFormed(text)).toBe(encodable(text))
      }),
    )
    for (const text of ['\ud800', '\udc00', 'a\ud800b', '\udc00\ud800', '😀\ud83d'])
      expect(isWellFormed(text)).toBe(encodable(text))
    expect(isWellFormed('😀 ключ')).toBe(true)
  })
})

function encodable(text: string): boolean {
  try {
    encodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
