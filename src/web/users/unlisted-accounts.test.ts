import { describe, expect, test } from 'vitest'
import { memoryUsers, createWriterDependencies } from '#api/testing/memory-resources.ts'
import type { User } from '#api/user.ts'
import { createUnlistedUserWriter } from '#api/write/writers.ts'
import type { Job } from '#web/jobs/job.ts'
import { userRow } from '#web/testing/rows.ts'
import { accepted, noAnswer, refused, userJob } from '#web/testing/user-jobs.ts'
import { accountOf, accountsFromJobs } from './unlisted-accounts.tsx'

const flags = { admin: false, active: true }
const unknown = { admin: undefined, active: undefined }
const li = userRow('li@x.test', { ...unknown, created_at: undefined, updated_at: undefined })
const created = (ends: Parameters<typeof userJob>[1] = accepted) =>
  userJob({ operation: 'create', email: li.email, change: flags }, ends)
const saved = (change: object, ends: Parameters<typeof userJob>[1] = accepted, snapshot: User = li) =>
  userJob({ operation: 'update', email: snapshot.email, change, before: snapshot }, ends)
const removed = (ends: Parameters<typeof userJob>[1] = accepted) =>
  userJob({ operation: 'delete', email: li.email, before: li }, ends)

/** `li@x.test admin no active yes`; `?`: unknown. */
const accountsAfter = (jobs: readonly Job[]) => {
  const accounts = accountsFromJobs(jobs)
  const word = (flag: boolean | undefined) => (flag === undefined ? '?' : flag ? 'on' : 'off')
  return Array.from({ length: accounts.count }, (_, index) => {
    const { email, admin, active } = accounts.at(index)
    return `${email} ${word(admin)} ${word(active)}`
  })
}

describe('the accounts of a session on a service without a list', () => {
  test.each<[string, readonly Job[], readonly string[]]>([
    ['none at first', [], []],
    [
      'a created one, whose flags are those of an older account of that email, if there was one',
      [created()],
      ['li@x.test ? ?'],
    ],
    ['with its flags, once they were sent', [created(), saved(flags)], ['li@x.test off on']],
    [
      'changed by one flag',
      [saved(flags), saved({ active: false }, accepted, { ...li, ...flags })],
      ['li@x.test off off'],
    ],
    [
      'with an unknown flag, if a change of it got no answer',
      [saved(flags), saved({ active: false }, noAnswer, { ...li, ...flags })],
      ['li@x.test off ?'],
    ],
    [
      'as before, if a change was refused',
      [saved(flags), saved({ active: false }, refused, { ...li, ...flags })],
      ['li@x.test off on'],
    ],
    ['one of which only a refusal is known', [saved(flags, refused)], ['li@x.test ? ?']],
    ['under its new email', [saved({ ...flags, new_email: 'b@x.test' })], ['b@x.test off on']],
    ['not one whose creation was refused', [created(refused)], []],
    ['one whose creation got no answer', [created(noAnswer)], ['li@x.test ? ?']],
    ['not one that was deleted', [created(), removed()], []],
    ['one whose deletion got no answer', [saved(flags), removed(noAnswer)], ['li@x.test off on']],
    ['one that was created again', [created(), removed(), created()], ['li@x.test ? ?']],
  ])('%s', (_, jobs, rows) => {
    expect(accountsAfter(jobs)).toEqual(rows)
  })

  test('any account can be acted on by its email, with what is known of it', () => {
    const accounts = accountsFromJobs([saved(flags)])
    expect(accountOf(accounts, 'li@x.test')).toMatchObject(flags)
    expect(accountOf(accounts, 'new@x.test')).toMatchObject({ email: 'new@x.test', ...unknown })
  })
})

test('an account that was never seen is changed and deleted by its email, and nothing is read', async () => {
  const service = memoryUsers('never@x.test')
  const { write } = createUnlistedUserWriter(service, createWriterDependencies().dependencies)
  const account = (jobs: readonly Job[]) => ({
    row: accountOf(accountsFromJobs(jobs), 'never@x.test'),
    readStartedAt: 0,
  })
  const [saved] = await write([{ operation: 'update', snapshot: account([]), change: { admin: true, active: true } }])
  const first = userJob({ operation: 'update', email: 'never@x.test', change: { admin: true, active: true } }, saved!)
  const ends = [
    ...(await write([{ operation: 'update', snapshot: account([first]), change: { active: false } }])),
    ...(await write([{ operation: 'delete', snapshot: account([first]), acknowledged: ['identity-unknown'] }])),
  ]
  expect([saved, ...ends].map((outcome) => [outcome?.delivery, outcome?.readBack])).toEqual(
    [1, 2, 3].map(() => ['accepted', accepted.readBack]),
  )
  expect(service.calls).toEqual(['update never@x.test', 'update never@x.test', 'remove never@x.test'])
})

describe('what is said there', () => {
  const messageOf = (job: Job) => job.items[0]?.message
  const statusOf = (job: Job) => job.items[0]?.facts?.status
  test('is never that it is saved', () => {
    for (const job of [created(), saved(flags), saved({ new_password: 'x' }), removed()]) {
      expect(statusOf(job)).toBe('unknown')
      expect(messageOf(job)?.text).toMatch(/^Not confirmed\. This service can’t list users\./)
    }
  })

  test('after a creation, that the flags can be sent', () => {
    expect(messageOf(created())).toMatchObject({
      text: 'Not confirmed. This service can’t list users. If “li@x.test” already existed, nothing was created; this changes that account.',
      followUps: ['send-flags'],
    })
    expect(messageOf(created(noAnswer))?.followUps).not.toContain('send-flags')
  })
})
