import { afterEach, describe, expect, test } from 'vitest'
import { isDeep } from '#contract/testing/deep.ts'
import { PRESETS, type PresetName } from '#reference/readings.ts'
import type { PointName } from '#contract/probe/points.ts'
import { problemOf } from '#contract/problem.ts'
import { probed, type Probed } from '#contract/testing/probed.ts'
import { wrongClaims } from '#contract/testing/truth.ts'

let world: Probed | undefined
afterEach(() => world?.trial.close())

// Every third request on one preset, the abort before it and after it by turns; all, both ways and on all presets with DEEP=1.
const everything = isDeep()
const interrupted: PresetName[] = everything ? ['documented', 'bare', 'query-server'] : ['query-server']

describe('interrupted at any request it leaves nothing behind', () => {
  test.each(interrupted)('%s', async (preset) => {
    let last = Number.POSITIVE_INFINITY
    for (let k = 1; k <= last; k += everything ? 1 : 3) {
      for (const carriedOut of everything ? [true, false] : [k % 2 === 0]) {
        world = await probed(PRESETS[preset])
        const { requests } = world
        const before = world.rows()
        const stop = new AbortController()
        world.between = async (send) => {
          if (requests.length !== k) return send()
          // Aborted while the request is on its way: it is carried out, and its answer comes too late or never.
          const answer = carriedOut ? await send() : undefined
          stop.abort(new Error('Ctrl-C'))
          return answer ?? send()
        }
        const report = await world.run({ signal: stop.signal })
        expect([k, report.left, world.rows()]).toEqual([k, [], before])
        if (stop.signal.aborted) expect(wrongClaims(report.learned, PRESETS[preset])).toEqual([])
        else last = k - 1
        world.trial.close()
      }
    }
    expect(last).toBeGreaterThan(80)
  })

  test('also when the answer to a write is lost and the write arrives late', async () => {
    for (let k = 12; k < 140; k += everything ? 1 : 9) {
      world = await probed(PRESETS['query-server'])
      const { requests, trial } = world
      const before = world.rows()
      const late: (() => Promise<Response>)[] = []
      world.between = async (send, method) => {
        if (requests.length !== k || method !== 'POST') return send()
        late.push(send)
        throw new TypeError('connection lost')
      }
      const report = await world.run({
        wait: async (ms) => {
          trial.clock.now += ms
          for (const send of late.splice(0)) await send()
        },
      })
      expect([k, report.left, world.rows()]).toEqual([k, [], before])
      trial.close()
    }
  })

  test('it names what it cannot delete', async () => {
    world = await probed(PRESETS.documented)
    const { requests } = world
    world.between = async (send, method) => {
      if (requests.length > 60 && method === 'DELETE') return new Response('', { status: 503 })
      return send()
    }
    const { left } = await world.run()
    expect(left.length).toBeGreaterThan(3)
    for (const name of left) expect(world.rows()).toContain(name)
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
  test.each(Object.keys(failures))('%s, from some request on', async (failure) => {
    const turn = Object.keys(failures).indexOf(failure)
    for (let k = 3 + turn; k < 150; k += everything ? 1 : 29) {
      world = await probed(PRESETS.documented)
      const { requests } = world
      world.between = async (send) => (requests.length < k ? send() : (failures[failure]?.() ?? send()))
      const { learned } = await world.run()
      expect([k, wrongClaims(learned, PRESETS.documented)]).toEqual([k, []])
      world.trial.close()
    }
  })

  test.each(['a failing service', 'a bearer that ended', 'an address that is gone', 'no answer'])(
    '%s, at one request only',
    async (failure) => {
      const turn = Object.keys(failures).indexOf(failure)
      for (let k = 3 + turn; k < 150; k += everything ? 1 : 13) {
        world = await probed(PRESETS.documented)
        const { requests } = world
        world.between = async (send) => (requests.length === k ? (failures[failure]?.() ?? send()) : send())
        const { learned, left } = await world.run()
        expect([k, left, wrongClaims(learned, PRESETS.documented)]).toEqual([k, [], []])
        world.trial.close()
      }
    },
  )

  test('one that does not answer as a service is a problem, and nothing is sent to it but reads', async () => {
    for (const failure of Object.keys(failures)) {
      world = await probed(PRESETS.documented)
      world.between = async () => failures[failure]?.() ?? new Response()
      const error = await world.run().catch((reason: unknown) => reason)
      expect([failure, problemOf(error)?.kind]).toEqual([failure, expect.any(String)])
      expect(world.requests.map(({ method }) => method).filter((method) => method !== 'GET')).toEqual([])
      world.trial.close()
    }
  })
})

const ofRows: readonly PointName[] = ['omitted-on-put', 'value-on-put', 'create-swaps-flags', 'user-omitted-on-put']

describe('a service that lies is not believed', () => {
  test('one that says OK to every write and does nothing', async () => {
    world = await probed(PRESETS.documented)
    world.between = async (send, method) => (method === 'GET' ? send() : new Response(null, { status: 200 }))
    const { learned } = await world.run()
    for (const name of ofRows) expect(learned[name], name).toHaveProperty('notSeen')
  })

  test('one that says OK to every update and does nothing', async () => {
    world = await probed(PRESETS.documented)
    world.between = async (send, method) => (method === 'PUT' ? new Response(null, { status: 200 }) : send())
    const { learned } = await world.run()
    for (const name of ['omitted-on-put', 'value-on-put', 'user-omitted-on-put'] as const)
      expect(learned[name]).toHaveProperty('notSeen')
  })

  test('one that shows the list as it was', async () => {
    world = await probed(PRESETS.documented)
    const old = new Map<string, string>()
    world.between = async (send, method, path) => {
      const answer = await send()
      if (method !== 'GET' || !answer.ok || path.endsWith('value')) return answer
      const text = await answer.text()
      if (!old.has(path)) old.set(path, text)
      return new Response(old.get(path))
    }
    const { learned } = await world.run()
    for (const name of ofRows) expect(learned[name], name).toHaveProperty('notSeen')
  })
})
