import { describe, expect, test } from 'vitest'
import type { JobItem } from '#web/jobs/job.ts'
import { listOf } from '#api/testing/lists.ts'
import { isSwapped, type User } from '#api/user.ts'
import { createTabList } from '#web/jobs/tab-list.ts'
import { createGeneratedPasswords } from './generated-passwords.ts'

/** The flags of a new user, and as a service stores them that swaps them. */
const asked = { admin: false, active: true }
const swapped = { admin: true, active: false }
const user = (email: string, flags: typeof asked, updated_at = 1): User => ({
  email,
  ...flags,
  created_at: 1,
  updated_at,
})

const secret = 'not-to-be-found-anywhere'

/** What came of a row. `sent` undefined: nothing was started. */
function item(
  delivery: 'accepted' | 'unknown' | 'rejected' | 'not-sent' | undefined,
  change: Partial<JobItem> = {},
): JobItem {
  const ended = {
    state: 'settled',
    outcome: {
      request: {
        operation: 'update',
        previousName: 'ann',
        name: 'ann',
        requestedFields: [],
        writeOnlyFields: ['password'],
      },
      delivery,
      readBack: { status: 'unavailable', reason: 'no-list' },
      readStartedAt: 1,
    },
  } as unknown as JobItem
  return {
    name: 'ann',
    currentName: 'ann',
    change: {},
    state: 'not-started',
    ...(delivery !== undefined && ended),
    ...change,
  }
}

/** A new user, as the read after the creation shows it. */
const created = (name: string, flags: typeof asked): JobItem => {
  const { outcome, ...ended } = item('accepted', { name, currentName: name })
  const row = user(name, flags)
  return { ...ended, outcome: { ...outcome!, readBack: { status: 'matches', row, writeOnlyFields: ['password'] } } }
}

/** A tab of a browser; each page in it is opened by somebody. */
function setUp() {
  const stored = new Map<string, string>()
  const sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  }
  const open = (key = 'eve') => {
    const over = new AbortController()
    const page = Object.assign(new EventTarget(), { sessionStorage }) as unknown as Window
    const tabList = createTabList(page, key)
    const passwords = createGeneratedPasswords(page, tabList, isSwapped)
    passwords.bindToSession(over.signal)
    const states = () => Object.fromEntries(passwords.get())
    /** A password was generated for these, and stored. */
    const send = (...names: string[]) => {
      for (const name of names) {
        passwords.trackSending(name, secret)
        passwords.settle([item('accepted', { name, currentName: name })])
      }
    }
    const leave = () => page.dispatchEvent(new Event('pagehide'))
    const comeBack = () => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    return { over, page, tabList, passwords, states, send, leave, comeBack }
  }
  const list = (): unknown => JSON.parse(stored.get('eve') ?? '{}')
  return { ...open(), stored, list, open }
}

test.each<[string, (opened: ReturnType<typeof setUp>) => void, object]>([
  ['the session ends', ({ over }) => over.abort(), { ann: 'lost' }],
  ['the page is left, and came back by “Back”', ({ leave, comeBack }) => (leave(), comeBack()), { ann: 'lost' }],
  ['the admin signs out', ({ tabList }) => tabList.forget(), {}],
])(
  'when %s, a generated password is gone, copied or not; who it was for is named until signing out',
  (_says, end, named) => {
    const open = setUp()
    const { passwords, states } = open
    open.send('ann', 'bob')
    passwords.markCopied(['bob'])
    expect([passwords.read('ann'), passwords.read('bob')]).toEqual([secret, secret])
    expect(states()).toEqual({ ann: 'kept', bob: 'copied' })
    end(open)
    expect([passwords.read('ann'), passwords.read('bob')]).toEqual([undefined, undefined])
    expect(states()).toEqual(named)
  },
)

test('what a row still needs stands in the storage of its tab from before it is sent until it is done: names, and no password', async () => {
  const setup = setUp()
  setup.passwords.trackSending('ann', secret, asked)
  setup.passwords.trackSending('bob', undefined, asked)
  setup.passwords.trackSending('cem', undefined)
  expect([...setup.stored]).toEqual([])
  // Before anything is sent.
  await Promise.resolve()
  expect(setup.list()).toEqual({ ann: { password: true, flags: asked }, bob: { flags: asked } })
  expect(setup.states()).toEqual({})
  setup.passwords.settle([created('ann', asked), created('bob', asked)])
  expect(setup.list()).toEqual({ ann: { password: true, version: { created_at: 1, updated_at: 1 } } })
  setup.passwords.markCopied(['ann'])
  expect([...setup.stored]).toEqual([])
})

