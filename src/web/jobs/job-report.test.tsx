import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderSignedIn } from '#web/testing/signed-in.tsx'
import { createTestAppContext } from '#web/testing/token-app-context.ts'
import { withRetries, type Job } from './job.ts'
import { JobReportSheet } from './job-report.tsx'

const names = Array.from({ length: 25 }, (_, index) => `t${index}`)

/** A job on 25 tokens that was stopped at its third write. */
async function stopped() {
  const on = createTestAppContext(...names)
  on.tokens.before = (call) => void (call === 'update t2' && on.app.jobs.stop(1))
  const job = (await on.act('deactivate', on.snapshotsOf(...names)))!
  on.tokens.before = () => undefined
  return { on, job }
}
const draw = (on: ReturnType<typeof createTestAppContext>, job: Job) =>
  renderSignedIn(
    <JobReportSheet job={job} page={{}} secrets={null} copyButton={() => null} onClose={() => undefined} />,
    {},
    on.app,
  )
const next = () => screen.queryByRole('button', { name: /^Continue with/ })

test('a job that was stopped goes on with the rows that were not started, each written once', async () => {
  const { on, job } = await stopped()
  const rest = job.items.filter(({ state }) => state === 'not-started')
  expect(rest.length).toBeGreaterThan(4)
  const { user } = draw(on, job)
  expect(next()?.textContent).toBe(`Continue with ${rest.length}`)
  await user.click(next()!)
  await expect
    .poll(() => withRetries(job, on.app.jobs.get()).items.every(({ message }) => message !== undefined))
    .toBe(true)
  expect(on.writes()).toEqual(names.map((name) => `update ${name}`))
  expect(names.map((name) => on.rowOf(name)?.active)).toEqual(names.map(() => false))
})

test.each<[string, (item: Job['items'][number]) => Job['items'][number]]>([
  ['with a password, which is gone', (item) => ({ ...item, hasPassword: true })],
  ['that were to be created', (item) => ({ ...item, snapshot: undefined })],
])('a job that was stopped does not go on with rows %s', async (_which, labelOf) => {
  const { on, job } = await stopped()
  draw(on, { ...job, items: job.items.map(labelOf) })
  expect(screen.getAllByRole('button', { name: 'Close' })).toHaveLength(2)
  expect(next()).toBeNull()
})

test('“Repair 2” in a report repairs the values of these rows', async () => {
  const on = createTestAppContext('t0', 't1')
  for (const name of ['t0', 't1']) on.rewrite(name, { claims: { iat: 1, exp: 2 } })
  const { actionContext } = on.app
  on.app.actionContext = (resource) => ({ ...actionContext(resource), updateEffect: 'replaces-and-needs-repair' })
  const job = (await on.act('writeOff', on.snapshotsOf('t0', 't1')))!
  for (const name of ['t0', 't1']) on.rewrite(name, { claims: { iat: 1, exp: 2 } })
  const items = job.items.map((item) => ({
    ...item,
    facts: { status: 'success' as const, concern: 'needs-repair' as const },
  }))
  const { user } = draw(on, { ...job, items })
  await user.click(screen.getByRole('button', { name: 'Repair 2' }))
  await expect.poll(() => on.app.jobs.get().at(-1)).toMatchObject({ action: 'repair', endedAt: expect.any(Number) })
  expect(
    on.app.jobs
      .get()
      .at(-1)
      ?.items.map(({ name }) => name),
  ).toEqual(['t0', 't1'])
})
