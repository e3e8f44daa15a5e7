import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '#api/testing/sample-texts.ts'
import { createLookalikeFinder, lookalikeKey, searchKey, searchTerms } from './name-matching.ts'

test.each([
  ['another case', 'CI-Deploy', 'ci-deploy'],
  ['a hyphen that does not break', 'billing-export', 'billing‑export'],
  ['a dash', 'ci-deploy', 'ci–deploy'],
  ['a curly apostrophe', "o'brien", 'o’brien'],
  ['curly quotes', '"ci"', '“ci”'],
  ['a space at its end', 'billing-export', 'billing-export '],
  ['a space at its start', 'spaced@example.test', ' spaced@example.test'],
  ['a space that does not break', 'a b', 'a\u00a0b'],
  ['a letter as two signs', 'über', 'u\u0308ber'],
  ['full width', 'ci', 'ｃｉ'],
  ['a ligature', 'profile', 'proﬁle'],
  ['a sharp s', 'STRASSE', 'straße'],
  ['a sigma at its end', 'ΟΔΟΣ', 'οδος'],
  ['an accent', 'résumé', 'resume'],
  ['a space inside', 'a b', 'ab'],
  ['a zero-width space', 'ci-deploy', 'ci\u200b-deploy'],
  ['a direction mark', 'ci-deploy', 'ci-\u202edeploy'],
  ['a filler', 'ci', 'ci\u3164'],
])('%s makes no difference between “%s” and “%s”', (_, name, other) => {
  expect(lookalikeKey(name)).toBe(lookalikeKey(other))
})

test.each([
  ['ci', 'cd'],
  ['token-12', 'token-2'],
  ['支払い', '支払'],
  ['バス', 'ハス'],
  ['ci', 'сi'], // Cyrillic: marked as a mixture of scripts
])('“%s” and “%s” are different names', (name, other) => {
  expect(lookalikeKey(name)).not.toBe(lookalikeKey(other))
})

const finds = (name: string, text: string) => searchTerms(text).every((word) => searchKey(name).includes(word))

test.each([
  ['Übersetzung', 'ubersetzung'],
  ['Ubersetzung', 'über'],
  ['u\u0308bersetzung', 'über'],
  ['Übersetzung', 'u\u0308ber'],
  ['Œuvre', 'œuvre'],
  ['ΟΔΟΣΑ', 'οδος'],
  ['straße', 'STRASSE'],
  ['billing‑export', 'billing-export'],
  ['a\u00a0b', 'a b'],
  ['ｂｉｌｌｉｎｇ', 'billing'],
  ['ﾊﾝｺ', 'ハンコ'],
  ['łódź-Øre', 'lodz ore'],
  ['ci-deploy', 'deploy ci'],
  ['billing-export', '  port\u00a0bill '],
])('a search finds “%s” by “%s”', (name, text) => {
  expect(finds(name, text)).toBe(true)
})

test.each([
  ['ハス', 'バ'],
  ['कि', 'का'],
  ['ci-deploy', 'cideploy'],
  ['ci-deploy', 'ci deploys'],
])('a search does not find “%s” by “%s”', (name, text) => {
  expect(finds(name, text)).toBe(false)
})

const accented = fc.constantFrom('ü', 'u\u0308', 'Ü', 'é', 'e', 'ñ', 'ộ', 'ς', 'Å', '-', '‑', ' ', '\u00a0', 'x')
const name = fc.oneof(
  fc.array(accented).map((parts) => parts.join('')),
  anyText(),
)

test('letters as one sign or two, with or without accents, in either case, find the same rows', () => {
  fc.assert(
    fc.property(name, name, (name, text) => {
      const found = finds(name, text)
      for (const form of ['NFC', 'NFD'] as const) {
        expect(finds(name.normalize(form), text)).toBe(found)
        expect(finds(name, text.normalize(form))).toBe(found)
      }
      const bare = (full: string) => full.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
      if (!/\u0345/.test(text.normalize('NFD'))) expect(finds(name, bare(text))).toBe(found)
    }),
  )
})

test.each([
  ['user@müller.example', 'user@xn--mller-kva.example'],
  ['user@xn--mller-kva.example', 'USER@Müller.example'],
])('the email “%s” is told “%s”, which is the same domain', (email, other) => {
  const alike = createLookalikeFinder(() => ['ann@example.test', other])
  expect(alike(email)).toBe(other)
  expect(alike(email, other)).toBeUndefined()
  expect(alike('user@muller.test')).toBeUndefined()
})

test('a name is told the other one that looks like it, and never itself', () => {
  const alike = createLookalikeFinder(() => ['ci-deploy', 'grafana'])
  expect(alike('CI‑Deploy ')).toBe('ci-deploy')
  expect(alike('ci-deploy')).toBeUndefined()
  expect(alike('ci')).toBeUndefined()
  expect(alike('')).toBeUndefined()
})
