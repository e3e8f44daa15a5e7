import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KnownLooks } from './known-looks.ts'

/** The first half of the names as rows of a list, the rest as names that came later. */
const looksAt = (names: readonly string[]) => {
  const listed = names.slice(0, Math.ceil(names.length / 2))
  const looks = new KnownLooks({ nameAt: (row) => listed[row] ?? '' })
  for (const row of listed.keys()) looks.addRow(row)
  for (const one of names.slice(listed.length)) looks.add(one)
  return looks
}
const twinAmong = (names: readonly string[], name: string) => looksAt(names).twin(name)

test.each([
  ['Cyrillic letters', 'paypal', 'pаypаl'],
  ['Greek letters', 'Alpha', 'Αlpha'],
  ['Armenian letters', 'one', 'օոe'],
  ['another hyphen', 'ci-deploy', 'ci‐deploy'],
  ['a dash', 'ci-deploy', 'ci–deploy'],
  ['a capital I for an l', 'billing', 'biIling'],
  ['a one for an l', 'ci-pull', 'ci-pu1l'],
  ['a nought for an o', 'prod', 'pr0d'],
  ['an r and an n for an m', 'admin', 'adrnin'],
  ['two v for a w', 'web', 'vveb'],
  ['another case', 'CI-Deploy', 'ci-deploy'],
  ['full width', 'ci', 'ｃｉ'],
  ['a ligature', 'profile', 'proﬁle'],
  ['a composed letter', 'café', 'cafe\u0301'],
  ['a space without width', 'ci', 'c\u200bi'],
  ['a turn of direction', 'ci', '\u202eci'],
  ['a variation selector', 'ci', 'ci\ufe0f'],
  ['a blank at its end', 'ci', 'ci '],
  ['two blanks for one', 'a b', 'a  b'],
  ['a blank that does not break', 'a b', 'a\u00a0b'],
  ['an email', 'root@example.test', 'rооt@example.test'],
])('%s: “%s” and “%s” look alike, each way round', (_, one, other) => {
  expect(twinAmong([one], other)).toBe(one)
  expect(twinAmong([other], one)).toBe(other)
})

test.each([
  ['ci', 'cd'],
  ['résumé', 'resume'],
  ['token-12', 'token-2'],
  ['a b', 'ab'],
  ['ärger', 'arger'],
  ['支払い', '支払'],
])('“%s” and “%s” do not', (one, other) => {
  expect(twinAmong([one], other)).toBeUndefined()
})

test('no name looks like itself, and of two that look alike each finds the other', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'а', 'l', 'I', '1', 'i', ' ', '\u200b', '\ud800', 'Ω') })
  fc.assert(
    fc.property(fc.array(name), (names) => {
      const looks = looksAt([...names, ...names])
      for (const one of names) {
        const twin = looks.twin(one)
        expect(twin).not.toBe(one)
        if (twin !== undefined) {
          expect(names).toContain(twin)
          expect(looks.twin(twin)).toBeDefined()
        }
      }
    }),
  )
})

test('names that are words of the language are names like any others', () => {
  const odd = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', '']
  for (const one of odd) expect(twinAmong(odd, one)).toBeUndefined()
  expect(twinAmong(odd, 'Constructor')).toBe('constructor')
})
