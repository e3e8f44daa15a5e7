import { expect, test } from 'vitest'
import { memoryUsers, createWriterDependencies } from '#api/testing/memory-resources.ts'
import type { User } from '#api/user.ts'
import { createUnlistedUserWriter, createUserWriter } from '#api/write/writers.ts'
import { runAction } from '#web/jobs/run-action.ts'
import type { AppContext } from '#web/jobs/app-context.tsx'
import type { Overlay } from '#web/router/overlay.ts'
import { createJobStore } from '#web/jobs/job-store.ts'
import { createConfirmationQueue } from '#web/jobs/confirmations.ts'
import type { Confirmation } from '#web/resource/confirmation.ts'
import { createUpdateEffectStore } from '#web/resource/row-context.ts'
import { patchList } from '#web/resource/name-order.ts'
import { describeOutcome } from '#web/resource/outcome-message.ts'
import { testTabList } from '#web/testing/passwords.ts'
import { userListOf } from '#web/testing/rows.ts'
import { createStore } from '#web/ui/store.ts'
import { createToastStore } from '#web/ui/toast.tsx'
import { unlistedAccount } from './resource.ts'
import { mayBeOwnAccount } from './own-account.ts'
import { userResource } from './resource.ts'
import { runUserTasks } from './backend.ts'

/**
 * A page with these admins. Every confirmation is answered by going on. `you`: the emails that their account may
 * have. `meanwhile`: what a colleague does once the list is read.
 */
function pageOf(admins: readonly string[], you: readonly string[], meanwhile?: (rows: Map<string, User>) => void) {
  const service = memoryUsers(...admins, 'li')
  for (const email of admins) service.rows.set(email, { ...service.rows.get(email)!, admin: true })
  const { dependencies } = createWriterDependencies()
  const writer = createUserWriter(service, dependencies, (row) => mayBeOwnAccount(row, { ownEmails: you, list }))
  let list = userListOf([...service.rows.values()], dependencies.now())
  meanwhile?.(service.rows)
  const writes = () => service.calls.filter((call) => !call.startsWith('read'))
  const recordedConfirmations: (Confirmation & { sentCount: number })[] = []
  const questions = createConfirmationQueue()
  questions.subscribe(() => {
    for (const { question, onAnswer } of questions.get()) {
      recordedConfirmations.push({ ...question, sentCount: writes().length })
      queueMicrotask(() => onAnswer({}))
    }
  })
  const known = () => ({ now: dependencies.now(), timeUnit: 'seconds', ownEmails: you }) as const
  const jobs = createJobStore({
    now: dependencies.now,
    runTasks: () => runUserTasks(writer, () => list),
    describe: (_, outcome) => describeOutcome(outcome, app.resources.users, known()),
    showOutcomes(_, outcomes) {
      for (const { request } of outcomes)
        list = patchList(list, request.previousName, service.rows.get(request.previousName))
    },
    onEnd: () => undefined,
  })
  const app: AppContext = {
    jobs,
    confirmations: questions,
    resources: { users: userResource, tokens: userResource },
    actionContext: () => ({ ...known(), list, isWarned: false }),
    readOnlyReason: () => undefined,
    toasts: createToastStore({ announce: () => undefined, alert: () => undefined }),
    updateEffect: createUpdateEffectStore(),
    timeUnit: { ...createStore('seconds' as const), evidence: () => undefined },
    clockOffset: () => 0,
    rowContext: known,
    tabLists: { tokens: testTabList(), imports: testTabList() },
    refreshList: () => undefined,
    overlay: createStore<Overlay | undefined>(undefined),
  }
  return {
    recordedConfirmations,
    writes,
    activeAdmins: () =>
      [...service.rows.values()].flatMap(({ email, admin, active }) => (admin && active ? [email] : [])),
    act: async (name: string, ...emails: string[]) => {
      const snapshots = emails.map((email) => ({
        row: list.at(list.indexOf(email)),
        readStartedAt: list.readStartedAt,
      }))
      return runAction(app, 'users', name, snapshots)
    },
  }
}
const forty = Array.from({ length: 40 }, (_, index) => `a${index}`)

