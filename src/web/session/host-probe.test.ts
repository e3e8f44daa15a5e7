import { expect, test } from 'vitest'
import { ServiceError } from '#contract/problem.ts'
import { problemWords } from '#web/resource/problem-words.ts'
import { probeAtHost } from './host-probe.ts'

const report = { learned: {}, left: [], interrupted: false }

/** A console server that answers a POST with this. */
function openHost(answer: () => Response | Promise<Response>) {
  const methods: string[] = []
  const stop = new AbortController()
  const fetch = async (_: string, { method = '' }: RequestInit) => {
    methods.push(method)
    return method === 'POST' ? answer() : new Response(null, { status: 204 })
  }
  const run = () =>
    probeAtHost({ fetch, origin: 'http://console.test/', proof: 'p1' }, { write: true, signal: stop.signal })
  return { methods, stop, run }
}

const lines = (...sent: string[]) => new Response(sent.map((line) => `${line}\n`).join(''))

/** What the page says about a run that failed. */
async function saidOf(answer: () => Response | Promise<Response>): Promise<string> {
  const error: unknown = await openHost(answer)
    .run()
    .catch((thrown: unknown) => thrown)
  return error instanceof ServiceError ? problemWords(error.problem) : String(error)
}

test('checks that run already are named as such', async () => {
  expect(await saidOf(() => Response.json({ error: 'probing' }, { status: 409 }))).toBe(
    'The console server is already running checks for this account. Wait until they end.',
  )
})

test.each<[string, () => Response | Promise<Response>]>([
  ['does not answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['refuses', () => Response.json({ error: 'internal' }, { status: 500 })],
  ['stops in the middle', () => lines('{"step":"check"}')],
])('a console server that %s is to blame, not the service', async (_, answer) => {
  expect(await saidOf(answer)).toMatch(/^The console server is unreachable/)
})

test('lines that say nothing are skipped', async () => {
  const { run } = openHost(() => lines('{"step":"check"}', '{}', '', '<html>', JSON.stringify({ report })))
  expect(await run()).toEqual(report)
})

test('an abort stops running checks, also one that comes before their answer', async () => {
  let send: ((line: string) => void) | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (to) => {
      send = (line) => to.enqueue(new TextEncoder().encode(`${line}\n`))
    },
  })
  const running = openHost(() => new Response(body))
  const ended = running.run()
  send?.('{"step":"check"}')
  await expect.poll(() => running.methods).toEqual(['POST'])
  running.stop.abort()
  await expect.poll(() => running.methods).toEqual(['POST', 'DELETE'])
  send?.(JSON.stringify({ report: { ...report, interrupted: true } }))
  expect(await ended).toEqual({ ...report, interrupted: true })

  const early = openHost(() => lines(JSON.stringify({ report })))
  const run = early.run()
  early.stop.abort()
  await run
  expect(early.methods).toEqual(['POST', 'DELETE'])
})

test('an abort never stops the checks of another tab: neither after one’s own have ended, nor if they never began', async () => {
  const over = openHost(() => lines(JSON.stringify({ report })))
  await over.run()
  over.stop.abort()
  expect(over.methods).toEqual(['POST'])

  const refused = openHost(() => Response.json({ error: 'probing' }, { status: 409 }))
  const run = refused.run()
  refused.stop.abort()
  await expect(run).rejects.toThrow('refused')
  expect(refused.methods).toEqual(['POST'])
})