test('a page that dies leaves its list to the next one of the same person in the same tab, which tells it until it is dismissed', async () => {
  const setup = setUp()
  setup.send('ann', 'bob', 'cem')
  setup.passwords.markCopied(['bob'])
  setup.passwords.forget(['cem'])
  setup.passwords.trackSending('dan', secret)
  await Promise.resolve()
  expect(setup.open('mallory').states()).toEqual({})
  for (const next of [setup.open(), setup.open()]) expect(next.states()).toEqual({ ann: 'lost', dan: 'lost' })
  setup.open().passwords.forget(['ann', 'dan'])
  expect(setup.open().states()).toEqual({})
  expect([...setup.stored]).toEqual([])
})

test('a page that comes back by “Back” tells what is left since', () => {
  const setup = setUp()
  setup.send('ann', 'bob')
  setup.leave()
  setup.open().passwords.forget(['ann'])
  setup.comeBack()
  expect(setup.states()).toEqual({ bob: 'lost' })
  expect(setup.passwords.read('bob')).toBeUndefined()
})

test('nothing is stored after signing out, not even by what ends later', async () => {
  const setup = setUp()
  setup.send('ann')
  setup.passwords.trackSending('cem', secret, asked)
  setup.tabList.forget()
  await Promise.resolve()
  setup.passwords.settle([created('cem', swapped)])
  setup.leave()
  expect([...setup.stored]).toEqual([])
  expect(setup.open().states()).toEqual({})
})

test.each(['', '{}', 'nonsense', '[1, null, {"a": 2}]', '{"ann": 1}', '{"ann": {"password": "yes"}}'])(
  'a storage that holds %j is as good as an empty one',
  (text) => {
    const setup = setUp()
    setup.stored.set('eve', text)
    expect(setup.open().states()).toEqual({})
  },
)

test('until it is known what came of it, a password is neither kept nor lost; the session may end before', () => {
  const { passwords, over, states } = setUp()
  passwords.trackSending('ann', secret)
  expect(states()).toEqual({})
  over.abort()
  passwords.trackSending('bob', secret)
  passwords.settle([item('accepted'), item('accepted', { name: 'bob', currentName: 'bob' })])
  expect([passwords.read('ann'), passwords.read('bob')]).toEqual([undefined, undefined])
  expect(states()).toEqual({ ann: 'lost', bob: 'lost' })
})

test('a copied password can be read until the copied ones are forgotten', () => {
  const { passwords, states, send } = setUp()
  send('ann', 'bob')
  passwords.markCopied(['ann'])
  passwords.forgetCopied()
  expect(passwords.read('ann')).toBeUndefined()
  expect(states()).toEqual({ bob: 'kept' })
  passwords.forget(['bob'])
  expect(states()).toEqual({})
})

test.each([
  ['accepted', 'kept'],
  ['unknown', 'kept'],
  ['rejected', undefined],
  ['not-sent', undefined],
  [undefined, undefined],
] as const)('a password that was sent with the answer %s is %s', (delivery, is) => {
  const { passwords } = setUp()
  passwords.trackSending('ann', secret)
  passwords.settle([item(delivery, { hasPassword: true })])
  expect(passwords.get().get('ann')).toBe(is)
})

test('a password on its way is not lost when another job ends without having begun its row', () => {
  const { passwords } = setUp()
  passwords.trackSending('ann', secret)
  passwords.settle([item(undefined)])
  passwords.settle([item('accepted')])
  expect(passwords.read('ann')).toBe(secret)
})

test('a refused password leaves the one before it, kept or lost, and a typed one that arrives takes its place', () => {
  const { passwords, over, states } = setUp()
  passwords.trackSending('ann', secret)
  passwords.settle([item('accepted')])
  for (const next of ['another', undefined]) {
    passwords.trackSending('ann', next)
    passwords.settle([item('rejected')])
    expect(passwords.read('ann')).toBe(secret)
  }
  over.abort()
  passwords.trackSending('ann', undefined)
  passwords.settle([item('rejected')])
  expect(states()).toEqual({ ann: 'lost' })
  passwords.trackSending('ann', undefined)
  passwords.settle([item('accepted')])
  expect(states()).toEqual({})
})

test('a password follows its row to a new name, and goes with it', () => {
  const { passwords, states } = setUp()
  passwords.trackSending('ann', secret)
  passwords.settle([item('accepted', { currentName: 'anna' })])
  expect(states()).toEqual({ anna: 'kept' })
  const { outcome } = item('accepted')
  const facts = { status: 'success' } as const
  const isGone = { ...outcome!, readBack: { status: 'matches' as const, writeOnlyFields: [] } }
  passwords.settle([item('accepted', { name: 'anna', currentName: 'anna', facts, outcome: isGone })])
  expect(states()).toEqual({})
})

