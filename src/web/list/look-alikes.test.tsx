import { renderHook } from '@testing-library/react'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { token, tokensOf } from '#web/testing/rows.ts'
import { ownTwins, twins, useLookAlikes } from './look-alikes.ts'

const twinAmong = (names: readonly string[], name: string) => twins(names)(name)

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
])('%s: “%s” and “%s” look alike, in both directions', (_, one, other) => {
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
])('“%s” and “%s” do not look alike', (one, other) => {
  expect(twinAmong([one], other)).toBeUndefined()
})

test('no name is its own look-alike, and two that look alike find each other', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'а', 'l', 'I', '1', 'i', ' ', '\u200b', '\ud800', 'Ω') })
  fc.assert(
    fc.property(fc.array(name), (names) => {
      const twin = twins([...names, ...names])
      const own = ownTwins(names)
      for (const one of names) {
        const other = twin(one)
        expect(own(one)).toBe(other)
        expect(other).not.toBe(one)
        if (other !== undefined) {
          expect(names).toContain(other)
          expect(twin(other)).toBeDefined()
        }
      }
    }),
  )
})

test('names such as “constructor” are compared like any others', () => {
  const odd = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', '']
  for (const one of odd) expect(twinAmong(odd, one)).toBeUndefined()
  expect(twinAmong(odd, 'Constructor')).toBe('constructor')
})

const listOf = (names: readonly string[], readAt = 1) =>
  tokensOf(
    names.map((name) => token(name)),
    readAt,
  )
const looksAt = (first: ReturnType<typeof listOf>) =>
  renderHook(({ of }) => useLookAlikes(of, 'token'), { initialProps: { of: first } })

test('a row that is added later is compared too, and a deleted one no longer counts', () => {
  const first = listOf(['ci', 'grafana', 'Grafana'])
  const { result, rerender } = looksAt(first)
  expect(result.current.twin('grafana')).toBe('Grafana')
  const added = first.patched('CI', token('CI'))
  rerender({ of: added })
  expect(result.current.twin('ci')).toBe('CI')
  expect(result.current.oddity('CI')).toBe('Looks like “ci”, which is a different token.')
  rerender({ of: added.patched('Grafana', undefined) })
  expect(result.current.twin('grafana')).toBeUndefined()
})

test('names are compared again after each read of the list', () => {
  const { result, rerender } = looksAt(listOf(['a']))
  rerender({ of: listOf(['a', 'A'], 2) })
  expect(result.current.twin('a')).toBe('A')
})

test('while a list is still loading, no name is called a look-alike', () => {
  const { result } = looksAt({ ...listOf(['a', 'A']), isWhole: false })
  expect(result.current.twin('a')).toBeUndefined()
})