test.each(['deactivate', 'adminOff', 'delete'])('“%s” on all admins, with *you* unknown, leaves one', async (name) => {
  const page = pageOf(forty, [])
  const job = await page.act(name, ...forty)
  expect(job?.skipped).toEqual([{ name: 'a0', reason: 'the last active admin' }])
  expect(page.recordedConfirmations.map(({ typeToConfirm }) => typeToConfirm)).toEqual([
    { noun: 'count', names: ['39'] },
  ])
  expect(page.writes()).toHaveLength(39)
  expect(page.activeAdmins()).toEqual(['a0'])
})

test('a job leaves out the admin’s own account, and takes the others', async () => {
  const page = pageOf(['me', 'boss'], ['me'])
  const job = await page.act('adminOff', 'me', 'boss')
  expect(job?.skipped).toEqual([{ name: 'me', reason: 'your account' }])
  expect(page.activeAdmins()).toEqual(['me'])
})

test('the last admin alone is asked about, typed, and then sent', async () => {
  const page = pageOf(['boss'], ['me'])
  const job = await page.act('adminOff', 'boss')
  expect(page.recordedConfirmations).toMatchObject([
    { typeToConfirm: { noun: 'email' }, acknowledges: ['locks-out-everyone'], sentCount: 0 },
  ])
  expect(job?.items[0]?.message?.text).toBe('Saved, admin off.')
  expect(page.writes()).toEqual(['update boss'])
})

test.each<[string, readonly string[]]>([
  ['the admin’s own account', ['me']],
  ['one that may be', ['me', 'new']],
  ['one of nobody knows whom', []],
])('an action on %s is asked about in one dialog, and the write asks nothing more', async (_, you) => {
  for (const name of ['deactivate', 'adminOff', 'delete']) {
    const page = pageOf(['me', 'boss'], you)
    // oxlint-disable-next-line no-await-in-loop -- three worlds
    await page.act(name, 'me')
    expect(page.recordedConfirmations).toMatchObject([
      { typeToConfirm: { noun: 'email' }, acknowledges: ['locks-out-self'], sentCount: 0 },
    ])
    expect(page.writes()).toHaveLength(1)
  }
})

test('if a colleague demotes the other admin between list and click, nothing is sent, and it is asked', async () => {
  const page = pageOf(['me', 'boss'], ['me'], (rows) => rows.set('me', { ...rows.get('me')!, admin: false }))
  const job = await page.act('adminOff', 'boss')
  const paragraphs = [['list-changed'], ['cannot-administer'], ['last-admin', 'nobody-left']]
  expect(page.recordedConfirmations).toMatchObject([{ paragraphs, typeToConfirm: { noun: 'email' }, sentCount: 0 }])
  expect(job?.items[0]?.message?.text).toBe('Saved, admin off.')
  expect(page.writes()).toEqual(['update boss'])
})

test('if the colleague demotes all others, a job stops before the last one, and nothing is asked again', async () => {
  const page = pageOf(['me', 'boss', 'ann'], [], (rows) => rows.set('me', { ...rows.get('me')!, admin: false }))
  const job = await page.act('adminOff', 'boss', 'ann')
  expect(job?.items.map(({ message }) => message?.text)).toEqual([
    'Saved, admin off.',
    'It is the last active admin. Nothing was sent.',
  ])
  expect(page.activeAdmins()).toEqual(['ann'])
  expect(page.recordedConfirmations).toHaveLength(1)
})

test('without a list the write stops before it takes the admin’s own access, in any spelling of the email, and no other', async () => {
  const service = memoryUsers('Me@x.test', 'li@x.test')
  const { dependencies } = createWriterDependencies()
  const { write } = createUnlistedUserWriter(service, dependencies, (row) =>
    mayBeOwnAccount(row, { ownEmails: ['me@x.test'], list: undefined }),
  )
  const off = async (email: string, acknowledged: readonly 'locks-out-self'[] = []) => {
    const change = { admin: false, active: true }
    const [outcome] = await write([
      {
        operation: 'update',
        snapshot: { row: unlistedAccount(email), readStartedAt: 0 },
        change,
        acknowledged: acknowledged,
      },
    ])
    return outcome?.blockedBy ?? outcome?.delivery
  }
  expect(await off('Me@x.test')).toBe('locks-out-self')
  expect(service.calls).toEqual([])
  expect(await off('Me@x.test', ['locks-out-self'])).toBe('accepted')
  expect(await off('li@x.test')).toBe('accepted')
})