describe('by a list that is read later', () => {
  const list = (readStartedAt: number, ...rows: User[]) => listOf(rows, readStartedAt)
  /** Ann was created with a generated password. */
  const setUpAnn = () => {
    const setup = setUp()
    setup.passwords.trackSending('ann', secret)
    setup.passwords.settle([created('ann', asked)])
    return setup
  }

  test('the password of a user who is gone is neither told nor handed out, also if another one gets the name', () => {
    const { passwords, states, stored } = setUpAnn()
    passwords.compare(list(2))
    expect([states(), passwords.read('ann'), [...stored]]).toEqual([{}, undefined, []])
    passwords.compare(list(3, user('ann', asked)))
    expect(states()).toEqual({})
  })

  test('a list that began before the write, or that has rows nobody can read, proves nobody gone', () => {
    const { passwords, states } = setUpAnn()
    passwords.compare(list(0))
    passwords.compare({ ...list(2), unreadableRows: [1] })
    expect(states()).toEqual({ ann: 'kept' })
  })

  test('the password of a user whom others have changed is not told as good; that of one whom this page changed is', () => {
    const { passwords, states } = setUpAnn()
    passwords.compare(list(2, user('ann', asked, 1)))
    expect(states()).toEqual({ ann: 'kept' })
    const own = created('ann', asked)
    const readBack = { status: 'matches' as const, row: user('ann', asked, 5), writeOnlyFields: [] }
    const request = { ...own.outcome!.request, before: user('ann', asked, 1) }
    passwords.settle([{ ...own, outcome: { ...own.outcome!, request, readBack } }])
    passwords.compare(list(3, user('ann', asked, 5)))
    expect(states()).toEqual({ ann: 'kept' })
    passwords.compare(list(4, user('ann', asked, 9)))
    expect(states()).toEqual({ ann: 'changed' })
    passwords.compare(list(5, user('ann', asked, 5)))
    expect(states()).toEqual({ ann: 'changed' })
  })

  test('a password that a tab has lost is not told as the last one once the user has changed, by another tab or others', () => {
    const setup = setUpAnn()
    setup.leave()
    const next = setup.open()
    next.passwords.compare(list(2, user('ann', asked, 1)))
    expect(next.states()).toEqual({ ann: 'lost' })
    next.passwords.compare(list(3, user('ann', asked, 9)))
    expect(next.states()).toEqual({ ann: 'lost-changed' })
    next.leave()
    const last = setup.open()
    last.passwords.compare(list(4, user('ann', asked, 9)))
    expect(last.states()).toEqual({ ann: 'lost-changed' })
    expect(last.passwords.read('ann')).toBeUndefined()
  })

  test('a password that may not have arrived is told once its user is there', () => {
    const { passwords, states } = setUp()
    passwords.trackSending('ann', secret)
    const silent = item('unknown')
    passwords.settle([{ ...silent, outcome: { ...silent.outcome!, readBack: { status: 'unchanged', fields: [] } } }])
    expect([states(), passwords.read('ann')]).toEqual([{}, undefined])
    passwords.compare(list(2, user('ann', asked)))
    expect([states(), passwords.read('ann')]).toEqual([{ ann: 'kept' }, secret])
  })

  test('of the users of a page that died, those are named whose flags are swapped, until they are as asked or anything else', async () => {
    const setup = setUp()
    for (const name of ['ann', 'bob', 'cem', 'dan']) setup.passwords.trackSending(name, undefined, asked)
    await Promise.resolve()
    const { passwords } = setup.open()
    const named = () => [...passwords.swapped.get()]
    expect(named().map(([name]) => name)).toEqual(['ann', 'bob', 'cem', 'dan'])
    const odd = { admin: true, active: true }
    passwords.compare(list(1, user('ann', swapped), user('bob', asked), user('cem', odd)))
    expect(named()).toEqual([['ann', asked]])
    // The last request of that page arrives.
    passwords.compare(list(2, user('ann', swapped), user('dan', swapped)))
    expect(named()).toEqual([
      ['ann', asked],
      ['dan', asked],
    ])
    passwords.compare(list(3, user('ann', asked), user('dan', swapped)))
    expect(named()).toEqual([['dan', asked]])
    passwords.forgetSwapped()
    expect([named(), [...setup.stored]]).toEqual([[], []])
  })
})
