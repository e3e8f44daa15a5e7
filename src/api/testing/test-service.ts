import { vi } from 'vitest'
import type { TimestampedRow, RowList } from '#api/list/row-list.ts'
import { connectWithSignIn, type WholeClient } from './client.ts'
import type { Token } from '#api/token.ts'
import type { Fetch } from '#api/client/request.ts'
import type { User } from '#api/user.ts'
import {
  createTokenWriter,
  createUnlistedUserWriter,
  createUserWriter,
  type TokenWriter,
  type UserWriter,
} from '#api/write/writers.ts'
import type { RowSnapshot } from '#api/write/resource-adapter.ts'
import { createKeyedQueue } from '#api/write/keyed-queue.ts'
import { type Readings, READINGS, type ReadingName } from '#reference-service/readings.ts'
import { openTrial, type Trial } from '#reference-service/testing/trial.ts'

/** The connection between a browser and the service. */
export interface TrialConnection {
  /** The latency of a request in milliseconds, half of it each way. */
  latencyMs?: number
  /** Milliseconds by which the service's clock is ahead of the browser's. */
  clockAheadMs?: number
  /** Whether responses have a `Date`. */
  hasDateHeader?: boolean
  /** A layer in between that lies. */
  lie?: (ask: Fetch, trial: Trial) => Fetch
}

/** One browser with its own connection, queue and reads. */
export interface Browser {
  service: WholeClient
  write: { tokens: TokenWriter; users: UserWriter; unlisted: UserWriter }
  /** Requests so far, as `PUT /_/token`. */
  requests: string[]
  snapshotOf: (name: string) => Promise<RowSnapshot<Token>>
  userSnapshotOf: (email: string) => Promise<RowSnapshot<User>>
  /** Signs out. */
  leave: () => void
  /** Whether its connection lies. */
  lied: boolean
}

/** A trial with its own time, which passes only with requests and waits. */
export interface TimedTrial {
  trial: Trial
  pass: (ms: number) => void
  browser: () => Browser
  close: () => void
}

/** Shortens timers below 50 ms, for which reads gather; longer ones stay. */
export function shortenTimers(): void {
  const real = globalThis.setTimeout
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => real(run, ms < 50 ? 0 : ms))
}

/** Opens a service under these readings, and browsers at the other end of `way`. */
export async function timedTrial(readings: Readings, way: TrialConnection = {}): Promise<TimedTrial> {
  const {
    latencyMs: latency = 2,
    clockAheadMs: ahead = 0,
    hasDateHeader: hasDate = true,
    lie = (ask: Fetch) => ask,
  } = way
  let nowMs = 1_800_000_000_123
  const pass = (ms: number) => void (nowMs += ms)
  const trial = await openTrial(readings, { now: nowMs })
  Object.defineProperty(trial.clock, 'now', { get: () => Math.floor(nowMs + ahead) })
  const travelled: Fetch = async (url, init) => {
    init.signal?.throwIfAborted()
    pass(latency / 2)
    const answer = await trial.fetch(new Request(url, init))
    pass(latency / 2)
    if (!hasDate) answer.headers.delete('date')
    return answer
  }
  const unit = readings.moments === 's' ? 'seconds' : 'milliseconds'
  const browser = (): Browser => {
    const requests: string[] = []
    const lyingFetch = lie(travelled, trial)
    const leaving = new AbortController()
    const now = () => Math.floor(nowMs)
    const service = connectWithSignIn({
      origin: 'http://reference.test/',
      bearer: trial.bearer,
      now,
      fetch: (url, init) => {
        requests.push(`${init.method} ${new URL(url).pathname}`)
        return lyingFetch(url, init)
      },
    })
    const wait = (ms: number) => (pass(ms), Promise.resolve())
    const dependencies = { turns: createKeyedQueue(), now, signal: leaving.signal, wait }
    return {
      service,
      requests,
      write: {
        tokens: createTokenWriter(service.tokens, { ...dependencies, clock: service.clock }, () => unit),
        users: createUserWriter(service.users, dependencies),
        unlisted: createUnlistedUserWriter(service.users, dependencies),
      },
      snapshotOf: (name) => snapshotIn(service.tokens.list(), name),
      userSnapshotOf: (email) => snapshotIn(service.users.list(), email),
      leave: () => leaving.abort(new Error('signed out')),
      lied: way.lie !== undefined,
    }
  }
  return { trial, pass, browser, close: () => trial.close() }
}

/** Thrown if the list does not show the row that a test wants to write. */
export class RowNotListed extends Error {}

async function snapshotIn<Row extends TimestampedRow>(
  list: Promise<RowList<Row>>,
  name: string,
): Promise<RowSnapshot<Row>> {
  const rows = await list.catch((error: unknown) => {
    throw new RowNotListed(String(error))
  })
  const index = rows.indexOf(name)
  if (index < 0) throw new RowNotListed(name)
  return { row: rows.at(index), readStartedAt: rows.readStartedAt }
}

/** This many services, each with a random choice for every switch, named by what differs from the documentation. */
export function someServices(random: () => number, count: number): [label: string, readings: Readings][] {
  return Array.from({ length: count }, () => {
    const chosen = Object.entries(READINGS).map(([name, { choices }]) => [
      name,
      choices[Math.floor(random() * choices.length)],
    ])
    const readings = Object.fromEntries(chosen) as Readings
    // With a resource turned off there is little to test: most services have both.
    if (random() < 0.9) Object.assign(readings, { 'turned-off': 'none' })
    const others = Object.entries(readings).filter(
      ([name, choice]) => choice !== READINGS[name as ReadingName].choices[0],
    )
    return [others.map(([name, choice]) => `${name}=${choice}`).join(','), readings]
  })
}
