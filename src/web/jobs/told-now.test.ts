import { expect, test } from 'vitest'
import type { Told } from '#web/resource/say.ts'
import type { Job, JobItem } from './job.ts'
import { toldNow } from './told-now.ts'

const open: Told = { result: 'unknown', says: 'No answer. It may or may not be saved.', next: ['refresh'] }
const saved: Told = { result: 'done', says: 'It is saved.', next: [] }

const item = (name: string, told: Told) =>
  ({ name, after: name, state: 'ended', told, outcome: {} }) as unknown as JobItem
const job = (id: number, ...items: JobItem[]) => ({ id, resource: 'tokens', items }) as unknown as Job

test('a report tells what was left open as the list shows it since, but not of a row that was written to again', () => {
  const failed: Told = { result: 'failed', says: 'Not saved.', next: [] }
  const [first, second] = [job(1, item('a', open), item('b', open), item('c', failed)), job(2, item('b', failed))]
  const last = new Map([
    ...first.items.map((one) => [one.name, { job: first, item: one }] as const),
    ['b', { job: second, item: second.items[0]! }],
  ])
  const says = (told: Job) => told.items.map((one) => one.told?.says)
  expect(
    says(
      toldNow(
        first,
        () => last,
        () => saved,
      ),
    ),
  ).toEqual([saved.says, open.says, failed.says])
  expect(
    says(
      toldNow(
        first,
        () => last,
        () => undefined,
      ),
    ),
  ).toEqual([open.says, open.says, failed.says])
})
