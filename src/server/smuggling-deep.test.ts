import { expect, test } from 'vitest'
import { forwardedCalls, serviceDateHeader } from '#api/console-server.ts'
import { sample, seeded, swarm } from '#api/testing/full-length.ts'
import { hostileRequest } from './testing/raw-requests.ts'
import { hostAround, rawCall, sendRaw, serviceAt, statuses } from './testing/sockets.ts'
import { trialSession } from './testing/trial-site.ts'
import { fetchUpstream } from './upstream.ts'

const count = sample(150, 100_000)

test('requests accepted are requests upstream, none is off the list, and the console server lives', async () => {
  const upstream = new Map<string, number>()
  const wrong: string[] = []
  const listed = new Set(forwardedCalls.flatMap(({ path, methods }) => methods.map((method) => `${method} ${path}`)))
  const service = await serviceAt((request, response) => {
    const { method, url = '', headers } = request
    const bearer = headers.authorization?.replace('Bearer ', '') ?? 'nobody'
    upstream.set(bearer, (upstream.get(bearer) ?? 0) + 1)
    const call = `${method} ${url.replace(/\?.*$/, '')}`
    if (!listed.has(call) || headers['transfer-encoding'] !== undefined || headers.upgrade !== undefined) {
      wrong.push(`${call} ${JSON.stringify(headers)}`)
    }
    request.resume().on('end', () => response.end('{"data":[]}'))
  })
  const host = await hostAround(fetchUpstream(service.url), { headers: 150, upload: 150, keepAlive: 40 })
  const random = seeded(5)
  const byStatus: Record<string, number> = {}
  const results: { bearer: string; text: string; answered: number; heard: string }[] = []
  await swarm(count, 200, async (index) => {
    const bearer = `b${index}`
    const text = hostileRequest(random, bearer)
    const heard = await sendRaw(host.port, text, 100_000)
    const answered = heard.split(`\n${serviceDateHeader}: `).length - 1
    for (const status of statuses(heard)) byStatus[status] = (byStatus[status] ?? 0) + 1
    results.push({ bearer, text, answered, heard: statuses(heard).join() })
  })
  const alive = statuses(await sendRaw(host.port, `${rawCall('GET', '/_/token', 'Connection: close')}\r\n`))
  await host.close()
  await service.close()
  expect(upstream.get(trialSession.bearer)).toBe(1) // the last one, which asked whether the console server lives
  upstream.delete(trialSession.bearer)
  const carriedOut = [...upstream.values()].reduce((all, count) => all + count, 0)
  const accepted = results.reduce((all, { answered }) => all + answered, 0)
  const unequal = results
    .filter(({ bearer, answered }) => answered !== (upstream.get(bearer) ?? 0))
    .map(({ bearer, text, heard }) => `${upstream.get(bearer) ?? 0} upstream, heard ${heard}: ${JSON.stringify(text)}`)
  const answers = Object.entries(byStatus).map(([status, times]) => `${times} × ${status}`)
  console.log(`raw: ${count} requests, ${accepted} accepted, ${carriedOut} upstream, ${wrong.length} off the list`)
  console.log(`raw: ${answers.join(', ')}`)
  expect(wrong).toEqual([])
  expect(unequal).toEqual([])
  expect(accepted).toBe(carriedOut)
  expect(accepted).toBeGreaterThan(count / 20)
  expect(alive).toEqual(['200'])
})
