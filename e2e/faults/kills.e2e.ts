import { seeded } from '#api/testing/full-length.ts'
import { typedKeys } from '#web/resource/resource.ts'
import { expect, test, waitUntilIdle } from '#e2e/rig/fixture.ts'
import {
  allowDeaths,
  countIn,
  faultOf,
  killActs,
  linesOf,
  recover,
  signOutQuestion,
  type KillAct,
  type Stored,
} from './kill.ts'

// The service, or the console server, is killed when a request arrives: what the page says afterwards is what is stored.

test.use({ readings: 'query-server', ownHost: {} })

const seed = Number(process.env['STRUCK_SEED'] ?? 22)
const random = seeded(seed)

for (const victim of ['service', 'console server'] as const) {
  for (const name of typedKeys(killActs)) {
    const act: KillAct = killActs[name]
    for (const trial of [1, 2]) {
      const fatal = act.firstWrite + Math.floor(random() * (act.requests - act.firstWrite + 1))
      const isCarriedOut = trial === 1
      const request = `request ${fatal}, which is ${isCarriedOut ? 'carried out' : 'lost'}`
      test(`${name}, ${trial}: the ${victim} is killed at ${request}`, async ({ signedIn: page, site, watch }) => {
        allowDeaths(watch)
        await act.prepare?.(site)
        const read = async () =>
          new Map(
            await Promise.all(
              act.names.map(async (row): Promise<[string, Stored]> => [row, await act.stored(site, row)]),
            ),
          )
        const before = await read()
        await recover(page, site)
        await waitUntilIdle(page)
        let requests = 0
        let restarted: Promise<unknown> | undefined
        site.proxy.failEach(({ method, path }) => {
          if (restarted === undefined) {
            const isOfList = method === 'GET' && path.startsWith('/_/user') && name !== 'import'
            if (!isOfList) requests += 1
            if (requests < fatal) return undefined
            restarted = victim === 'service' ? site.proxy.refuseConnections() : site.host?.restart({ killed: true })
            return isCarriedOut ? { reset: 'after' } : { reset: true }
          }
          return victim === 'service' ? { reset: true } : undefined
        })
        await act.run(page)
        await expect.poll(() => restarted !== undefined, { message: 'it was killed' }).toBe(true)
        if (victim === 'service') {
          // What was under way ends without the service.
          await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0, { timeout: 60_000 })
        }
        await restarted
        site.proxy.heal()
        await site.proxy.acceptConnections()
        await recover(page, site)
        const after = await read()
        const lines = await linesOf(page, act.names)
        const faults = lines.flatMap((line) => {
          const [was, is] = [before.get(line.name), after.get(line.name)]
          const fault = faultOf(line, act.isDone(was, is), was, is)
          return fault === undefined ? [] : [{ fault, ...line }]
        })
        expect(faults, JSON.stringify(lines)).toEqual([])
        const lostRows = act.names.filter((row) => name === 'replace' && after.get(row) === undefined)
        const createdUsers = act.names.filter((row) => name === 'import' && after.get(row) !== undefined)
        const question = await signOutQuestion(page)
        expect(countIn(question, /(\d+) tokens? w/), question).toBe(lostRows.length)
        const passwords = countIn(question, /copied (\d+) new password/) + countIn(question, /(\d+) users? ha/)
        expect(passwords, question).toBe(createdUsers.length)
      })
    }
  }
}
