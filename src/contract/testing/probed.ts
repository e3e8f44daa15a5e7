import type { Connection } from '#contract/connection.ts'
import { probe, type ProbeOptions } from '#contract/probe/probe.ts'
import type { ProbeReport } from '#contract/probe/report.ts'
import type { Readings } from '#reference/readings.ts'
import { openTrial, type Trial } from '#reference/testing/trial.ts'

/** A reference service with somebody's token and user, and a probe whose waiting moves its clock. */
export interface Probed {
  trial: Trial
  /** Requests so far, as `POST /_/token` and the body. */
  requests: { method: string; path: string; body: string }[]
  connection: Connection
  /** Intercepts the probe's requests. */
  between: (send: () => Promise<Response>, method: string, path: string) => Promise<Response>
  run: (more?: Partial<ProbeOptions>) => Promise<ProbeReport>
  /** All rows as one text. */
  rows: () => string
}

/** The rows that do not belong to the probe. */
export const theirs = { token: 'a-real-token', email: 'a-real-user@example.test', password: 'their own 9k2' }

/** Opens one; `close` the trial at the end. */
export async function probed(readings: Readings): Promise<Probed> {
  const trial = await openTrial(readings)
  const world: Probed = {
    trial,
    requests: [],
    between: (send) => send(),
    connection: {
      origin: 'http://reference.test/',
      bearer: trial.bearer,
      now: () => trial.clock.now,
      fetch: (url, init) => {
        const { pathname } = new URL(url)
        const method = init.method ?? 'GET'
        world.requests.push({ method, path: pathname, body: typeof init.body === 'string' ? init.body : '' })
        // Like a real platform: an abort loses the response, not the request.
        const send = () => trial.fetch(new Request(url, { ...init, signal: null }))
        return world.between(send, method, pathname)
      },
    },
    run: (more = {}) =>
      probe(world.connection, {
        write: true,
        signal: new AbortController().signal,
        wait: (ms) => {
          trial.clock.now += ms
          return Promise.resolve()
        },
        ...more,
      }),
    rows: () =>
      JSON.stringify(
        [
          trial.store.read('SELECT name, value, active, write, updated_at FROM token ORDER BY id'),
          trial.store.read('SELECT email, password, active, admin, updated_at FROM user ORDER BY id'),
        ],
        (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
      ),
  }
  if (readings['tokens-administration'] === 'on')
    await trial.call('POST', '/_/token', { name: theirs.token, expiration_date: 1_900_000_000_000 })
  if (readings['users-administration'] === 'on')
    await trial.call('POST', '/_/user', { email: theirs.email, password: theirs.password, active: true, admin: true })
  return world
}
