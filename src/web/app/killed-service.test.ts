import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApiClient } from '#api/api-client.ts'
import { sample } from '#api/testing/full-length.ts'
import { connectWithSignIn } from '#api/testing/client.ts'
import { trueToken, trueUser } from '#api/testing/oracle.ts'
import { PRESETS } from '#reference-service/readings.ts'
import { openTrial } from '#reference-service/testing/trial.ts'
import { isJobRunning, type JobItem } from '#web/jobs/job.ts'
import { unrecreatedEntry, selectJobRows } from '#web/jobs/job-selectors.ts'
import { createRow, planCreation, runAction } from '#web/jobs/run-action.ts'
import { listKey } from '#web/resource/list-queries.ts'
import { createAnnouncer } from '#web/ui/announcer.tsx'
import { createToastStore } from '#web/ui/toast.tsx'
import { testTabList } from '#web/testing/passwords.ts'
import { createAppContext } from './create-app-context.ts'

// The pauses of the console pass at once; those of the service are real.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const readings = PRESETS['query-server']
const names = ['a', 'b', 'c']
const emails = names.map((name) => `${name}@x.example`)
const year = 365 * 86_400_000
const password = 'long enough to be one'

/** The page on a service as it was seen in public, which can be killed at a request. */
async function openPage() {
  let timestamp = 1_800_000_000_500
  const trial = await openTrial(readings, { now: timestamp })
  Object.defineProperty(trial.clock, 'now', { get: () => timestamp })
  const now = () => timestamp
  let remaining = Number.POSITIVE_INFINITY
  let wasCarriedOut = false
  let killed = false
  const die = () => {
    killed = true
    throw new TypeError('Failed to fetch')
  }
  const api = connectWithSignIn({
    origin: 'http://reference.test/',
    bearer: trial.bearer,
    now,
    fetch: async (url, init) => {
      init.signal?.throwIfAborted()
      timestamp += 7
      if (remaining < 0) return die()
      remaining -= 1
      if (remaining >= 0) return trial.fetch(new Request(url, init))
      if (wasCarriedOut) await trial.fetch(new Request(url, init))
      return die()
    },
  })
  const client = new QueryClient()
  const announcer = createAnnouncer(now)
  const { app } = createAppContext(
    {
      client,
      now,
      announcer,
      toasts: createToastStore(announcer),
      passwords: { settle: () => undefined, compare: () => undefined },
      tabLists: { tokens: testTabList(), imports: testTabList() },
    },
    {
      api: api as ApiClient,
      identity: { email: trial.admin.email, since: 0 },
      signal: new AbortController().signal,
    },
  )
  app.confirmations.subscribe(() => {
    for (const { onAnswer } of app.confirmations.get()) queueMicrotask(() => onAnswer({}))
  })
  const readLists = async () => {
    timestamp += 60_000
    client.setQueryData(listKey('tokens'), await api.tokens.list())
    client.setQueryData(listKey('users'), await api.users.list())
  }
  const snapshotsOf = async (resource: 'tokens' | 'users', wanted: readonly string[]) => {
    const list = resource === 'tokens' ? await api.tokens.list() : await api.users.list()
    return wanted.map((name) => ({ row: list.at(list.indexOf(name)), readStartedAt: list.readStartedAt }))
  }
  return {
    app,
    trial,
    pass: (ms: number) => void (timestamp += ms),
    snapshotsOf,
    readLists,
    /** The next request but `requests` kills the service. */
    killAfter(requests: number, carriedOut: boolean) {
      remaining = requests
      wasCarriedOut = carriedOut
    },
    restart() {
      remaining = Number.POSITIVE_INFINITY
      return killed
    },
    /** Until what was begun has ended. */
    async end() {
      do await vi.advanceTimersByTimeAsync(500)
      while (app.jobs.get().some(isJobRunning))
    },
  }
}

type KillPage = Awaited<ReturnType<typeof openPage>>

