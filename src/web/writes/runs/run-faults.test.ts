import { expect, test, vi } from 'vitest'
import { isDeep, sample, seeded } from '#contract/testing/deep.ts'
import { named, runWorld, type Meets, type RunWorld } from '#web/testing/run-world.ts'
import { continueRun, performMany } from './perform-many.ts'

vi.setConfig({ testTimeout: isDeep() ? 600_000 : 60_000 })

const expiry = 1_900_000_000_000

/** What each act leaves in the store of the service. */
const acts = {
  delete: { resource: 'tokens', isDone: (row: Stored | undefined) => row === undefined },
  deactivate: { resource: 'tokens', isDone: (row: Stored | undefined) => row?.active === false },
  setExpiry: { resource: 'tokens', isDone: (row: Stored | undefined) => Number(row?.expiration_date) === expiry },
  adminOn: { resource: 'users', isDone: (row: Stored | undefined) => row?.admin === true },
} as const
type ActName = keyof typeof acts

interface Stored {
  active?: boolean
  admin?: boolean
  write?: boolean
  expiration_date?: unknown
}

const answers = { date: { at: expiry } }

async function worldFor(act: ActName, count: number) {
  const names = named(count)
  return acts[act].resource === 'tokens'
    ? runWorld({ tokens: names })
    : runWorld({ users: names.map((name) => ({ email: `${name}@x.test` })) })
}

/** The rows of the service, without the admin's own. */
async function stored({ trial }: RunWorld, resource: 'tokens' | 'users'): Promise<Map<string, Stored>> {
  const path = resource === 'tokens' ? '/_/token' : '/_/user'
  const { data } = (await trial.json('GET', path)) as { data: (Stored & { name?: string; email?: string })[] }
  return new Map(data.map((row) => [row.name ?? row.email ?? '', row]))
}

/** One write in ten meets a fault: refused, lost before or after the service has done it, or done late. */
function faulty(random: () => number, late: Promise<unknown>[]): Meets {
  return ({ method }, through) => {
    if (method === 'GET' || random() > 0.1) return through()
    switch (Math.floor(random() * 4)) {
      case 0:
        return Promise.resolve(new Response('{"error":"locked"}', { status: 409 }))
      case 1:
        return Promise.reject(new TypeError('Failed to fetch'))
      case 2:
        return through().then(() => Promise.reject(new TypeError('Failed to fetch')))
      default:
        late.push(new Promise((go) => setTimeout(go, 60)).then(through))
        return Promise.reject(new TypeError('Failed to fetch'))
    }
  }
}

const count = sample(60, 500)

test.each(Object.keys(acts) as ActName[])(
  'with one write in ten failing, the report of “%s” is right for every row',
  async (act) => {
    const { resource, isDone } = acts[act]
    for (const seed of isDeep() ? [1, 2, 3, 4, 5] : [1]) {
      const world = await worldFor(act, count)
      const late: Promise<unknown>[] = []
      const tab = world.tab({ latency: 2, meets: faulty(seeded(seed), late) })
      tab.agree(answers)
      const rows = await tab.rows(resource)
      const own = world.trial.admin.email
      await performMany(
        tab.page,
        resource,
        act,
        rows.filter(({ row }) => !('email' in row) || row.email !== own),
      )
      const state = await tab.ended()
      expect(state.stopped).toBeUndefined()
      expect(state.counts.done + state.counts.failed + state.counts.unknown).toBe(count)
      expect(state.counts.failed + state.counts.unknown).toBeGreaterThan(0)
      await Promise.all(late)
      const after = await stored(world, resource)
      const wrong = (state: string) => (item: { name: string; state: string }) =>
        item.state === state && isDone(after.get(item.name)) !== (state === 'done')
      // What is reported as failed was refused; what got no answer, and is not there yet, is unknown.
      expect(state.items.filter(wrong('done'))).toEqual([])
      expect(state.items.filter(wrong('failed'))).toEqual([])
      const sent = world.arrived.length
      await tab.run().refresh(tab.page)
      const { items } = tab.run().get()
      expect(items.filter(wrong('done'))).toEqual([])
      expect(items.filter(wrong('failed'))).toEqual([])
      expect(items.filter(({ name, state }) => state === 'unknown' && isDone(after.get(name)))).toEqual([])
      expect(world.arrived.slice(sent)).toEqual(state.counts.unknown > 0 ? ['GET'] : [])
    }
  },
)

