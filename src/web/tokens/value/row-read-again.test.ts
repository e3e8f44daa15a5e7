import { expect, test } from 'vitest'
import { token, tokensOf, whole } from '#web/testing/rows.ts'
import { isRowReadAgain } from './use-reveal.ts'

const list = () => tokensOf([token('a'), token('b'), token('c')])

test('a row counts as read again after any read or write of it', () => {
  const before = list()
  expect(isRowReadAgain(before, before, 'b')).toBe(false)
  const other = (change: object) => tokensOf([token('a'), token('b', change), token('c')])
  for (const change of [{ active: false }, { updated_at: whole(1001) }, { claims: { iat: 1, exp: undefined } }])
    expect(isRowReadAgain(before, other(change), 'b')).toBe(true)
  expect(isRowReadAgain(before, tokensOf([token('a')]), 'b')).toBe(true)
  expect(isRowReadAgain(before, before.patched('b', token('b')), 'b')).toBe(true)
  expect(isRowReadAgain(before, before.patched('b', undefined), 'b')).toBe(true)
  expect(isRowReadAgain(before, before.patched('b', token('renamed')), 'b')).toBe(true)
  const without = before.patched('b', undefined)
  expect(isRowReadAgain(without, without.patched('b', token('b')), 'b')).toBe(true)
})

test('a fresh list that shows the row unchanged does not count, whatever else changed', () => {
  const now = tokensOf([token('b'), token('a', { active: false }), token('d')])
  expect(isRowReadAgain(list(), now, 'b')).toBe(false)
  expect(isRowReadAgain(list(), now, 'a')).toBe(true)
})

test('changes to other rows do not count, however many', () => {
  const before = list()
  const steps = [before.patched('a', token('a', { active: false }))]
  steps.push(steps.at(-1)!.patched('a', undefined))
  steps.push(steps.at(-1)!.patched('d', token('d')))
  steps.push(steps.at(-1)!.patched('c', token('e')))
  steps.push(steps.at(-1)!.patched('nobody', undefined))
  for (const now of steps) expect(isRowReadAgain(before, now, 'b')).toBe(false)
})
