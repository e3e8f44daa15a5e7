import {
  buildHeader,
  findTokenPath,
  type ServerMarker,
  markerPath,
  sessionPath,
  sessionsPath,
} from '#api/console-server.ts'
import type { Problem } from '#api/problem.ts'
import { problemResponse, jsonResponse, errorResponse } from './error-responses.ts'
import { fileAnswer, fileMethods, type Files } from './files.ts'
import { refusedOrigin } from './session/origin.ts'
import { createFindRoute } from './find-route.ts'
import { createProxy, forwardedMethods } from './proxy.ts'
import { splitTarget } from './request-checks.ts'
import { createSessionRoutes, type SessionParts } from './session/session-routes.ts'
import { StoreUnreachable } from './session/sessions.ts'

/** Everything that the console server answers with. */
export type Site = SessionParts & {
  /** Why the session store does not serve, in a sentence. */
  storeFault: () => string | undefined
  files: Files
  /** The service's address without credentials; undefined for the demo service, which runs here. */
  serviceAddress: string | undefined
  /** The name and the colour by which admins know it. */
  serviceLabel: Pick<ServerMarker['service'], 'name' | 'color'>
}

/**
 * From Request to Response: the same in Node, in Vite's dev server and in a unit test. `target`: path and query as they
 * were sent; if absent, they come from the request's URL, which is normalized. `client`: the client's address; empty if
 * unknown.
 */
export type Handler = (request: Request, target?: string, client?: string) => Promise<Response>

/** What the console server answers itself, relative to the page, and the methods. */
const ownPaths = new Map<string, readonly string[]>([
  [markerPath, fileMethods],
  [sessionPath, ['GET', 'POST', 'PUT', 'DELETE']],
  [sessionsPath, ['GET', 'DELETE']],
  [findTokenPath, ['POST']],
])

/** The methods of each path; undefined: there is no such path. */
export function sitePaths(files: Files): (path: string) => readonly string[] | undefined {
  return (path) => ownPaths.get(`.${path}`) ?? forwardedMethods(path) ?? (files.has(path) ? fileMethods : undefined)
}

/**
 * The console server as a function. From `close` on it is not ready.
 */
export function createHandler({
  files,
  serviceAddress,
  serviceLabel,
  storeFault,
  ...parts
}: Site): Handler & { close: () => void } {
  const { upstream, limits, sessions: liveSessions, note } = parts
  const proxy = createProxy(upstream, limits)
  const find = createFindRoute(upstream, limits)
  const sessions = createSessionRoutes(parts)
  const methodsOf = sitePaths(files)
  let isClosing = false

  const markerOf = (request: Request): ServerMarker => {
    const { idle, absolute } = liveSessions.limits
    const address = serviceAddress ?? new URL(request.url).origin
    const service = { address, example: serviceAddress === undefined, ...serviceLabel }
    return { host: 'query-admin', service, sessions: { idle, absolute } }
  }

  const route = async (request: Request, target: string, client: string) => {
    const [path] = splitTarget(target)
    if (path === '/healthz' && target === path) return healthResponse(true, undefined)
    if (path === '/readyz' && target === path) return healthResponse(!isClosing, storeFault())
    const file = files.get(path)
    const refusal = refusedOrigin(request, path === '/' ? 'page' : file ? 'file' : 'call')
    if (refusal) {
      note({ event: 'origin-refused', address: client })
      return errorResponse(refusal)
    }
    const methods = methodsOf(path)
    if (!methods) return errorResponse({ status: 404, error: 'not-found' })
    if (!methods.includes(request.method))
      return errorResponse({ status: 405, error: 'method-not-allowed', allow: methods })
    if (file) return fileAnswer(file, request)
    const relativePath = `.${path}`
    if (relativePath === markerPath) return jsonResponse(await sessions.addSessionToMarker(request, markerOf(request)))
    if (relativePath === sessionPath) return sessions.sessionResponse(request, client)
    const session = await sessions.sessionFor(request)
    if (session instanceof Response) return session
    if (relativePath === sessionsPath) return sessions.handleSessions(request, client, session)
    // What runs in a session ends with it.
    const signal = AbortSignal.any([request.signal, session.abortController.signal])
    return relativePath === findTokenPath ? find(request, session, signal) : proxy(request, target, session, signal)
  }
  const build = files.get('/')?.etag
  const handler: Handler = async (request, target = targetOf(request), client = '') => {
    const response = await route(request, target, client).catch((error: unknown) =>
      error instanceof StoreUnreachable
        ? problemResponse(storeProblem, 503)
        : errorResponse({ status: 500, error: 'internal' }),
    )
    if (build !== undefined && !files.has(splitTarget(target)[0])) response.headers.set(buildHeader, build)
    return response
  }
  const close = () => void (isClosing = true)
  return Object.assign(handler, { close })
}

/**
 * Whether the process answers, or can serve. Neither asks the service or the session store. Without the store it serves
 * a page that says so; a line tells whoever watches. A proxy that took it out would only hide that.
 */
function healthResponse(isWell: boolean, storeFault: string | undefined): Response {
  const headers = { 'cache-control': 'no-store', ...(storeFault && { 'content-type': 'text/plain; charset=utf-8' }) }
  return new Response(storeFault ? `${storeFault}\n` : null, { status: isWell ? 200 : 503, headers })
}

/** A call finds its session before it is carried out. */
const storeProblem: Problem = { kind: 'unreachable', sent: 'not-sent', by: 'session-store' }

function targetOf(request: Request): string {
  const url = new URL(request.url)
  return url.pathname + url.search
}
