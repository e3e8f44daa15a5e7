import { expect, test } from 'vitest'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { Token } from '#contract/token.ts'
import { token } from '#web/testing/rows.ts'
import { createPendingRecreations } from './pending-recreations-store.ts'

const missing = { name: 'a', active: true, write: false, expiration_date: 9_007_199_254_740_993n }
const left: Verdict<Token> = { is: 'half-replaced', missing, because: { is: 'gone' }, deleted: true }
const place = 'query-admin pending re-creations https://q.test'

/** One browser with its storage and its locks, and tabs in it that can die. */
function browser() {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  }
  const held = new Map<string, { by: string; waiting: (() => void)[] }>()
  const windows = new Map<string, EventTarget>()
  const release = (lock: string) => {
    const next = held.get(lock)?.waiting ?? []
    held.delete(lock)
    for (const go of next) go()
  }
  const request = async (by: string, lock: string, act: () => unknown): Promise<unknown> => {
    while (held.has(lock)) await new Promise<void>((go) => held.get(lock)?.waiting.push(go))
    held.set(lock, { by, waiting: [] })
    try {
      return await act()
    } finally {
      if (held.get(lock)?.by === by) release(lock)
    }
  }
  const tab = (id: string, email?: string, address = 'https://q.test') => {
    const window = new EventTarget()
    windows.set(id, window)
    const locks = { request: (lock: string, act: () => unknown) => request(id, lock, act) } as unknown as LockManager
    const pending = createPendingRecreations(
      { storage, locks, window: window as unknown as Window, now: () => 1000 },
      address,
      email,
    )
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    return { ...pending, asks, names: () => pending.get().map(({ name }) => name) }
  }
  /** What the browser does when a tab is gone: its locks go back. */
  const kill = (id: string) => {
    for (const [lock, { by }] of held) if (by === id) release(lock)
  }
  /** What the browser tells the other tabs after something was stored. */
  const tell = (id: string) => {
    const event = Object.assign(new Event('storage'), { key: place })
    windows.get(id)?.dispatchEvent(event)
  }
  return { stored, tab, kill, tell }
}

const settled = () => new Promise((go) => setTimeout(go))
const never = new Promise<Verdict<Token>>(() => undefined)

test('what is needed is stored before the act begins, and gone when the token was read back', async () => {
  const { stored, tab } = browser()
  const one = tab('one')
  let atDeletion: string | undefined
  await one.during(missing, token('a'), async () => {
    atDeletion = stored.get(place)
    return { is: 'as-asked', row: token('a'), at: 1, unseen: [] }
  })
  expect(atDeletion).toContain('9007199254740993')
  expect(stored.size).toBe(0)
  expect(one.names()).toEqual([])
})

test('a tab that dies in the middle leaves it to the next one, with every digit', async () => {
  const { tab, kill } = browser()
  void tab('one').during(missing, token('a'), () => never)
  await settled()
  const two = tab('two')
  await settled()
  expect(two.names()).toEqual([])
  kill('one')
  await settled()
  expect(two.get()).toMatchObject([missing])
})

test('what another tab is still at is not owed, and never is where it succeeds', async () => {
  const { tab, tell } = browser()
  const two = tab('two')
  let end: (verdict: Verdict<Token>) => void = () => undefined
  const act = tab('one').during(missing, token('a'), () => new Promise((resolve) => (end = resolve)))
  await settled()
  tell('two')
  await settled()
  expect(two.names()).toEqual([])
  end({ is: 'as-asked', row: token('a'), at: 1, unseen: [] })
  await act
  tell('two')
  await settled()
  expect(two.names()).toEqual([])
})

test('what was not created again is owed in every tab, until one dismisses it', async () => {
  const { tab, tell, stored } = browser()
  const [one, two] = [tab('one'), tab('two')]
  await one.during(missing, token('a'), async () => left)
  expect(one.names()).toEqual(['a'])
  tell('two')
  await settled()
  expect(two.names()).toEqual(['a'])
  two.drop('a')
  tell('one')
  expect(one.names()).toEqual([])
  expect(stored.size).toBe(0)
})

test('leaving is asked about only while it is under way', async () => {
  const { tab } = browser()
  const one = tab('one')
  expect(one.asks()).toBe(false)
  let asked: boolean | undefined
  await one.during(missing, token('a'), async () => ((asked = one.asks()), left))
  expect(asked).toBe(true)
  expect(one.asks()).toBe(false)
})

test('an act that signing out ended leaves what it owes', async () => {
  const { tab } = browser()
  const one = tab('one')
  await expect(one.during(missing, token('a'), () => Promise.reject(new Error('ended')))).rejects.toThrow('ended')
  expect(one.names()).toEqual(['a'])
})

test('another service and another person are not told; who signed in by access token is', async () => {
  const { tab } = browser()
  await tab('one', 'ann@x.test').during(missing, token('a'), async () => left)
  const others = [tab('2', 'bob@x.test'), tab('3', 'ann@x.test', 'https://other.test')]
  const [ann, anyone] = [tab('4', 'ann@x.test'), tab('5')]
  await settled()
  expect(others.map(({ names }) => names())).toEqual([[], []])
  expect([ann.names(), anyone.names()]).toEqual([['a'], ['a']])
})

test('what cannot be read is left out and takes nothing from the rest', async () => {
  const { tab, stored } = browser()
  const good = { name: 'b', active: true, write: true, since: 1, expiration_date: '5' }
  stored.set(place, JSON.stringify([{ name: 'a' }, 7, null, { ...good, expiration_date: '5.5' }, good]))
  const one = tab('one')
  await settled()
  expect(one.get()).toMatchObject([{ name: 'b', expiration_date: 5 }])
  stored.set(place, '{')
  expect(tab('two').names()).toEqual([])
})

test('where the browser stores nothing it lasts as long as the page', async () => {
  const storage = {
    getItem: () => null,
    setItem: () => {
      throw new Error('full')
    },
    removeItem: () => undefined,
  }
  const window = new EventTarget() as unknown as Window
  const one = createPendingRecreations({ storage, locks: undefined, window, now: () => 1 }, 'https://q.test', undefined)
  await one.during(missing, token('a'), async () => left)
  expect(one.get()).toMatchObject([missing])
})

test('what is still there stays owed, since its deletion may arrive late; another row of that name ends it', async () => {
  const { tab } = browser()
  const one = tab('one')
  const row = token('a')
  await one.during(missing, row, async () => left)
  await one.during(missing, undefined, async () => ({ is: 'exists', name: 'a', row }))
  expect(one.names()).toEqual(['a'])
  const other = { ...row, created_at: { spelled: 'integer', integer: 7 } } as const
  await one.during(missing, undefined, async () => ({ is: 'exists', name: 'a', row: other }))
  expect(one.names()).toEqual([])
})
