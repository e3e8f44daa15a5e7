import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PRESETS } from '#reference-service/readings.ts'
import { shortenTimers, timedTrial, type Browser } from '#api/testing/test-service.ts'
import type { UserDraft } from '#api/user.ts'

beforeAll(shortenTimers)
afterAll(() => vi.unstubAllGlobals())

const drafts = Array.from({ length: 10 }, (_, index): UserDraft => ({
  email: `u${index}@x.test`,
  password: 'p',
  admin: false,
  active: true,
}))

/**
 * Creates ten users in one batch on a service that swaps both flags. The page dies with its request number `killedAt`, which
 * still arrives. What is stored then, and how many requests there were.
 */
async function createAndDie(killedAt: number) {
  let requests = 0
  let browser: Browser | undefined
  const timed = await timedTrial(PRESETS['query-server'], {
    lie: (ask) => (url, init) => {
      requests += 1
      if (requests < killedAt) return ask(url, init)
      if (requests > killedAt) return Promise.reject(new TypeError('dead'))
      return ask(url, init).finally(() => browser?.leave())
    },
  })
  browser = timed.browser()
  await Promise.allSettled([browser.write.users.write(drafts.map((draft) => ({ operation: 'create', draft })))])
  const rows = timed.trial.database.read("SELECT admin, active FROM user WHERE email LIKE 'u%'", {})
  timed.close()
  return { requests, created: rows.length, swapped: rows.filter(({ admin }) => admin === 1).length }
}

test('of users who are created together, a page that dies at any request leaves at most four with admin and active swapped', async () => {
  const alive = await createAndDie(Infinity)
  expect(alive).toMatchObject({ created: 10, swapped: 0 })
  const left: number[] = []
  for (let killedAt = 1; killedAt <= alive.requests; killedAt += 1) left.push((await createAndDie(killedAt)).swapped)
  expect(Math.max(...left)).toBe(4)
  // The first goes alone.
  expect(left.slice(0, 4)).toEqual([0, 1, 1, 0])
})

test('flags are corrected once the service that asked to be left alone may be asked again, though nothing else is sent', async () => {
  const timed = await timedTrial(PRESETS['query-server'])
  const { write } = timed.browser()
  let isBusy = false
  let waited = 0
  await write.users.write(
    drafts.slice(0, 3).map((draft) => ({ operation: 'create', draft })),
    {
      shouldContinue: () => !isBusy,
      onResponse: () => void (isBusy = true),
      remainingPauseMs: () => (isBusy && (waited += 1) === 1 ? 1 : 0),
    },
  )
  expect(timed.trial.database.read("SELECT admin, active FROM user WHERE email LIKE 'u%'", {})).toEqual([
    { admin: 0, active: 1 },
  ])
  expect(waited).toBe(2)
  timed.close()
})

test('where a service stores flags as asked, only the first user goes alone', async () => {
  const timed = await timedTrial({ ...PRESETS['query-server'], 'create-swaps-flags': 'no' })
  const { write, requests } = timed.browser()
  await write.users.write(drafts.map((draft) => ({ operation: 'create', draft })))
  expect(requests.filter((request) => request === 'GET /_/user')).toHaveLength(4)
  expect(requests.filter((request) => request.startsWith('PUT'))).toEqual([])
  timed.close()
})

test('where no list shows the flags, nobody waits for another', async () => {
  const timed = await timedTrial(PRESETS['bare'])
  let [running, most] = [0, 0]
  const { write } = timed.browser()
  await write.unlisted.write(
    drafts.map((draft) => ({ operation: 'create', draft })),
    {
      onSend: () => void (most = Math.max(most, (running += 1))),
      onResponse: () => void (running -= 1),
    },
  )
  expect(most).toBe(4)
  timed.close()
})
