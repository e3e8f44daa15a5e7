import { renderHook } from '@testing-library/react'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { token, tokensOf } from '#web/testing/rows.ts'
import { ownTwins, twins, useLookAlikes } from './look-alikes.ts'

const twinAmong = (names: readonly string[], name: string) => twins(names)(name)

test.each([
  ['a hyphen that does not break', 'billing-export', 'billing‑export'],
  ['a space at its end', 'billing-export', 'billing-export '],
  ['another case', 'CI-Deploy', 'ci-deploy'],
  ['a letter as two signs', 'café', 'cafe\u0301'],
  ['an email with spaces around it', 'spaced@example.test', ' spaced@example.test '],
])('%s: “%s” and “%s” look alike, in both directions', (_, one, other) => {
  expect(twinAmong([one], other)).toBe(one)
  expect(twinAmong([other], one)).toBe(other)
})

test('no name is its own look-alike, and two that look alike find each other', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'A', 'ü', 'u\u0308', '-', '‑', ' ', '\u00a0', '\ud800', 'Ω') })
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
  expect(result.current.ofRow('CI').oddity).toBe('Looks like “ci”, which is a different token.')
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
