import { Hono } from 'hono'
import { type HostMarker, hostMarkerPath } from '#contract/console-host.ts'
import { refuse } from './answers.ts'
import { fileAnswer, fileMethods, type Files } from './files.ts'
import { securityHeaders } from './headers.ts'
import { createProbeRoute, probeMethods, probePath } from './probe-route.ts'
import { createProxy, forwardedMethods } from './proxy.ts'
import { createSessionRoutes, sessionMethods, sessionPath, type SessionParts } from './session-routes.ts'
import type { SessionLimits } from './sessions.ts'

/** Everything the host answers with. */
export type Site = SessionParts & {
  files: Files
  /** Where the service is, without credentials; undefined for the embedded example, which is where the host is. */
  serviceAddress: string | undefined
}

/** How a request came: its path and query as they were sent, and the address of whoever sent it. */
export interface Arrival {
  target: string
  client: string
}

/** Request in, Response out: the same in Node, in Vite's dev server and in a unit test. */
export type Handler = (request: Request, arrival: Arrival) => Promise<Response>

/** The methods of every path this host has; undefined: there is no such path. */
export function sitePaths(files: Files): (path: string) => readonly string[] | undefined {
  return (path) => {
    if (path === sessionPath) return sessionMethods
    if (path === probePath) return probeMethods
    return forwardedMethods(path) ?? (path === markerPath || files.has(path) ? fileMethods : undefined)
  }
}

/** The host as a function. */
export function createHandler({ files, serviceAddress, ...parts }: Site): Handler {
  const { upstream, limits, sessions: kept } = parts
  const app = new Hono<{ Bindings: Arrival }>()
  const proxy = createProxy(upstream, limits)
  const probe = createProbeRoute(upstream, limits)
  const sessions = createSessionRoutes(parts)
  const methodsOf = sitePaths(files)

  app.use(async (context, next) => {
    if (!isSameSite(context.req.raw)) context.res = refuse({ status: 403, error: 'cross-site' })
    else await next()
    for (const [name, value] of securityHeaders) context.res.headers.set(name, value)
  })
  app.all('*', async (context) => {
    const request = context.req.raw
    const { target, client } = context.env
    const path = target.replace(/\?.*$/s, '')
    const methods = methodsOf(path)
    if (!methods) return refuse({ status: 404, error: 'not-found' })
    if (!methods.includes(request.method)) return refuse({ status: 405, error: 'method-not-allowed', allow: methods })
    const file = files.get(path)
    if (file) return fileAnswer(file, request)
    if (path === markerPath) return marker(request, serviceAddress, kept.limits)
    if (path === sessionPath) return sessions.answer({ request, client })
    const session = await sessions.sessionFor(request)
    if (session instanceof Response) return session
    return path === probePath ? probe(request, session) : proxy(request, target, session)
  })
  app.onError(() => refuse({ status: 500, error: 'internal' }))

  return async (request, arrival) => app.fetch(request, { ...arrival })
}

const markerPath = hostMarkerPath.slice(1)

function marker(request: Request, serviceAddress: string | undefined, { idle, absolute }: SessionLimits): Response {
  const address = serviceAddress ?? new URL(request.url).origin
  const service = { address, example: serviceAddress === undefined }
  const said: HostMarker = { host: 'query-admin', service, sessions: { idle, absolute } }
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  return new Response(request.method === 'HEAD' ? null : JSON.stringify(said), { headers })
}

/**
 * A browser says which site a request comes from; another port of this machine is `same-site` and refused as well.
 * `none` is a person: an address typed or a bookmark. What sends no such header is no current browser.
 */
function isSameSite(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  return site === null || site === 'same-origin' || site === 'none'
}
