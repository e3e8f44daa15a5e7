import { expect, test } from 'vitest'
import { token, tokensOf } from '#web/testing/rows.ts'
import { isReadAnew } from './read-anew.ts'

const list = () => tokensOf([token('a'), token('b'), token('c')])

test('a row counts as read again when it is, however it came', () => {
  const before = list()
  expect(isReadAnew(before, before, 'b')).toBe(false)
  expect(isReadAnew(before, list(), 'b')).toBe(true)
  expect(isReadAnew(before, before.patched('b', token('b')), 'b')).toBe(true)
  expect(isReadAnew(before, before.patched('b', undefined), 'b')).toBe(true)
  expect(isReadAnew(before, before.patched('b', token('renamed')), 'b')).toBe(true)
  const without = before.patched('b', undefined)
  expect(isReadAnew(without, without.patched('b', token('b')), 'b')).toBe(true)
})

test('what becomes of other rows does not count, however many there were', () => {
  const before = list()
  const steps = [before.patched('a', token('a', { active: false }))]
  steps.push(steps.at(-1)!.patched('a', undefined))
  steps.push(steps.at(-1)!.patched('d', token('d')))
  steps.push(steps.at(-1)!.patched('c', token('e')))
  steps.push(steps.at(-1)!.patched('nobody', undefined))
  for (const now of steps) expect(isReadAnew(before, now, 'b')).toBe(false)
})
