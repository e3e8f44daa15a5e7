import { expect, test } from 'vitest'
import { createUpdateEffect } from './update-effect.ts'

test('the worst that saves have shown counts', () => {
  const updates = createUpdateEffect()
  expect(updates.get().effect).toBeUndefined()
  for (const effect of ['keeps', 'replaces-and-needs-repair', 'replaces'] as const) updates.saw(effect)
  expect(updates.get().effect).toBe('replaces-and-needs-repair')
})
