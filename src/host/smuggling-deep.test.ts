import { expect, test } from 'vitest'
import { forwarded, serviceDateHeader } from '#contract/console-host.ts'
import { sample, seeded, swarm } from '#host/testing/deep.ts'
import { hostileRequest } from '#host/testing/raw-requests.ts'
import { hostAround, rawCall, sendRaw, serviceAt, statuses } from '#host/testing/sockets.ts'
import { fetchUpstream } from './upstream.ts'

const count = sample(800, 100_000)

test(
  'requests accepted are requests upstream, none is off the list, and the host lives',
  { timeout: sample(60_000, 1_200_000) },
  async () => {
    let upstream = 0
    const wrong: string[] = []
    const listed = new Set(forwarded.flatMap(({ path, methods }) => methods.map((method) => `${method} ${path}`)))
    const service = await serviceAt((request, response) => {
      upstream += 1
      const { method, url = '', headers } = request
      const said = `${method} ${url.replace(/\?.*$/, '')}`
      if (!listed.has(said) || headers['transfer-encoding'] !== undefined || headers.upgrade !== undefined) {
        wrong.push(`${said} ${JSON.stringify(headers)}`)
      }
      request.resume().on('end', () => response.end('{"data":[]}'))
    })
    const host = await hostAround(fetchUpstream(service.url), { headers: 150, upload: 150, keepAlive: 40 })
    const random = seeded(5)
    const byStatus: Record<string, number> = {}
    let accepted = 0
    let unequal = 0

    // In rounds, since one cannot tell whose a request upstream is: each has to come out even.
    const round = sample(200, 1_000)
    for (let done = 0; done < count; done += round) {
      const texts = Array.from({ length: round }, () => hostileRequest(random))
      await swarm(round, 200, async (at) => {
        const said = await sendRaw(host.port, texts[at] ?? '', 10_000)
        for (const status of statuses(said)) byStatus[status] = (byStatus[status] ?? 0) + 1
        accepted += said.split(`\n${serviceDateHeader}: `).length - 1
      })
      if (accepted !== upstream) unequal += 1
    }
    const alive = statuses(await sendRaw(host.port, `${rawCall('GET', '/_/token', 'Connection: close')}\r\n`))
    await host.close()
    await service.close()
    const answers = Object.entries(byStatus).map(([status, times]) => `${times} × ${status}`)
    console.log(`raw: ${count} requests, ${accepted} accepted, ${upstream - 1} upstream, ${wrong.length} off the list`)
    console.log(`raw: ${answers.join(', ')}`)
    expect(wrong).toEqual([])
    expect([accepted, unequal]).toEqual([upstream - 1, 0])
    expect(accepted).toBeGreaterThan(count / 20)
    expect(alive).toEqual(['200'])
  },
)
