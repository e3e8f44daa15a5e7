import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Utf8Decoder } from './redacted-list.ts'

/** What a decoder makes of pieces, one text for all, or that they are no UTF-8. */
function decoded(decoder: { decode: (bytes?: Uint8Array) => string }, pieces: readonly Uint8Array[]): string {
  try {
    return [...pieces.map((piece) => decoder.decode(piece)), decoder.decode()].join('')
  } catch (error) {
    return (error as Error).name
  }
}

/** All of it at once, as it should be. */
function platform(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    return (error as Error).name
  }
}

/** Texts of one to four bytes a character, and with the mark that is left out at the beginning and nowhere else. */
const text = fc.string({ unit: fc.constantFrom('a', 'b', '"', '\n', 'ö', '€', '😀', '\ufeff', '\0') })

function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const at = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b)
  return at.slice(1).map((to, index) => bytes.subarray(at[index], to))
}

test('pieces of any text are that text without a mark at its beginning, wherever they are cut', () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat(100), { maxLength: 6 }), (said, places) => {
      const pieces = cut(new TextEncoder().encode(said), places)
      expect(decoded(new Utf8Decoder(), pieces)).toBe(said.replace(/^\ufeff/, ''))
    }),
    { numRuns: 2000 },
  )
})

test('pieces of any bytes are what the platform makes of all of them', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 5 }),
    text.map((said) => new TextEncoder().encode(said)),
  )
  fc.assert(
    fc.property(fc.array(bytes, { maxLength: 6 }), (pieces) => {
      expect(decoded(new Utf8Decoder(), pieces)).toBe(platform(Buffer.concat(pieces)))
    }),
    { numRuns: 5000 },
  )
})
