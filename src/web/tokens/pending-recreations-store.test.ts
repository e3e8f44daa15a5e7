import { expect, test } from 'vitest'
import type { PendingRecreations } from '#contract/saving/replace.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { Token, TokenDraft } from '#contract/token.ts'
import { integerIn, momentFrom } from '#contract/wire.ts'
import { token } from '#web/testing/rows.ts'
import { createPendingRecreations } from './pending-recreations-store.ts'

const missing = { name: 'a', active: true, write: false, expiration_date: 9_007_199_254_740_993n }
const left: Verdict<Token> = { is: 'half-replaced', missing, because: { is: 'gone' }, deleted: true }
const place = 'query-admin pending re-creations https://q.test'

/** Runs an act that first stores what is needed to create a token again. `before`: the row that it deletes. */
const storing =
  (pending: PendingRecreations) =>
  (draft: TokenDraft, before: Token | undefined, act: () => Promise<Verdict<Token>>): Promise<Verdict<Token>> =>
    pending.during(draft.name, (store) => {
      store(draft, before)
      return act()
    })

/** A browser with its storage and locks, and with tabs that can die. */
function browser() {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
    key: (at: number) => [...stored.keys()][at] ?? null,
    get length() {
      return stored.size
    },
  }
  const lockHolders = new Map<string, { by: string; waiting: (() => void)[] }>()
  const windows = new Map<string, EventTarget>()
  const release = (lock: string) => {
    const next = lockHolders.get(lock)?.waiting ?? []
    lockHolders.delete(lock)
    for (const go of next) go()
  }
  const request = async (by: string, lock: string, act: () => unknown): Promise<unknown> => {
    while (lockHolders.has(lock)) await new Promise<void>((go) => lockHolders.get(lock)?.waiting.push(go))
    lockHolders.set(lock, { by, waiting: [] })
    try {
      return await act()
    } finally {
      if (lockHolders.get(lock)?.by === by) release(lock)
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
    return { ...pending, during: storing(pending), pending, names: () => pending.get().map(({ name }) => name) }
  }
  /** Closes a tab: the browser releases its locks. */
  const kill = (id: string) => {
    for (const [lock, { by }] of lockHolders) if (by === id) release(lock)
  }
  /** Sends the other tabs the event about a change of the storage. */
  const tell = (id: string) => {
    const event = Object.assign(new Event('storage'), { key: `${place} a` })
    windows.get(id)?.dispatchEvent(event)
  }
  return { stored, tab, kill, tell }
}

const settled = () => new Promise((go) => setTimeout(go))
const never = new Promise<Verdict<Token>>(() => undefined)

test('the record is stored before the act begins, and removed once the token is read back', async () => {
  const { stored, tab } = browser()
  const firstTab = tab('one')
  let atDeletion: string | undefined
  await firstTab.during(missing, token('a'), async () => {
    atDeletion = stored.get(`${place} a`)
    return { is: 'as-asked', row: token('a'), at: 1, unseen: [] }
  })
  expect(atDeletion).toContain('9007199254740993')
  expect(stored.size).toBe(0)
  expect(firstTab.names()).toEqual([])
})

test('a tab that dies midway leaves the record to the next one, with every digit', async () => {
  const { tab, kill } = browser()
  void tab('one').during(missing, token('a'), () => never)
  await settled()
  const secondTab = tab('two')
  await settled()
  expect(secondTab.names()).toEqual([])
  kill('one')
  await settled()
  expect(secondTab.get()).toMatchObject([missing])
})

test('a record that another tab still works on is not shown, and never is if that tab succeeds', async () => {
  const { tab, tell } = browser()
  const secondTab = tab('two')
  let end: (verdict: Verdict<Token>) => void = () => undefined
  const act = tab('one').during(missing, token('a'), () => new Promise((resolve) => (end = resolve)))
  await settled()
  tell('two')
  await settled()
  expect(secondTab.names()).toEqual([])
  end({ is: 'as-asked', row: token('a'), at: 1, unseen: [] })
  await act
  tell('two')
  await settled()
  expect(secondTab.names()).toEqual([])
})

test('a token that was not created again is shown in every tab, until one dismisses it', async () => {
  const { tab, tell, stored } = browser()
  const [firstTab, secondTab] = [tab('one'), tab('two')]
  await firstTab.during(missing, token('a'), async () => left)
  expect(firstTab.names()).toEqual(['a'])
  tell('two')
  await settled()
  expect(secondTab.names()).toEqual(['a'])
  secondTab.drop('a')
  tell('one')
  expect(firstTab.names()).toEqual([])
  expect(stored.size).toBe(0)
})

test('a re-creation is under way only during its act', async () => {
  const { tab } = browser()
  const firstTab = tab('one')
  expect(firstTab.isUnderWay()).toBe(false)
  let during: boolean | undefined
  await firstTab.during(missing, token('a'), async () => ((during = firstTab.isUnderWay()), left))
  expect(during).toBe(true)
  expect(firstTab.isUnderWay()).toBe(false)
})

