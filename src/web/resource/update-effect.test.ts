import { expect, test } from 'vitest'
import { createUpdateEffectStore } from './row-context.ts'

const spoils = 'replaces-and-needs-repair'

test('the worst that saves have shown counts', () => {
  const updates = createUpdateEffectStore()
  expect(updates.get().effect).toBeUndefined()
  for (const effect of ['keeps', spoils, 'replaces'] as const) updates.saw(effect)
  expect(updates.get().effect).toBe(spoils)
})

test('what a list has shown is known before any save, and stays known when no row shows it any more', () => {
  const updates = createUpdateEffectStore()
  updates.listed(() => spoils)
  updates.listed(() => undefined)
  expect(updates.get().effect).toBe(spoils)
  updates.saw('replaces')
  expect(updates.get().effect).toBe(spoils)
})

test('a save that keeps the value counts more than what lists show', () => {
  const updates = createUpdateEffectStore()
  updates.listed(() => spoils)
  updates.saw('keeps')
  expect(updates.get().effect).toBe('keeps')
  updates.saw('replaces')
  expect(updates.get().effect).toBe(spoils)
})
