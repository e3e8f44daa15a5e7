import { expect, test } from 'vitest'
import type { Job, JobItem } from '#web/jobs/job.ts'
import type { Told } from '#web/resource/say.ts'
import { token } from '#web/testing/rows.ts'
import { uncopiedIn } from './uncopied.ts'

const created: Told = { result: 'done', isQuiet: true, says: 'Created.', next: [] }
const saved: Told = { ...created, says: 'Saved.' }
const news: Told = { result: 'done', tone: 'news', says: 'New value.', next: ['copy', 'undo'] }
const broken: Told = { result: 'done', tone: 'repair', says: 'The new value needs repair.', next: ['repair'] }

function item(name: string, told: Told | undefined, change: Partial<JobItem> = {}): JobItem {
  const outcome = { shown: { is: 'as-asked', row: token(name), unseen: [] } } as unknown as NonNullable<
    JobItem['outcome']
  >
  const seen = { row: token(name), beganAt: 0 }
  return { name, after: name, change: {}, state: 'ended', seen, ...(told && { told, outcome }), ...change }
}
const made = (name: string, change: Partial<JobItem> = {}) => item(name, created, { ...change, seen: undefined })
const deleted = (name: string) =>
  item(name, { ...created, says: 'Deleted.' }, { outcome: { shown: { is: 'as-asked', unseen: [] } } as never })

const after = (...items: readonly JobItem[]) =>
  Object.fromEntries(
    [
      ...uncopiedIn(
        items.map((one, id): Job => {
          return { id, resource: 'tokens', act: 'save', doing: '', done: '', items: [one], leftOut: [], startedAt: 0 }
        }),
        'tokens',
      ),
    ].map(([name, { is }]) => [name, is]),
  )

test.each<[string, readonly JobItem[], Record<string, string>]>([
  ['a token that was created', [made('a')], { a: 'made' }],
  ['a new value', [item('a', news)], { a: 'new' }],
  ['a save that keeps the value', [item('a', saved)], {}],
  ['a save after a creation', [made('a'), item('a', saved)], { a: 'made' }],
  ['a new value of a token that was created', [made('a'), item('a', news)], { a: 'new' }],
  ['a value that was copied', [item('a', news, { isCopied: true })], {}],
  [
    'a value that is new again after it was copied',
    [item('a', news, { isCopied: true }), item('a', news)],
    { a: 'new' },
  ],
  ['a value that needs repair', [item('a', news), item('a', broken)], { a: 'spoiled' }],
  ['the same after its repair', [item('a', broken), item('a', news)], { a: 'new' }],
  ['a token whose date is still to be set', [made('a', { told: { ...created, next: ['set-expiry'] } })], {}],
  ['a token that was deleted', [made('a'), deleted('a')], {}],
  ['a token that was not created', [item('a', { result: 'failed', says: '', next: [] }, { seen: undefined })], {}],
  ['an item that was not started', [item('a', undefined, { state: 'not-started' })], {}],
])('%s', (_says, items, expected) => expect(after(...items)).toEqual(expected))
