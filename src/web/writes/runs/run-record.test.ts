import { expect, test, vi } from 'vitest'
import { named, runWorld, storedKeys } from '#web/testing/run-world.ts'
import { performMany } from './perform-many.ts'
import type { PlannedItem } from './run-state.ts'

const records = () => storedKeys().filter((key) => key.startsWith('query-admin run'))

/** The browser's storage, as long as there is room in it. */
function storageWhile(hasRoom: () => boolean): void {
  const storage = localStorage
  vi.stubGlobal('localStorage', {
    get length() {
      return storage.length
    },
    key: (at: number) => storage.key(at),
    getItem: (key: string) => storage.getItem(key),
    removeItem: (key: string) => storage.removeItem(key),
    clear: () => storage.clear(),
    setItem(key: string, text: string) {
      if (!hasRoom()) throw new DOMException('full', 'QuotaExceededError')
      storage.setItem(key, text)
    },
  })
}

test('a run whose record cannot be stored does not start', async () => {
  const world = await runWorld({ tokens: named(3) })
  storageWhile(() => false)
  const tab = world.tab()
  tab.agree()
  expect(await performMany(tab.page, 'tokens', 'delete', await tab.rows('tokens'))).toBe(false)
  expect(tab.session.toasts.get()).toMatchObject({ message: expect.stringContaining('was not started') })
  expect(world.arrived.filter((request) => request !== 'GET')).toEqual([])
  expect(records()).toEqual([])
})

test('a run whose record can no longer be written stops before the next request', async () => {
  const world = await runWorld({ tokens: named(9) })
  let isFull = false
  storageWhile(() => !isFull)
  const tab = world.tab({
    meets({ method }, through) {
      isFull ||= method === 'DELETE'
      return through()
    },
  })
  tab.agree()
  await performMany(tab.page, 'tokens', 'delete', await tab.rows('tokens'))
  const { stopped, counts } = await tab.ended()
  const sent = world.arrived.filter((request) => request.startsWith('DELETE')).length
  expect(stopped).toBe('not-stored')
  expect(sent).toBeLessThan(9)
  expect(counts).toMatchObject({ done: sent, 'not-started': 9 - sent })
})

test('a record says before each request that it is sent, and holds no value', async () => {
  const readings = 'documented,list-secret=carried,value-on-put=kept'
  const world = await runWorld({ readings, tokens: named(6) })
  const values = named(6).map((name) => world.trial.valueOf(name))
  const seen: string[] = []
  const tab = world.tab({
    meets({ method }, through) {
      const texts = storedKeys().map((key) => localStorage.getItem(key) ?? '')
      for (const value of values) expect(texts.join()).not.toContain(value.slice(-20))
      if (method === 'PUT')
        seen.push((JSON.parse(texts.find((text) => text.includes('"states"')) ?? '') as { states: string }).states)
      return through()
    },
  })
  tab.agree()
  await performMany(tab.page, 'tokens', 'deactivate', await tab.rows('tokens'))
  await tab.ended()
  expect(seen).toHaveLength(6)
  // As many as were sent so far, and those that are sent at the same moment.
  expect(seen.every((states, at) => states.replaceAll('w', '').length > at)).toBe(true)
  tab.run().close()
  expect(records()).toEqual([])
})

test('a record is kept for 24 h, and removed when the admin signs out by hand', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const world = await runWorld({ tokens: named(3) })
  const leave = async (...acts: string[]) => {
    const tab = world.tab()
    tab.agree()
    for (const act of acts) {
      await performMany(tab.page, 'tokens', act, await tab.rows('tokens'))
      await tab.ended()
    }
    return tab
  }
  // Two keys: the second run took the place of the first.
  const first = await leave('deactivate', 'activate')
  expect(records()).toHaveLength(2)
  first.session.runs.forget()
  expect(records()).toEqual([])
  await leave('deactivate')
  for (const [hours, found] of [
    [23, true],
    [25, false],
  ] as const) {
    vi.setSystemTime(Date.now() + (hours === 23 ? 23 : 2) * 3_600_000)
    const tab = world.tab()
    await tab.session.runs.find(tab.page)
    expect(tab.session.runs.get() !== undefined).toBe(found)
  }
  expect(records()).toEqual([])
})

test('a run from a file needs its file again, and names users whose password went with the tab', async () => {
  const world = await runWorld()
  const users = ['a@x.test', 'b@x.test', 'c@x.test']
  const kept = new Set<string>()
  const planned = (): PlannedItem[] =>
    users.map((email) => ({
      isGenerated: true,
      write: {
        act: 'create',
        name: email,
        change: { admin: false, active: true },
        async send({ users: saving }) {
          const verdict = await saving.create({ email, password: `secret of ${email}`, admin: false, active: true })
          kept.add(email)
          return verdict
        },
      },
    }))
  const generated = { get: () => ({ kept }), subscribe: () => () => undefined }
  const words = { doing: 'Creating #', done: '# created' }
  const plan = {
    resource: 'users' as const,
    words,
    leftOut: [],
    items: planned(),
    file: { name: 'a.csv', digest: 'd' },
    generated,
  }
  const first = world.tab({ latency: 2 })
  await first.session.runs.start(first.page, plan)
  first.run().cancel()
  await first.ended()
  expect(
    storedKeys()
      .map((key) => localStorage.getItem(key))
      .join(),
  ).not.toContain('secret of')
  await first.kill()

  const second = world.tab()
  await second.session.runs.find(second.page)
  const found = second.run().get()
  const done = found.items.filter(({ state }) => state === 'done').map(({ name }) => name)
  expect(found.file).toEqual(plan.file)
  expect(found.lost).toEqual(done)
  expect(second.run().act).toBeUndefined()
  await second.run().goOn(second.page, planned())
  expect((await second.ended()).counts).toMatchObject({ done: 3 })
  expect(world.arrived.filter((request) => request.startsWith('POST'))).toHaveLength(3)
})
