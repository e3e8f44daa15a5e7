import { expect, test } from 'vitest'
import { createUpdateEffect } from './update-effect.ts'

test('what a save showed after a check is not told as an answer of that check', () => {
  const kept = { getItem: () => JSON.stringify({ effect: 'keeps', at: 1 }), setItem: () => undefined }
  const updates = createUpdateEffect(kept, '')
  updates.saw('keeps')
  expect(updates.get()).toEqual({ effect: 'keeps', checked: { effect: 'keeps', at: 1 } })
  updates.saw('replaces')
  expect(updates.get()).toEqual({ effect: 'replaces', checked: undefined })
})