/** What a row is, by the database. Values and hashes are compared, never printed. */
const storedToken = ({ trial }: KillPage, name: string) => {
  const token = trueToken(trial, readings, name)
  const [row] = trial.database.read('SELECT iat, updated_at FROM token WHERE name = :name', { name })
  return token && { ...token, isAccepted: row?.['iat'] === Math.floor(Number(row?.['updated_at']) / 1000) }
}
const storedUser = ({ trial }: KillPage, email: string) => trueUser(trial, email)
type Stored = ReturnType<typeof storedToken> | ReturnType<typeof storedUser>

interface ScriptedAction {
  resource: 'tokens' | 'users'
  names: readonly string[]
  prepare?: (page: KillPage) => Promise<void>
  run: (page: KillPage) => Promise<void>
  /** Whether the row is as asked. */
  isDone: (before: Stored, after: Stored) => boolean
}

const addTokens = async ({ trial }: KillPage, active = true) => {
  for (const name of names) {
    // oxlint-disable-next-line no-await-in-loop -- in the order of their names
    await trial.call('POST', '/_/token', {
      name,
      active,
      write: false,
      expiration_date: Math.floor((trial.clock.now + year) / 1000),
    })
  }
}
const addUsers = async ({ trial }: KillPage) => {
  for (const email of emails) {
    // oxlint-disable-next-line no-await-in-loop -- in the order of their names
    await trial.call('POST', '/_/user', { email, password, admin: true, active: false })
  }
}
const onRows =
  (
    resource: 'tokens' | 'users',
    wanted: readonly string[],
    action: string,
    change: object = {},
  ): ScriptedAction['run'] =>
  async (page) =>
    void runAction(page.app, resource, action, await page.snapshotsOf(resource, wanted), { change })

const actions: Record<string, ScriptedAction> = {
  'a token is created': {
    resource: 'tokens',
    names: ['a'],
    run: async ({ app }) =>
      void createRow(app, 'tokens', {
        name: 'a',
        change: { active: true, write: true, expiration_date: { after: year } },
      }),
    isDone: (_, after) => after !== undefined && 'write' in after && after.active && after.write,
  },
  'three tokens are deactivated': {
    resource: 'tokens',
    names,
    prepare: addTokens,
    run: onRows('tokens', names, 'update', { active: false }),
    isDone: (_, after) => after?.active === false,
  },
  'write is turned on for three tokens': {
    resource: 'tokens',
    names,
    prepare: addTokens,
    run: onRows('tokens', names, 'update', { write: true }),
    isDone: (_, after) => after !== undefined && 'write' in after && after.write,
  },
  'three tokens are deleted': {
    resource: 'tokens',
    names,
    prepare: addTokens,
    run: onRows('tokens', names, 'delete'),
    isDone: (_, after) => after === undefined,
  },
  'three values are replaced': {
    resource: 'tokens',
    names,
    prepare: addTokens,
    run: onRows('tokens', names, 'replace'),
    isDone: (before, after) =>
      before !== undefined &&
      after !== undefined &&
      'value' in before &&
      'value' in after &&
      before.value !== after.value,
  },
  'three values are repaired': {
    resource: 'tokens',
    names,
    prepare: async (page) => {
      await addTokens(page, false)
      page.pass(5000)
      for (const name of names) {
        const [row] = page.trial.database.read('SELECT * FROM token WHERE name = :name', { name })
        // oxlint-disable-next-line no-await-in-loop -- an update spoils the value, one after the other
        await page.trial.call('PUT', '/_/token', {
          name,
          active: true,
          write: false,
          expiration_date: Number(row?.['expiration_date']),
        })
      }
    },
    run: onRows('tokens', names, 'repair'),
    isDone: (_, after) => after !== undefined && 'isAccepted' in after && after.isAccepted,
  },
  'three users are imported': {
    resource: 'users',
    names: emails,
    run: async ({ app }) => {
      const items = emails.map((name) =>
        planCreation(app, 'users', {
          name,
          change: { admin: false, active: true },
          readPassword: () => password,
        }),
      )
      const labels = {
        action: 'create',
        progressLabel: 'Importing #',
        doneLabel: '# imported',
        isImport: true,
      } as const
      void app.jobs.start({ resource: 'users', items, skipped: [], ...labels })
    },
    isDone: (_, after) => after !== undefined && 'admin' in after && !after.admin && after.active,
  },
  'three users are deactivated': {
    resource: 'users',
    names: emails,
    prepare: addUsers,
    run: onRows('users', emails, 'update', { active: false }),
    isDone: (_, after) => after?.active === false,
  },
  'three users are deleted': {
    resource: 'users',
    names: emails,
    prepare: addUsers,
    run: onRows('users', emails, 'delete'),
    isDone: (_, after) => after === undefined,
  },
}

