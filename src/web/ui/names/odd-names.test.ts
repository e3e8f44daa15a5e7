import { expect, test } from 'vitest'
import { oddityOf } from './odd-names.ts'

test.each([' ', '   ', '\u00a0 ', '\t', '\u2003'])('a name of spaces only (%j) gets a warning', (name) => {
  expect(oddityOf(name)).toBe('Contains only spaces.')
})

test.each([
  ['ci\u202edeploy', 'U+202E'],
  ['\u200fci', 'U+200F'],
  ['a\u2066b\u2069c\u2066', 'U+2066, U+2069'],
  ['\u061c', 'U+061C'],
])('a name with marks that change the direction of text (%j) gets a warning', (name, marks) => {
  expect(oddityOf(name)).toBe(`Contains marks that change the text direction: ${marks}.`)
})

test.each(['ci deploy', ' ci', '', 'שלום', 'a\u200bb', '👩‍👩‍👧'])('%j alone gets no warning', (name) => {
  expect(oddityOf(name)).toBeUndefined()
})
