import { expect, test } from 'vitest'
import { PRESETS } from '#reference-service/readings.ts'
import { openTrial } from '#reference-service/testing/trial.ts'
import { createApiClient } from '#api/client/client.ts'
import { sample, seeded } from '#api/testing/full-length.ts'
import { outcomeLabel } from '#api/testing/stored-rows.ts'
import { createTokenWriter } from './writers.ts'
import { createKeyedQueue } from './keyed-queue.ts'
import type { Fetch } from '#api/client/request.ts'

const runs = sample(20, 200)
const seed = Number(process.env.MATRIX_SEED ?? 4)
const far = 4_102_444_800_000
const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** When a browser's reading and its update reached the service, by the one clock of this test. */
interface Trace {
  read: number
  put: number | undefined
}

/**
 * Two browsers save another field of one row at about the same time. The one that read before the other's update and
 * wrote after it overwrites it, and no protocol without locks can help that; outside that window nobody may.
 */
test(`two browsers race on one row ${runs} times: none overwrites what it could have read`, async () => {
  const random = seeded(seed)
  const readings = { ...PRESETS.documented, 'list-secret': 'carried', moments: 's' } as const
  const trial = await openTrial(readings)
  Object.defineProperty(trial.clock, 'now', { get: () => Date.now() })
  const windows: number[] = []
  const outcomeCounts: Record<string, number> = {}
  let overwritten = 0
  for (let run = 0; run < runs; run += 1) {
    const name = `t${run}`
    await trial.call('POST', '/_/token', { name, active: true, write: false, expiration_date: far })
    const browser = () => {
      const trace: Trace = { read: 0, put: undefined }
      const fetch: Fetch = async (url, init) => {
        await delay(random() * 6)
        if (init.method === 'PUT') trace.put = performance.now()
        else if (trace.put === undefined) trace.read = performance.now()
        const answer = await trial.fetch(new Request(url, init))
        await delay(random() * 6)
        return answer
      }
      const { tokens } = createApiClient({ origin: 'http://reference.test/', bearer: trial.bearer, fetch })
      const dependencies = { turns: createKeyedQueue(), now: Date.now, signal: new AbortController().signal }
      return { trace, tokens, writer: createTokenWriter(tokens, dependencies, () => 'seconds') }
    }
    const first = browser()
    const second = browser()
    const list = await first.tokens.list()
    const snapshot = { row: list.at(list.indexOf(name)), readStartedAt: list.readStartedAt }
    const later = async <T>(act: () => Promise<T>) => (await delay(random() * 60), act())
    const outcomes = await Promise.all([
      later(() => first.writer.write([{ operation: 'update', snapshot, change: { active: false } }])),
      later(() => second.writer.write([{ operation: 'update', snapshot, change: { write: true } }])),
    ])
    const words = outcomes.map(([outcome]) => outcomeLabel(outcome))
    for (const word of words) outcomeCounts[word] = (outcomeCounts[word] ?? 0) + 1
    for (const { trace } of [first, second]) if (trace.put !== undefined) windows.push(trace.put - trace.read)
    const now = (await first.tokens.read(new Set([name]))).get(name)
    const lost = [first, second].filter((_, index) => {
      const arrived = index === 0 ? now?.active === false : now?.write === true
      return words[index] === 'accepted matches' && !arrived
    })
    for (const loser of lost) {
      overwritten += 1
      const winner = loser === first ? second : first
      // The winner had read before the loser's update came, and wrote after it.
      expect(winner.trace.read).toBeLessThanOrEqual(loser.trace.put ?? 0)
      expect(winner.trace.put).toBeGreaterThanOrEqual(loser.trace.put ?? Infinity)
    }
    const both = now?.active === false && now.write === true
    const bothSucceeded = words.every((word) => word === 'accepted matches')
    expect(both || lost.length > 0 || !bothSucceeded, `run ${run}, seed ${seed}`).toBe(true)
  }
  trial.close()
  const sorted = windows.toSorted((a, b) => a - b)
  const quantile = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1)
  console.log(
    `race: ${runs} runs, seed ${seed}: ${JSON.stringify(outcomeCounts)}, overwritten inside the window ${overwritten};`,
    `window between re-read and PUT: median ${quantile(0.5)} ms, 95 % ${quantile(0.95)} ms, longest ${quantile(1)} ms`,
    '(of it 0 to 12 ms on the way)',
  )
})
