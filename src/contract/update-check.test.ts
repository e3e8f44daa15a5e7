import { afterEach, describe, expect, test } from 'vitest'
import { connect } from '#contract/client/client.ts'
import { problemOf } from './problem.ts'
import { checkUpdates, type CheckReport } from './update-check.ts'
import { isDeep, sample, seeded } from '#contract/testing/deep.ts'
import { someServices } from '#contract/testing/trial.ts'
import { PRESETS, type PresetName, type Readings } from '#reference/readings.ts'
import { openTrial, type Trial } from '#reference/testing/trial.ts'

/** A service with somebody's token, and a check whose waiting moves its clock. */
interface World {
  trial: Trial
  /** Requests so far, as `POST /_/token` and the body. */
  requests: { method: string; path: string; body: string }[]
  /** Intercepts the requests of the check. */
  between: (send: () => Promise<Response>, method: string, path: string) => Promise<Response>
  run: (signal?: AbortSignal) => Promise<CheckReport>
  /** All tokens as one text. */
  rows: () => string
}

let world: World | undefined
afterEach(() => world?.trial.close())

async function opened(readings: Readings): Promise<World> {
  world?.trial.close()
  const trial = await openTrial(readings)
  const opening: World = {
    trial,
    requests: [],
    between: (send) => send(),
    run(signal = new AbortController().signal) {
      const service = connect({
        origin: 'http://reference.test/',
        bearer: trial.bearer,
        now: () => trial.clock.now,
        fetch: (url, init) => {
          const { pathname } = new URL(url)
          const method = init.method ?? 'GET'
          opening.requests.push({ method, path: pathname, body: typeof init.body === 'string' ? init.body : '' })
          // Like a real platform: an abort loses the response, not the request.
          return opening.between(() => trial.fetch(new Request(url, { ...init, signal: null })), method, pathname)
        },
      })
      const wait = async (ms: number) => void (trial.clock.now += ms)
      return checkUpdates(service, { signal, now: () => trial.clock.now, wait })
    },
    rows: () =>
      JSON.stringify(trial.store.read('SELECT name, value, active, write, updated_at FROM token ORDER BY id')),
  }
  if (['none', 'users'].includes(readings['turned-off']))
    await trial.call('POST', '/_/token', { name: 'theirs', expiration_date: 1_900_000_000_000 })
  world = opening
  return opening
}

/** What an update does under these readings. */
function truth(readings: Readings) {
  if (readings['value-on-put'] === 'kept') return 'keeps'
  return readings['value-on-put'] === 'new' ? 'replaces' : 'replaces-and-needs-repair'
}

const kinds = (['documented', 'bare', 'query-server'] as const).flatMap((preset) =>
  (['kept', 'new', 'new-refused'] as const).flatMap((onPut) =>
    (['carried', 'left-out'] as const).map((inList): [string, Readings] => [
      `${preset}, ${onPut}, ${inList}`,
      { ...PRESETS[preset], 'value-on-put': onPut, 'list-secret': inList },
    ]),
  ),
)

describe('the check', () => {
  test.each(kinds)('sees what an update does, and touches one token of its own: %s', async (_, readings) => {
    const { run, rows, requests, trial } = await opened(readings)
    const before = rows()
    const report = await run()
    expect(report).toEqual({ effect: truth(readings), at: expect.any(Number), interrupted: false, left: [] })
    expect(rows()).toBe(before)
    const writes = requests.filter(({ method }) => method !== 'GET')
    expect(writes.map(({ method }) => method)).toEqual(['POST', 'PUT', 'PUT', 'PUT', 'DELETE'])
    const sent = writes.map(({ body }) => JSON.parse(body) as { name: string; write?: boolean })
    expect(new Set(sent.map(({ name }) => name)).size).toBe(1)
    expect(sent.slice(0, -1).every(({ write }) => write === false)).toBe(true)
    for (const secret of [trial.bearer, trial.valueOf('theirs'), 'eyJ', 'query-admin-check'])
      expect(JSON.stringify(report)).not.toContain(secret)
  })

  const seed = Number(process.env.MATRIX_SEED ?? 4)
  const services = someServices(seeded(seed), sample(12, 400))
  test.each(services)('claims nothing false, and leaves nothing: %s', async (_, readings) => {
    const { run, rows } = await opened(readings)
    const before = rows()
    const report = await run().catch((error: unknown) => {
      expect(problemOf(error)).toBeDefined()
      return undefined
    })
    expect([undefined, truth(readings)]).toContain(report?.effect)
    expect([rows(), report?.left ?? []]).toEqual([before, []])
  })

  test('removes what an older one left, and nothing that is younger or has another name', async () => {
    const { run, trial } = await opened(PRESETS['query-server'])
    const make = async (name: string) =>
      trial.call('POST', '/_/token', { name, expiration_date: 4_000_000_000, active: false, write: false })
    const name = (digit: string) => `query-admin-check-${digit.repeat(24)}`
    for (const old of [name('a'), name('b'), `${name('a')}-mine`, 'query-admin-check-mine']) await make(old)
    trial.clock.now += 10 * 60_000
    await make(name('c'))
    trial.clock.now += 1000
    expect((await run()).left).toEqual([])
    const left = trial.store.read('SELECT name FROM token ORDER BY id').map((row) => row.name)
    expect(left).toEqual(['theirs', `${name('a')}-mine`, 'query-admin-check-mine', name('c')])
  })
})

