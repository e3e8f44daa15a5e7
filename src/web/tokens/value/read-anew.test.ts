import { expect, test } from 'vitest'
import { token, tokensOf, whole } from '#web/testing/rows.ts'
import { isReadAnew } from './use-reveal.ts'
import { patched } from '#contract/list/row-store.ts'

const list = () => tokensOf([token('a'), token('b'), token('c')])

test('a row counts as read again when it is, however it came', () => {
  const before = list()
  expect(isReadAnew(before, before, 'b')).toBe(false)
  const other = (change: object) => tokensOf([token('a'), token('b', change), token('c')])
  for (const change of [{ active: false }, { updated_at: whole(1001) }, { claims: { iat: 1, exp: undefined } }])
    expect(isReadAnew(before, other(change), 'b')).toBe(true)
  expect(isReadAnew(before, tokensOf([token('a')]), 'b')).toBe(true)
  expect(isReadAnew(before, patched(before, 'b', token('b')), 'b')).toBe(true)
  expect(isReadAnew(before, patched(before, 'b', undefined), 'b')).toBe(true)
  expect(isReadAnew(before, patched(before, 'b', token('renamed')), 'b')).toBe(true)
  const without = patched(before, 'b', undefined)
  expect(isReadAnew(without, patched(without, 'b', token('b')), 'b')).toBe(true)
})

test('a fresh list that shows it as it was leaves it the same row, whatever else it shows', () => {
  const now = tokensOf([token('b'), token('a', { active: false }), token('d')])
  expect(isReadAnew(list(), now, 'b')).toBe(false)
  expect(isReadAnew(list(), now, 'a')).toBe(true)
})

test('what becomes of other rows does not count, however many there were', () => {
  const before = list()
  const steps = [patched(before, 'a', token('a', { active: false }))]
  steps.push(patched(steps.at(-1)!, 'a', undefined))
  steps.push(patched(steps.at(-1)!, 'd', token('d')))
  steps.push(patched(steps.at(-1)!, 'c', token('e')))
  steps.push(patched(steps.at(-1)!, 'nobody', undefined))
  for (const now of steps) expect(isReadAnew(before, now, 'b')).toBe(false)
})
