import { expect, test } from 'vitest'
import { Learned } from '#contract/learned.ts'
import { createKnowledge } from './knowledge.ts'
import { createLearned } from './learned-store.ts'

const address = 'https://query.example.test/'

function storage(full = false) {
  const held = new Map<string, string>()
  return {
    held,
    getItem: (key: string) => held.get(key) ?? null,
    setItem(key: string, text: string) {
      if (full) throw new DOMException('full', 'QuotaExceededError')
      held.set(key, text)
    },
  }
}
const known = (kept: ReturnType<typeof storage>, at = address) => {
  const learned = createLearned(kept, at)
  return { learned, knowledge: createKnowledge(learned, kept, at) }
}
const seen = (kept: ReturnType<typeof storage>) => known(kept).knowledge.get().valueOnUpdate

test('what a save revealed is known at once, and after the page is opened again at the same address', () => {
  const kept = storage()
  const { learned, knowledge } = known(kept)
  expect(knowledge.get().valueOnUpdate).toBeUndefined()
  learned.sawValue({ seen: 'new-refused', at: 5 })
  expect(knowledge.get().valueOnUpdate).toBe('new-refused')
  expect(seen(kept)).toBe('new-refused')
  expect(known(kept, 'https://other.example.test/').knowledge.get().valueOnUpdate).toBeUndefined()
})

test('it is stored as the result of a check, with its time and nothing else', () => {
  const kept = storage()
  known(kept).learned.sawValue({ seen: 'kept', at: 5 })
  expect([...kept.held]).toEqual([[`query-admin learned ${address}`, '{"value-on-put":{"seen":"kept","at":5}}']])
  expect(Learned.parse(createLearned(kept, address).get())).toEqual({ 'value-on-put': { seen: 'kept', at: 5 } })
})

test('one new value outweighs kept values, whether they were seen before or after it', () => {
  const kept = storage()
  const { learned } = known(kept)
  learned.sawValue({ seen: 'kept', at: 5 })
  expect(seen(kept)).toBe('kept')
  learned.sawValue({ seen: 'new-unknown', at: 6 })
  expect(seen(kept)).toBe('new')
  learned.sawValue({ seen: 'kept', at: 7 })
  expect(seen(kept)).toBe('new')
  expect(learned.get()['value-on-put']).toEqual({ seen: 'new-unknown', at: 6 })
})

test('a conclusive check replaces what saves revealed', () => {
  const kept = storage()
  const { learned, knowledge } = known(kept)
  learned.sawValue({ seen: 'new', at: 5 })
  learned.put({ 'value-on-put': { notSeen: 'needs-write', at: 6 }, 'sign-in': { notSeen: 'failed', at: 6 } })
  expect(knowledge.get().valueOnUpdate).toBe('new')
  expect(seen(kept)).toBe('new')
  expect(learned.get()['sign-in']).toEqual({ notSeen: 'failed', at: 6 })
  learned.put({ 'value-on-put': { seen: 'kept', at: 7 }, 'sign-in': { seen: 'offered', at: 7 } })
  expect(knowledge.get().valueOnUpdate).toBe('kept')
  expect(seen(kept)).toBe('kept')
})

test('what another tab learned meanwhile is not overwritten', () => {
  const kept = storage()
  const [first, second] = [known(kept), known(kept)]
  second.learned.put({ 'sign-in': { seen: 'offered', at: 5 } })
  second.learned.sawValue({ seen: 'new', at: 6 })
  first.learned.sawValue({ seen: 'kept', at: 7 })
  expect(first.knowledge.get().valueOnUpdate).toBe('new')
  expect(createLearned(kept, address).get()).toEqual({
    'sign-in': { seen: 'offered', at: 5 },
    'value-on-put': { seen: 'new', at: 6 },
  })
})

test('in a browser that cannot store it, what was learned holds until the page closes', () => {
  const { learned, knowledge } = known(storage(true))
  learned.sawValue({ seen: 'new', at: 5 })
  learned.put({ 'sign-in': { seen: 'offered', at: 6 } })
  expect(knowledge.get().valueOnUpdate).toBe('new')
  expect(learned.get()['sign-in']).toEqual({ seen: 'offered', at: 6 })
})

test.each(['nonsense', '[]', 'null', '7', '{"value-on-put":null}', '{"value-on-put":{"seen":"eaten"}}'])(
  'stored as %s, nothing is known, and the next result is stored',
  (text) => {
    const kept = storage()
    kept.held.set(`query-admin learned ${address}`, text)
    expect(seen(kept)).toBeUndefined()
    known(kept).learned.sawValue({ seen: 'kept', at: 5 })
    expect(seen(kept)).toBe('kept')
  },
)
