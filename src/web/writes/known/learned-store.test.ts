import { expect, test } from 'vitest'
import { Learned } from '#contract/learned.ts'
import { createLearned, valueOnUpdate } from './learned-store.ts'

const address = 'https://query.example.test/'

function storage(full = false) {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem(key: string, text: string) {
      if (full) throw new DOMException('full', 'QuotaExceededError')
      items.set(key, text)
    },
  }
}
const opened = (store: ReturnType<typeof storage>, at = address) => createLearned(store, at)
const seen = (store: ReturnType<typeof storage>) => valueOnUpdate(opened(store).get())

test('what a save revealed is known at once, and after the page is opened again at the same address', () => {
  const store = storage()
  const learned = opened(store)
  expect(valueOnUpdate(learned.get())).toBeUndefined()
  learned.sawValue({ seen: 'new-refused', at: 5 })
  expect(valueOnUpdate(learned.get())).toBe('new-refused')
  expect(seen(store)).toBe('new-refused')
  expect(valueOnUpdate(opened(store, 'https://other.example.test/').get())).toBeUndefined()
})

test('it is stored as the result of a check, with its time and nothing else', () => {
  const store = storage()
  opened(store).sawValue({ seen: 'kept', at: 5 })
  expect([...store.items]).toEqual([[`query-admin learned ${address}`, '{"value-on-put":{"seen":"kept","at":5}}']])
  expect(Learned.parse(createLearned(store, address).get())).toEqual({ 'value-on-put': { seen: 'kept', at: 5 } })
})

test('one new value outweighs kept values, whether they were seen before or after it', () => {
  const store = storage()
  const learned = opened(store)
  learned.sawValue({ seen: 'kept', at: 5 })
  expect(seen(store)).toBe('kept')
  learned.sawValue({ seen: 'new-unknown', at: 6 })
  expect(seen(store)).toBe('new')
  learned.sawValue({ seen: 'kept', at: 7 })
  expect(seen(store)).toBe('new')
  expect(learned.get()['value-on-put']).toEqual({ seen: 'new-unknown', at: 6 })
})

test('a conclusive check replaces what saves revealed', () => {
  const store = storage()
  const learned = opened(store)
  learned.sawValue({ seen: 'new', at: 5 })
  learned.put({ 'value-on-put': { notSeen: 'needs-write', at: 6 }, 'sign-in': { notSeen: 'failed', at: 6 } })
  expect(valueOnUpdate(learned.get())).toBe('new')
  expect(seen(store)).toBe('new')
  expect(learned.get()['sign-in']).toEqual({ notSeen: 'failed', at: 6 })
  learned.put({ 'value-on-put': { seen: 'kept', at: 7 }, 'sign-in': { seen: 'offered', at: 7 } })
  expect(valueOnUpdate(learned.get())).toBe('kept')
  expect(seen(store)).toBe('kept')
})

test('what another tab learned meanwhile is not overwritten', () => {
  const store = storage()
  const [first, second] = [opened(store), opened(store)]
  second.put({ 'sign-in': { seen: 'offered', at: 5 } })
  second.sawValue({ seen: 'new', at: 6 })
  first.sawValue({ seen: 'kept', at: 7 })
  expect(valueOnUpdate(first.get())).toBe('new')
  expect(createLearned(store, address).get()).toEqual({
    'sign-in': { seen: 'offered', at: 5 },
    'value-on-put': { seen: 'new', at: 6 },
  })
})

test('in a browser that cannot store it, what was learned holds until the page closes', () => {
  const learned = opened(storage(true))
  learned.sawValue({ seen: 'new', at: 5 })
  learned.put({ 'sign-in': { seen: 'offered', at: 6 } })
  expect(valueOnUpdate(learned.get())).toBe('new')
  expect(learned.get()['sign-in']).toEqual({ seen: 'offered', at: 6 })
})

test.each(['nonsense', '[]', 'null', '7', '{"value-on-put":null}', '{"value-on-put":{"seen":"eaten"}}'])(
  'stored as %s, nothing is known, and the next result is stored',
  (text) => {
    const store = storage()
    store.items.set(`query-admin learned ${address}`, text)
    expect(seen(store)).toBeUndefined()
    opened(store).sawValue({ seen: 'kept', at: 5 })
    expect(seen(store)).toBe('kept')
  },
)
