import { expect, test } from 'vitest'
import { createUpdateEffect } from './update-effect.ts'

const address = 'https://query.example.test/'

function storage(isFull = false) {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem(key: string, text: string) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      items.set(key, text)
    },
  }
}

test('the answer of a check is stored with its time and nothing else, for this service alone', () => {
  const store = storage()
  createUpdateEffect(store, address).answered({ effect: 'replaces', at: 5 })
  expect([...store.items]).toEqual([[`query-admin update-check ${address}`, '{"effect":"replaces","at":5}']])
  expect(createUpdateEffect(store, address).get()).toEqual({
    effect: 'replaces',
    checked: { effect: 'replaces', at: 5 },
  })
  expect(createUpdateEffect(store, 'https://other.example.test/').get().effect).toBeUndefined()
})

test('what saves show outweighs a harmless answer, holds for the session, and a later check takes it back', () => {
  const store = storage()
  const updates = createUpdateEffect(store, address)
  updates.saw('keeps')
  expect(updates.get().effect).toBe('keeps')
  updates.answered({ effect: 'keeps', at: 5 })
  updates.saw('replaces-and-needs-repair')
  updates.saw('replaces')
  expect(updates.get().effect).toBe('replaces-and-needs-repair')
  expect(createUpdateEffect(store, address).get().effect).toBe('keeps')
  updates.answered({ effect: 'replaces', at: 6 })
  expect(updates.get().effect).toBe('replaces')
})

test('in a browser that cannot store it, the answer holds until the page closes', () => {
  const updates = createUpdateEffect(storage(true), address)
  updates.answered({ effect: 'keeps', at: 5 })
  expect(updates.get().effect).toBe('keeps')
})

test.each(['nonsense', '[]', 'null', '{"effect":"eaten","at":5}', '{"effect":"keeps"}'])(
  'stored as %s, nothing is known',
  (text) => {
    const store = storage()
    store.items.set(`query-admin update-check ${address}`, text)
    expect(createUpdateEffect(store, address).get()).toEqual({ effect: undefined, checked: undefined })
  },
)
