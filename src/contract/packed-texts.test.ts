import { expect, test } from 'vitest'
import { allTexts, textAt } from './packed-texts.ts'
import { packTexts } from './packing.ts'

test.each<[string, string[]]>([
  ['none', []],
  ['one that is empty', ['']],
  ['empty ones between others', ['', 'a', '', 'bc', '']],
  ['letters of two bytes', ['a', 'ö', 'ẞ']],
  ['characters of two units, and halves of them', ['a𝔞b', '\ud835', '\udd1e', 'c']],
  ['what decoders take away or replace', ['\ufeffa', '\ufffd', '\0']],
  ['more units than a call has arguments', ['ö'.repeat(70_000), 'a'.repeat(70_000)]],
])('of %s every text is what it was', (_, texts) => {
  const packed = packTexts(texts)
  expect(texts.map((_, index) => textAt(packed, index))).toEqual(texts)
  expect(allTexts(packed)).toBe(texts.join(''))
})

test('an ASCII unit takes one byte, and two only beside others', () => {
  expect(packTexts(['abc', 'd']).units.byteLength).toBe(4)
  expect(packTexts(['abc', 'ö']).units.byteLength).toBe(8)
})