test('an act that a sign-out ended leaves its record', async () => {
  const { tab } = browser()
  const firstTab = tab('one')
  await expect(firstTab.during(missing, token('a'), () => Promise.reject(new Error('ended')))).rejects.toThrow('ended')
  expect(firstTab.names()).toEqual(['a'])
})

test('records are not shown for another service or another person, but after any sign-in by access token', async () => {
  const { tab } = browser()
  await tab('one', 'ann@x.test').during(missing, token('a'), async () => left)
  const others = [tab('2', 'bob@x.test'), tab('3', 'ann@x.test', 'https://other.test')]
  const [ann, anyone] = [tab('4', 'ann@x.test'), tab('5')]
  await settled()
  expect(others.map(({ names }) => names())).toEqual([[], []])
  expect([ann.names(), anyone.names()]).toEqual([['a'], ['a']])
})

test('unreadable records are skipped, the others are shown', async () => {
  const { tab, stored } = browser()
  const good = { name: 'b', active: true, write: true, since: 1, expiration_date: '5' }
  const records = { a: { name: 'a' }, c: 7, d: null, e: { ...good, expiration_date: '5.5' }, b: good }
  for (const [name, record] of Object.entries(records)) stored.set(`${place} ${name}`, JSON.stringify(record))
  stored.set(`${place} f`, '{')
  stored.set(`${place}/other g`, JSON.stringify({ ...good, name: 'g' }))
  const firstTab = tab('one')
  await settled()
  expect(firstTab.get()).toMatchObject([{ name: 'b', expiration_date: 5 }])
})

test('in a browser that stores nothing, a record lasts as long as the page', async () => {
  const storage = {
    getItem: () => null,
    setItem: () => {
      throw new Error('full')
    },
    removeItem: () => undefined,
    key: () => null,
    length: 0,
  }
  const window = new EventTarget() as unknown as Window
  const recreations = createPendingRecreations(
    { storage, locks: undefined, window, now: () => 1 },
    'https://q.test',
    undefined,
  )
  await storing(recreations)(missing, token('a'), async () => left)
  expect(recreations.get()).toMatchObject([missing])
})

test('an act that ends before it stores anything leaves the record of an earlier one, and none of its own', async () => {
  const { tab, stored } = browser()
  const [firstTab, secondTab] = [tab('one'), tab('two')]
  await secondTab.pending.during('a', async () => ({ is: 'gone' }))
  expect(stored.size).toBe(0)
  await firstTab.during(missing, token('a'), async () => left)
  await secondTab.pending.during('a', async () => ({ is: 'gone' }))
  expect([firstTab.names(), secondTab.names()]).toEqual([['a'], ['a']])
  expect(stored.get(`${place} a`)).toContain('9007199254740993')
})

test('a token whose name exists stays pending: its deletion may arrive late, or another token has its name', async () => {
  const { tab } = browser()
  const firstTab = tab('one')
  const row = token('a')
  await firstTab.during(missing, row, async () => left)
  await firstTab.during(missing, undefined, async () => ({ is: 'exists', name: 'a', row }))
  expect(firstTab.names()).toEqual(['a'])
  const other = { ...row, created_at: 7 } as const
  await firstTab.during(missing, undefined, async () => ({ is: 'exists', name: 'a', row: other }))
  expect(firstTab.names()).toEqual(['a'])
})

test('a token that exists stays pending if its service does not tell when it was created, unless another tab has finished it', async () => {
  const { tab } = browser()
  const firstTab = tab('one')
  const row = token('a', { created_at: undefined })
  const updated = { ...row, updated_at: 2000 } as const
  await firstTab.during(missing, row, async () => left)
  await firstTab.during(missing, undefined, async () => ({ is: 'exists', name: 'a', row: updated }))
  expect(firstTab.names()).toEqual(['a'])
  firstTab.drop('a')
  // Another tab has created it again, and forgotten it.
  await firstTab.during(missing, undefined, async () => ({ is: 'exists', name: 'a', row: updated }))
  expect(firstTab.names()).toEqual([])
})

test.each(['0', '-5', '9007199254740993', '18446744073709551615', '9'.repeat(40), `-${'9'.repeat(40)}`])(
  'a token whose expiry is %s is kept with every digit',
  async (digits) => {
    const { tab } = browser()
    const draft = { ...missing, expiration_date: integerIn(momentFrom(digits)) }
    await tab('one').during(draft, token('a'), async () => ({ ...left, missing: draft }))
    expect(tab('two').pending.get()).toMatchObject([{ name: 'a', expiration_date: draft.expiration_date }])
  },
)

test('two tabs that replace two values at once keep both records', async () => {
  const { tab } = browser()
  const [firstTab, secondTab] = [tab('one'), tab('two')]
  let finish = () => {}
  const both = new Promise<void>((go) => (finish = go))
  const first = firstTab.during(missing, token('a'), () => both.then(() => left))
  const second = secondTab.during({ ...missing, name: 'b' }, token('b'), () => both.then(() => left))
  finish()
  await Promise.all([first, second])
  const third = tab('three')
  await settled()
  expect(third.names().toSorted()).toEqual(['a', 'b'])
})
