import { expect, test } from 'vitest'
import type { JobItem } from '#web/jobs/job.ts'
import { createPasswords } from './passwords.ts'

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
  const over = new AbortController()
  const page = new EventTarget() as unknown as Window
  const passwords = createPasswords(page)
  passwords.keepUntil(over.signal)
  const are = () => Object.fromEntries(passwords.get())
  return { over, page, passwords, are }
}

test.each<[string, (opened: ReturnType<typeof world>) => void]>([
  ['the session ends', ({ over }) => over.abort()],
  ['the page is left', ({ page }) => page.dispatchEvent(new Event('pagehide'))],
])('when %s, a generated password is gone, and its row is named unless somebody copied it', (_says, end) => {
  const open = world()
  const { passwords, are } = open
  for (const name of ['ann', 'bob']) {
    passwords.send(name, secret)
    passwords.settle([item('yes', { name, after: name })])
  }
  passwords.copied('bob')
  expect([passwords.read('ann'), passwords.read('bob')]).toEqual([secret, secret])
  expect(are()).toEqual({ ann: 'kept', bob: 'copied' })
  end(open)
  expect([passwords.read('ann'), passwords.read('bob')]).toEqual([undefined, undefined])
  expect(are()).toEqual({ ann: 'lost' })
})

test('until it is known what came of it, a password is neither kept nor lost; the session may end before', () => {
  const { passwords, over, are } = world()
  passwords.send('ann', secret)
  expect(are()).toEqual({})
  over.abort()
  passwords.send('bob', secret)
  passwords.settle([item('yes'), item('yes', { name: 'bob', after: 'bob' })])
  expect([passwords.read('ann'), passwords.read('bob')]).toEqual([undefined, undefined])
  expect(are()).toEqual({ ann: 'lost', bob: 'lost' })
})

test('a copied password can be read until the copied ones are forgotten', () => {
  const { passwords, are } = world()
  for (const name of ['ann', 'bob']) {
    passwords.send(name, secret)
    passwords.settle([item('yes', { name, after: name })])
  }
  passwords.copied('ann')
  passwords.forgetCopied()
  expect(passwords.read('ann')).toBeUndefined()
  expect(are()).toEqual({ bob: 'kept' })
  passwords.forget('bob')
  expect(are()).toEqual({})
})

test.each([
  ['yes', 'kept'],
  ['perhaps', 'kept'],
  ['refused', undefined],
  ['no', undefined],
  [undefined, undefined],
] as const)('a password that was sent with the answer %s is %s', (sent, is) => {
  const { passwords } = world()
  passwords.send('ann', secret)
  passwords.settle([item(sent)])
  expect(passwords.get().get('ann')).toBe(is)
})

test('a refused password leaves the one before it, kept or lost, and a typed one that arrives takes its place', () => {
  const { passwords, over, are } = world()
  passwords.send('ann', secret)
  passwords.settle([item('yes')])
  for (const next of ['another', undefined]) {
    passwords.send('ann', next)
    passwords.settle([item('refused')])
    expect(passwords.read('ann')).toBe(secret)
  }
  over.abort()
  passwords.send('ann', undefined)
  passwords.settle([item('refused')])
  expect(are()).toEqual({ ann: 'lost' })
  passwords.send('ann', undefined)
  passwords.settle([item('yes')])
  expect(are()).toEqual({})
})

test('a password follows its row to a new name, and goes with it', () => {
  const { passwords, are } = world()
  passwords.send('ann', secret)
  passwords.settle([item('yes', { after: 'anna' })])
  expect(are()).toEqual({ anna: 'kept' })
  const { outcome } = item('yes')
  const told = { result: 'done', says: 'Deleted.', next: [] } as const
  const isGone = { ...outcome!, shown: { is: 'as-asked' as const, unseen: [] } }
  passwords.settle([item('yes', { name: 'anna', after: 'anna', told, outcome: isGone })])
  expect(are()).toEqual({})
})