const presets: PresetName[] = isDeep() ? ['documented', 'bare', 'query-server'] : ['query-server']

describe('interrupted at any request it leaves nothing behind, and claims nothing', () => {
  test.each(presets)('%s', async (preset) => {
    let last = Number.POSITIVE_INFINITY
    for (let k = 2; k <= last; k += 1) {
      for (const isCarriedOut of [true, false]) {
        const { requests, rows, run } = await opened(PRESETS[preset])
        const before = rows()
        const stop = new AbortController()
        world!.between = async (send) => {
          if (requests.length !== k) return send()
          const answer = isCarriedOut ? await send() : undefined
          stop.abort(new Error('Ctrl-C'))
          return answer ?? send()
        }
        const { left, effect, interrupted } = await run(stop.signal)
        expect([k, left, rows()]).toEqual([k, [], before])
        if (interrupted) expect([undefined, truth(PRESETS[preset])]).toContain(effect)
        else last = k - 1
      }
    }
    expect(last).toBeGreaterThan(6)
  })

  test('also when the answer to a write is lost and the write arrives late', async () => {
    const { rows, run, trial, requests } = await opened(PRESETS['query-server'])
    const before = rows()
    const late: (() => Promise<Response>)[] = []
    world!.between = async (send, method) => {
      // It arrives after the clean-up has looked for the first time.
      if (requests.length > 4) for (const arrives of late.splice(0)) await arrives()
      if (method !== 'POST') return send()
      late.push(send)
      throw new TypeError('connection lost')
    }
    const { left, problem } = await run()
    expect([left, problem?.kind, rows()]).toEqual([[], 'unreachable', before])
    expect(trial.store.read("SELECT name FROM token WHERE name LIKE 'query-admin%'")).toEqual([])
  })

  test('it names what it cannot delete', async () => {
    const { rows, run } = await opened(PRESETS.documented)
    world!.between = async (send, method) => (method === 'DELETE' ? new Response('', { status: 503 }) : send())
    const { left, effect } = await run()
    expect([left.length, effect]).toEqual([1, 'keeps'])
    expect(rows()).toContain(left[0])
  })
})

const failures: Record<string, () => Response> = {
  'a failing service': () => new Response('Internal Server Error', { status: 500 }),
  'a gateway without its service': () => new Response('<html>Bad Gateway</html>', { status: 502 }),
  'a bearer that ended': () => new Response('', { status: 401 }),
  'a page of markup': () => new Response('<!doctype html><title>Hello</title>'),
  'an address that is gone': () => new Response('404 Not Found', { status: 404 }),
  'an empty answer': () => new Response(null, { status: 200 }),
  'a limit of requests': () => new Response('Slow down', { status: 429 }),
  'no answer': () => {
    throw new TypeError('no route')
  },
}

describe('a service that fails midway is not reported wrongly', () => {
  test.each(Object.keys(failures))('%s, from some request on, or at one only', async (failure) => {
    for (const readings of [PRESETS.documented, ...(isDeep() ? [PRESETS['query-server']] : [])]) {
      for (let k = 2; k < 14; k += 1) {
        // By turns at this request alone and from it on; with DEEP=1 both.
        for (const isOnce of isDeep() ? [true, false] : [k % 2 === Object.keys(failures).indexOf(failure) % 2]) {
          const { requests, run } = await opened(readings)
          world!.between = async (send) =>
            (isOnce ? requests.length === k : requests.length >= k) ? (failures[failure]?.() ?? send()) : send()
          const { effect, left } = await run()
          expect([undefined, truth(readings)]).toContain(effect)
          if (isOnce) expect([k, left, world?.rows()]).toEqual([k, [], expect.not.stringContaining('query-admin')])
        }
      }
    }
  })

  test('one that does not answer as a service is a problem, and nothing is sent to it but reads', async () => {
    for (const failure of Object.keys(failures)) {
      const { run, requests } = await opened(PRESETS.documented)
      world!.between = async () => failures[failure]?.() ?? new Response()
      const error = await run().catch((reason: unknown) => reason)
      expect([failure, problemOf(error)?.kind]).toEqual([failure, expect.any(String)])
      expect(requests.filter(({ method }) => method !== 'GET')).toEqual([])
    }
  })
})

describe('a service that lies is not believed', () => {
  test.each(['POST', 'PUT'])('one that says OK to every %s and does nothing', async (lied) => {
    const { run, rows } = await opened(PRESETS.documented)
    const before = rows()
    world!.between = async (send, method) => (method === lied ? new Response('') : send())
    expect(await run()).toMatchObject({ effect: undefined, left: [] })
    expect(rows()).toBe(before)
  })
})
