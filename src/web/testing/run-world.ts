import { onTestFinished } from 'vitest'
import { connect } from '#contract/client.ts'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { ResourceName } from '#contract/problem.ts'
import type { Seen } from '#contract/saving/acts.ts'
import type { Fetch } from '#contract/transport.ts'
import { parseReadings } from '#reference/readings.ts'
import { openTrial, type Trial } from '#reference/testing/trial.ts'
import { createTokens } from '#reference/tokens.ts'
import { createUsers } from '#reference/users.ts'
import { openSession, type OpenSession } from '#web/app/open-session.ts'
import type { Signed } from '#web/session/sign-in-backend.ts'
import { createAnnouncer } from '#web/ui/live.tsx'
import { createStore } from '#web/ui/store.ts'
import type { Dialog } from '#web/writes/acts/dialogs.ts'
import type { Run, RunState } from '#web/writes/runs/run-state.ts'

/** What a request of a tab meets; undefined: the service's answer. */
export type Meets = (
  request: { method: string; path: string; body: unknown },
  through: () => Promise<Response>,
) => Promise<Response>

/** A service with many rows, and tabs that work on it. */
export interface RunWorld {
  trial: Trial
  /** The requests that reached the service, as `PUT a`; a list is `GET`. */
  arrived: string[]
  /** Opens a tab. `email`: who is signed in there; undefined: with an access token. */
  tab: (options?: { latency?: number; meets?: Meets; email?: string | undefined }) => Tab
}

/** One tab with a session of its own. */
export interface Tab extends OpenSession {
  page: Pick<OpenSession, 'session' | 'client'>
  /** Reads a list, and resolves to its rows. */
  rows: (resource: ResourceName) => Promise<Seen<Dated>[]>
  /** Confirms every question from now on, with the number typed. `date`: the chosen expiry. */
  agree: (answer?: { date?: unknown; ticks?: Readonly<Record<string, boolean>> }) => { asked: Dialog[] }
  /** Resolves when the run has ended. */
  ended: () => Promise<RunState>
  run: () => Run
}

/** Opens a service under these readings, with tokens and users of these names. */
export async function runWorld({
  readings = 'documented,value-on-put=kept',
  tokens = [],
  users = [],
}: {
  readings?: string
  tokens?: readonly string[]
  users?: readonly { email: string; admin?: boolean }[]
} = {}): Promise<RunWorld> {
  const chosen = parseReadings(readings)
  const now = Date.now()
  const trial = await openTrial(chosen, { now })
  onTestFinished(() => trial.close())
  const store = createTokens(trial.store, chosen)
  for (const name of tokens)
    await store.insert({
      name,
      expiration_date: BigInt(now + 90 * 86_400_000),
      active: true,
      write: false,
      at: now - 2 * 3_600_000,
    })
  const accounts = createUsers(trial.store, chosen)
  for (const { email, admin = false } of users)
    await accounts.insert({ email, password: '-', admin, active: true, at: now - 1000 })
  const arrived: string[] = []
  return {
    trial,
    arrived,
    tab({ latency = 0, meets, ...signedIn } = {}) {
      const email = 'email' in signedIn ? signedIn.email : trial.admin.email
      const half = () => (latency === 0 ? undefined : new Promise((go) => setTimeout(go, latency / 2)))
      const fetch: Fetch = async (url, init) => {
        const { pathname: path } = new URL(url)
        const method = init.method ?? 'GET'
        const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
        await half()
        const through = async () => {
          const { name, email } = (body ?? {}) as { name?: string; email?: string }
          arrived.push(method === 'GET' ? method : `${method} ${name ?? email}`)
          return trial.fetch(new Request(url, { ...init, signal: null }))
        }
        const answer = await (meets === undefined ? through() : meets({ method, path, body }, through))
        await half()
        return answer
      }
      const service = connect({ origin: 'http://reference.test/', bearer: trial.bearer, fetch })
      const signed: Signed = {
        service,
        state: createStore({ is: 'open' as const, isChecking: false }),
        leave: () => undefined,
        end: () => undefined,
        email,
        since: now,
        isSamePerson: false,
        kept: 'page',
        findToken: () => Promise.reject(new Error('no search here')),
      }
      const place = {
        address: 'http://reference.test/',
        name: 'Test',
        host: 'Test',
        example: false,
        through: 'page',
      } as const
      const announcer = createAnnouncer(Date.now)
      const opened = openSession(signed, undefined, place, { now: Date.now, announcer }, () => undefined)
      onTestFinished(() => opened.end.abort())
      const { session, client } = opened
      const page = { session, client }
      const run = () => {
        const current = session.runs.get()
        if (current === undefined) throw new Error('no run')
        return current
      }
      return {
        ...opened,
        page,
        run,
        async rows(resource) {
          // Each list has rows of its own kind.
          const list = (await service[resource].list()) as unknown as RowStore<Dated>
          client.setQueryData([resource], list)
          return Array.from({ length: list.count }, (_, at) => ({ row: list.at(at), beganAt: list.beganAt }))
        },
        agree(answer = {}) {
          const asked: Dialog[] = []
          session.dialogs.subscribe(() => {
            for (const dialog of session.dialogs.get()) {
              if (asked.includes(dialog) || dialog.is !== 'question') continue
              asked.push(dialog)
              const { needsDate } = dialog.asks({})
              const { date, ticks } = answer
              queueMicrotask(() =>
                dialog.onAnswer({ ...(ticks && { ticks }), ...(needsDate !== undefined && { date }) }),
              )
            }
          })
          return { asked }
        },
        ended: () =>
          new Promise((resolve) => {
            const look = () => {
              const state = run().get()
              if (state.phase === 'ended') resolve(state)
            }
            run().subscribe(look)
            look()
          }),
      }
    },
  }
}

/** So many names. */
export const named = (count: number) => Array.from({ length: count }, (_, at) => `t${String(at).padStart(4, '0')}`)
