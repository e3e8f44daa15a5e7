import { createServer, type Server } from 'node:http'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { getProblem } from '#api/problem.ts'
import type { RunCommands } from './session/shared-store.ts'
import type { SecurityEvent } from './log.ts'
import type { Upstream } from './upstream.ts'

/** What is counted and measured. Nothing of it holds a name, an email, an address or a session. */
export type Metrics = ReturnType<typeof createMetrics>

/** Seconds: from a service on this machine to the longest answer. */
const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 12]

/** Metrics for Prometheus. `sessions`: how many there are now; rejects while the store cannot be reached. */
export function createMetrics(sessions: () => Promise<number>) {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'query_admin_requests_total',
    help: 'Requests, by route and status; 0: no response.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const upstream = new Histogram({
    name: 'query_admin_service_seconds',
    help: 'Time until the service begins to answer.',
    labelNames: ['method'],
    buckets,
    registers,
  })
  const failures = new Counter({
    name: 'query_admin_service_failures_total',
    help: 'Calls to the service that failed, by kind: of no response, or of a status from 500.',
    labelNames: ['kind'],
    registers,
  })
  const refused = new Counter({
    name: 'query_admin_sign_ins_refused_total',
    help: 'Sign-ins that the service or a limit of the console server refused.',
    labelNames: ['why'],
    registers,
  })
  const store = new Histogram({
    name: 'query_admin_store_seconds',
    help: 'Time for a call to the session store.',
    labelNames: ['result'],
    buckets,
    registers,
  })
  registry.registerMetric(
    new Gauge({
      name: 'query_admin_sessions',
      help: 'Sessions now; -1: the session store cannot be reached.',
      registers: [],
      collect: async function collect() {
        this.set(await sessions().catch(() => -1))
      },
    }),
  )
  return {
    /** A server for Prometheus alone: `GET /metrics`, without a session. It is not listening yet. */
    server: (): Server =>
      createServer((request, response) => {
        if (request.method !== 'GET' || request.url !== '/metrics') {
          response.writeHead(404).end()
          return
        }
        registry.metrics().then(
          (text) =>
            response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text),
          () => response.writeHead(500).end(),
        )
      }),
    /** Counts a request. `route`: a path of the console server, or `(other)`. */
    request: (method: string, route: string, status: number) => requests.inc({ method, route, status }),
    event({ event }: SecurityEvent) {
      if (event === 'sign-in-refused' || event === 'sign-in-limited')
        refused.inc({ why: event.slice('sign-in-'.length) })
    },
    measured:
      (service: Upstream): Upstream =>
      async (call) => {
        const end = upstream.startTimer({ method: call.method })
        try {
          const response = await service(call)
          if (response.status >= 500) failures.inc({ kind: 'failing' })
          return response
        } catch (error) {
          failures.inc({ kind: call.signal.aborted ? 'ended' : (getProblem(error)?.kind ?? 'unreachable') })
          throw error
        } finally {
          end()
        }
      },
    measuredStore:
      (run: RunCommands): RunCommands =>
      async (...commands) => {
        const end = store.startTimer()
        try {
          const replies = await run(...commands)
          end({ result: 'answered' })
          return replies
        } catch (error) {
          end({ result: 'failed' })
          throw error
        }
      },
  }
}
