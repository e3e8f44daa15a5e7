import { expect, test } from 'vitest'
import type { JobItem } from '#web/jobs/job.ts'
import { createSecrets } from './secrets.ts'

const secret = 'not-to-be-found-anywhere'

/** What came of a row. `sent` undefined: nothing was started. */
function item(sent: 'yes' | 'perhaps' | 'refused' | 'no' | undefined, change: Partial<JobItem> = {}): JobItem {
  const ended = {
    state: 'ended',
    outcome: {
      done: { do: 'save', from: 'ann', name: 'ann', asked: [], unseen: ['password'] },
      sent,
      shown: { is: 'unread', why: 'no-list' },
      at: 1,
    },
  } as unknown as JobItem
  return { name: 'ann', after: 'ann', change: {}, state: 'not-started', ...(sent !== undefined && ended), ...change }
}

function world() {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  }
  const over = new AbortController()
  const page = new EventTarget() as unknown as Window
  const open = (account: string | undefined) => {
    const secrets = createSecrets({ storage, page }, 'http://x/', account)
    secrets.keepUntil(over.signal)
    return secrets
  }
  return { stored, over, page, open, secrets: open('eve') }
}

const namesOf = ({ get }: ReturnType<typeof createSecrets>) => ({ kept: [...get().kept], lost: [...get().lost] })

test.each<[string, (opened: ReturnType<typeof world>) => void]>([
  ['the session ends', ({ over }) => over.abort()],
  ['the page is left', ({ page }) => page.dispatchEvent(new Event('pagehide'))],
])('when %s, a generated password is gone and its row is named, also after a reload', (_says, end) => {
  const open = world()
  open.secrets.send('ann', secret)
  open.secrets.settle([item('yes')])
  expect(open.secrets.read('ann')).toBe(secret)
  expect(namesOf(open.secrets)).toEqual({ kept: ['ann'], lost: [] })
  end(open)
  expect(open.secrets.read('ann')).toBeUndefined()
  expect(namesOf(open.secrets)).toEqual({ kept: [], lost: ['ann'] })
  expect(namesOf(open.open('eve'))).toEqual({ kept: [], lost: ['ann'] })
  expect([...open.stored.values()].join()).not.toContain(secret)
})

test('a password that is sent after the session ended is not kept, but its row is named', () => {
  const { secrets, over } = world()
  over.abort()
  secrets.send('ann', secret)
  expect(secrets.read('ann')).toBeUndefined()
  expect(namesOf(secrets)).toEqual({ kept: [], lost: ['ann'] })
})

test('the name is stored before anything is sent, and gone once it is copied or dismissed', () => {
  const { secrets, stored } = world()
  secrets.send('ann', secret)
  expect([...stored.values()]).toEqual(['["ann"]'])
  secrets.copied('ann')
  secrets.send('bob', secret)
  secrets.dismiss('bob')
  expect([...stored]).toEqual([])
  expect([secrets.read('ann'), secrets.read('bob')]).toEqual([undefined, undefined])
})

test('a copied password stays readable while a list of them is open', () => {
  const { secrets } = world()
  secrets.send('ann', secret)
  secrets.settle([item('yes')])
  const putAway = [secrets.hold(), secrets.hold()]
  putAway[0]?.()
  secrets.copied('ann')
  expect(secrets.read('ann')).toBe(secret)
  secrets.send('bob', secret)
  secrets.settle([item('yes', { name: 'bob', after: 'bob' })])
  putAway[1]?.()
  expect(secrets.read('ann')).toBeUndefined()
  expect(secrets.read('bob')).toBe(secret)
  secrets.copied('bob')
  expect(secrets.read('bob')).toBeUndefined()
})

test('until it is known what came of it, a password is neither kept nor lost; the session may end before', () => {
  const { secrets, over } = world()
  secrets.send('ann', secret)
  expect(namesOf(secrets)).toEqual({ kept: [], lost: [] })
  over.abort()
  expect(namesOf(secrets)).toEqual({ kept: [], lost: ['ann'] })
  secrets.settle([item('yes')])
  expect(secrets.read('ann')).toBeUndefined()
  expect(namesOf(secrets)).toEqual({ kept: [], lost: ['ann'] })
})

test('a typed password that is refused leaves a lost one named', () => {
  const { open, secrets } = world()
  secrets.send('ann', secret)
  const later = open('eve')
  later.send('ann', undefined)
  later.settle([item('refused')])
  expect(namesOf(later).lost).toEqual(['ann'])
})

test.each([
  ['yes', ['ann']],
  ['perhaps', ['ann']],
  ['refused', []],
  ['no', []],
  [undefined, []],
] as const)('a password that was sent with the answer %s is kept: %o', (sent, kept) => {
  const { secrets } = world()
  secrets.send('ann', secret)
  secrets.settle([item(sent)])
  expect(namesOf(secrets).kept).toEqual(kept)
})

test('a refused password leaves the one before it, and a typed one that arrives takes its place', () => {
  const { secrets } = world()
  secrets.send('ann', secret)
  secrets.settle([item('yes')])
  secrets.send('ann', 'another')
  secrets.settle([item('refused')])
  expect(secrets.read('ann')).toBe(secret)
  secrets.send('ann', undefined)
  secrets.settle([item('refused')])
  expect(secrets.read('ann')).toBe(secret)
  secrets.send('ann', undefined)
  secrets.settle([item('yes')])
  expect(namesOf(secrets)).toEqual({ kept: [], lost: [] })
})

test('a password follows its row to a new name, and goes with it', () => {
  const { secrets } = world()
  secrets.send('ann', secret)
  secrets.settle([item('yes', { after: 'anna' })])
  expect(namesOf(secrets).kept).toEqual(['anna'])
  const { outcome } = item('yes')
  secrets.settle([
    item('yes', {
      name: 'anna',
      after: 'anna',
      told: { result: 'done', says: 'Deleted.', next: [] },
      outcome: { ...outcome!, shown: { is: 'as-asked', unseen: [] } },
    }),
  ])
  expect(namesOf(secrets)).toEqual({ kept: [], lost: [] })
})

test('the names of one account are not those of another, and none are stored for an unknown one', () => {
  const { open, stored } = world()
  open('eve').send('ann', secret)
  expect(namesOf(open('mallory'))).toEqual({ kept: [], lost: [] })
  const size = stored.size
  const unknown = open(undefined)
  expect(namesOf(unknown)).toEqual({ kept: [], lost: [] })
  unknown.send('bob', secret)
  unknown.settle([item('yes', { name: 'bob', after: 'bob' })])
  expect(namesOf(unknown).kept).toEqual(['bob'])
  expect(stored.size).toBe(size)
})
