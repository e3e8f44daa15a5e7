import { expect, test } from 'vitest'
import type { JobItem } from '#web/jobs/job.ts'
import { createGeneratedPasswords } from './generated-passwords.ts'

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

/** A browser; each page in it is opened by somebody. */
function setUp() {
  const stored = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  }
  const open = (key = 'eve') => {
    const over = new AbortController()
    const page = Object.assign(new EventTarget(), { localStorage }) as unknown as Window
    const passwords = createGeneratedPasswords(page, key)
    passwords.bindToSession(over.signal)
    const states = () => Object.fromEntries(passwords.get())
    /** A password was generated for these, and stored. */
    const send = (...names: string[]) => {
      for (const name of names) {
        passwords.trackSending(name, secret)
        passwords.settle([item('accepted', { name, currentName: name })])
      }
    }
    return { over, page, passwords, states, send, leave: () => page.dispatchEvent(new Event('pagehide')) }
  }
  return { ...open(), stored, open }
}

test.each<[string, (opened: ReturnType<typeof setUp>) => void, object]>([
  ['the session ends', ({ over }) => over.abort(), { ann: 'lost' }],
  [
    'the page is left, and came back by “Back”',
    (setup) => (setup.leave(), setup.page.dispatchEvent(new Event('pageshow'))),
    { ann: 'lost' },
  ],
  ['the admin signs out', ({ passwords }) => passwords.forgetAll(), {}],
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

test('a page that is left leaves the names of those that nobody copied to the next one of the same person, and nothing else', () => {
  const setup = setUp()
  setup.send('ann', 'bob', 'cem')
  setup.passwords.markCopied(['bob'])
  setup.passwords.forget(['cem'])
  setup.passwords.trackSending('dan', secret)
  setup.passwords.trackSending('eva', undefined)
  expect([...setup.stored]).toEqual([])
  setup.leave()
  expect([...setup.stored]).toEqual([['eve', '["ann","dan"]']])
  expect(setup.open('mallory').states()).toEqual({})
  expect(setup.open().states()).toEqual({ ann: 'lost', dan: 'lost' })
  // One page tells of them, not each.
  expect(setup.open().states()).toEqual({})
  expect([...setup.stored]).toEqual([])
})

test('the names outlive a session that ended, and a page after it; two pages that are left both leave theirs', () => {
  const setup = setUp()
  setup.send('ann')
  setup.over.abort()
  const other = setup.open()
  other.send('bob')
  setup.leave()
  other.leave()
  const next = setup.open()
  expect(next.states()).toEqual({ ann: 'lost', bob: 'lost' })
  next.leave()
  expect(setup.open().states()).toEqual({ ann: 'lost', bob: 'lost' })
})

test('nothing is stored after signing out, not even by a page that is left later; what another page stored goes too', () => {
  const setup = setUp()
  const other = setup.open()
  other.send('bob')
  other.leave()
  setup.send('ann')
  setup.passwords.trackSending('cem', secret)
  setup.passwords.forgetAll()
  setup.leave()
  expect([...setup.stored]).toEqual([])
  expect(setup.open().states()).toEqual({})
})

test.each(['', '{}', 'nonsense', '[1, null, {"a": 2}]'])(
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
  passwords.settle([item(delivery)])
  expect(passwords.get().get('ann')).toBe(is)
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