test('a second admin changes 20 rows during the run: 20 are told, none is undone', async () => {
  for (const act of ['delete', 'deactivate', 'setExpiry'] as const) {
    const world = await worldFor(act, count)
    const random = seeded(7)
    const theirs = new Set<string>()
    while (theirs.size < 20) theirs.add(named(count)[Math.floor(20 + random() * (count - 20))]!)
    let isBegun = false
    const tab = world.tab({
      latency: 2,
      async meets({ method }, through) {
        if (method !== 'GET' && !isBegun) {
          isBegun = true
          const change = { active: true, write: true, expiration_date: 1_850_000_000_000 }
          for (const name of theirs) await world.trial.call('PUT', '/_/token', { name, ...change })
        }
        return through()
      },
    })
    tab.agree(answers)
    await performMany(tab.page, 'tokens', act, await tab.rows('tokens'))
    const { items, stopped } = await tab.ended()
    expect(stopped).toBeUndefined()
    const told = items.filter(({ state, says }) => state === 'failed' && says.startsWith('Changed since'))
    expect(new Set(told.map(({ name }) => name))).toEqual(theirs)
    const after = await stored(world, 'tokens')
    const undone = [...theirs].filter((name) => after.get(name)?.write !== true || after.get(name)?.active !== true)
    expect(undone).toEqual([])
  }
})

test.each(['before', 'after'] as const)(
  'a service that goes away in the middle, %s its last answer, stops the run, and it goes on when it is back',
  async (when) => {
    for (let kill = 0; kill < sample(3, 20); kill += 1) {
      const random = seeded(200 + kill)
      const world = await worldFor('deactivate', 40)
      const last = Math.floor(1 + random() * 20)
      let isDown = false
      const tab = world.tab({
        latency: 2,
        async meets({ method }, through) {
          const writes = world.arrived.filter((request) => request !== 'GET').length
          if (isDown && when === 'after' && method !== 'GET' && writes === last) await through()
          if (isDown) throw new TypeError('Failed to fetch')
          const answer = await through()
          if (method !== 'GET' && writes + 1 === last) isDown = true
          return answer
        },
      })
      tab.agree()
      await performMany(tab.page, 'tokens', 'deactivate', await tab.rows('tokens'))
      const { stopped, items } = await tab.ended()
      expect(stopped).toBe('failures')
      const isDone = acts.deactivate.isDone
      const stands = await stored(world, 'tokens')
      expect(items.filter(({ name, state }) => state === 'done' && !isDone(stands.get(name)))).toEqual([])
      expect(
        items.filter(({ name, state }) => ['failed', 'not-started'].includes(state) && isDone(stands.get(name))),
      ).toEqual([])
      isDown = false
      const { length } = world.arrived
      await tab.run().refresh(tab.page)
      expect(world.arrived.slice(length).filter((request) => request !== 'GET')).toEqual([])
      await continueRun(tab.page, tab.run())
      await tab.ended()
      await continueRun(tab.page, tab.run(), 'failed')
      const state = await tab.ended()
      expect(state.counts.done + state.counts.unknown).toBe(40)
      const sent = world.arrived.filter((request) => request !== 'GET')
      expect(sent).toHaveLength(new Set(sent).size)
    }
  },
)

test('500 items on 2,000 rows take at most 2.5 requests an item', async () => {
  const items = sample(60, 500)
  const world = await runWorld({ tokens: named(2000) })
  for (const act of ['deactivate', 'delete'] as const) {
    const tab = world.tab({ latency: 50 })
    tab.agree()
    const rows = await tab.rows('tokens')
    world.arrived.length = 0
    await performMany(tab.page, 'tokens', act, rows.slice(0, items))
    const { counts } = await tab.ended()
    expect(counts.done).toBe(items)
    expect(world.arrived.length / items).toBeLessThanOrEqual(2.5)
    console.info(`${act}: ${world.arrived.length / items} requests an item`)
  }
})
