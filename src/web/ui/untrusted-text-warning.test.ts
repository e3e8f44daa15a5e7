import { expect, test } from 'vitest'
import { nameWarning } from './untrusted-text.tsx'

test.each([' ', '   ', '\u00a0 ', '\t', '\u2003'])('a name of spaces only (%j) gets a warning', (name) => {
  expect(nameWarning(name)).toBe('Contains only spaces.')
})

test.each([
  ['ci\u202edeploy', 'U+202E'],
  ['\u200fci', 'U+200F'],
  ['a\u2066b\u2069c\u2066', 'U+2066, U+2069'],
  ['\u061c', 'U+061C'],
])('a name with marks that change the direction of text (%j) gets a warning', (name, marks) => {
  expect(nameWarning(name)).toBe(`Contains marks that change the text direction: ${marks}.`)
})

test.each([
  ['pаypal', 'а (U+0430)'],
  ['gооgle', 'о (U+043E)'],
  ['сервис-api', 'с (U+0441), е (U+0435), р (U+0440) …'],
  ['Δelta', 'Δ (U+0394)'],
  ['ci-支払い', '支 (U+652F), 払 (U+6255), い (U+3044)'],
])('a name with letters of Latin and of another script (%s) gets a warning', (name, letters) => {
  expect(nameWarning(name)).toBe(`Mixes Latin letters with another script: ${letters}.`)
})

test.each(['paypal', 'сервис', 'сервис-2', 'Ünïcödé', 'kapı', '支払い照合バッチ', 'ß', 'µ-service', '🚀 go'])(
  'a name in one script (%s) gets no warning',
  (name) => {
    expect(nameWarning(name)).toBeUndefined()
  },
)

test.each(['ci deploy', ' ci', '', 'שלום', 'a\u200bb', '👩‍👩‍👧'])('%j alone gets no warning', (name) => {
  expect(nameWarning(name)).toBeUndefined()
})