/** What the page says wrongly of a row; undefined: nothing. */
function faultOf({ message, facts }: JobItem, isDone: boolean, before: Stored, after: Stored): string | undefined {
  const text = message?.text ?? ''
  if (facts === undefined) return 'said nothing'
  if (facts.status === 'success' && !isDone) return `done: ${text}`
  if (
    facts.status === 'success' &&
    facts.concern === undefined &&
    after?.active === true &&
    'isAccepted' in after &&
    !after.isAccepted
  )
    return `done, and its value is rejected: ${text}`
  if (facts.status === 'error' && facts.concern === undefined && facts.isMissing !== true && isDone)
    return `not done: ${text}`
  if (facts.isMissing === true && facts.status !== 'unknown' && after !== undefined) return `missing: ${text}`
  if (
    /^Deleted, but not created again|The old one is deleted/.test(text) &&
    facts.status !== 'unknown' &&
    after !== undefined
  )
    return `missing in words: ${text}`
  if (
    /^(Created|It is created|Saved|It is saved|Deleted\.|It is deleted)/.test(text) &&
    !isDone &&
    facts.concern === undefined
  )
    return `done in words: ${text}`
  if (/^Not (saved|created|deleted)/.test(text) && isDone && JSON.stringify(before) !== JSON.stringify(after))
    return `not done in words: ${text}`
  return undefined
}

for (const [title, scripted] of Object.entries(actions)) {
  test(`while ${title}, no kill of the service makes a line or the question of signing out say what is not so`, async () => {
    const faults: string[] = []
    let kills = 0
    for (let requests = 0; requests < sample(4, 10); requests += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      const page = await openPage()
      const stored = scripted.resource === 'tokens' ? storedToken : storedUser
      // oxlint-disable-next-line no-await-in-loop
      await scripted.prepare?.(page)
      // oxlint-disable-next-line no-await-in-loop
      await page.readLists()
      const before = new Map(scripted.names.map((name) => [name, stored(page, name)]))
      // oxlint-disable-next-line no-await-in-loop
      const begun = scripted.run(page)
      // oxlint-disable-next-line no-await-in-loop -- reading the rows that the admin saw is no part of the act
      await begun
      page.killAfter(requests, requests % 2 === 1)
      // oxlint-disable-next-line no-await-in-loop
      await page.end()
      if (page.restart()) kills += 1
      // oxlint-disable-next-line no-await-in-loop
      await page.readLists()
      const [job] = page.app.jobs.get()
      for (const item of job?.items ?? []) {
        const after = stored(page, item.name)
        const fault = faultOf(item, scripted.isDone(before.get(item.name), after), before.get(item.name), after)
        if (fault !== undefined) faults.push(`killed at ${requests}: ${item.name}: ${fault}`)
      }
      const missing = [...selectJobRows(page.app.jobs.get(), 'tokens').last.values()].filter(
        (entry) => unrecreatedEntry(entry) !== undefined,
      )
      for (const { item } of missing) {
        if (stored(page, item.name) !== undefined) faults.push(`killed at ${requests}: signing out counts ${item.name}`)
      }
      page.trial.close()
    }
    expect(faults).toEqual([])
    expect(kills).toBeGreaterThan(0)
  })
}
