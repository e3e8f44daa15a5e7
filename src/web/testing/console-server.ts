import {
  findTokenPath,
  protocolHeader,
  protocolVersion,
  markerPath,
  readRowsPath,
  sessionPath,
  sessionsPath,
  proofHeader,
  deliveryHeader,
  serviceDateHeader,
  type ServerSessionResponse,
} from '#api/console-server.ts'
import { parseSecretBody } from '#api/client/response-body.ts'
import { findToken, type FindRequest } from '#api/client/find-token.ts'
import { sendRequest, type Fetch } from '#api/client/request.ts'
import { signInWith } from '#api/client/sign-in.ts'
import { identityOf } from '#api/jwt.ts'
import { readRowsByName, readRows } from '#api/list/read-list.ts'
import { createRowReader } from '#api/list/redact.ts'
import { requireProblem } from '#api/problem.ts'
import type { SignInRequest } from '#api/credentials.ts'
import type { FakeNetwork } from './fake-network.ts'

/** The header on every answer of the console server. */
export const ours = { [protocolHeader]: protocolVersion }

const bodyOf = (body: unknown): unknown => JSON.parse(typeof body === 'string' ? body : '')

const lasting = (limit: number) => ({ left: limit, limit })

/**
 * A console server with one session, in front of a fake network: what the page sends to the service passes that with the
 * access token, and lists come back redacted. A test that intercepts `console-host.json` has a console server of its own.
 */
export function testConsoleServer(network: FakeNetwork, origin: string) {
  let session: { proof: string; bearer: string; email?: string | undefined } | undefined
  let signIns = 0
  const begin = (bearer: string, email?: string) => {
    signIns += 1
    session = { proof: `proof ${signIns}`, bearer, email }
    return session.proof
  }
  const json = (body: object, status = 200, headers: Record<string, string> = {}) =>
    Response.json(body, { status, headers: { ...ours, ...headers } })
  const answerOf = (proof: string | null): ServerSessionResponse => {
    if (session === undefined || session.proof !== proof) return { session: null }
    const { bearer, email } = session
    const limits = { idle: lasting(900_000), absolute: lasting(28_800_000) }
    return { session: { identity: identityOf(bearer, email), age: 0, ...(email && { email }), ...limits } }
  }

  /** A call to the service, and its answer as the page gets it. */
  async function forwarded(path: string, init: RequestInit): Promise<Response> {
    const { method = 'GET', body, signal } = init
    const bearer = session?.bearer ?? ''
    const isRows = path.startsWith(`/${readRowsPath}`)
    const target = isRows ? path.slice(readRowsPath.length) : path
    const part = /^\/_\/(token|user)$/.exec(target)?.[1]
    const isList = part !== undefined && (isRows || method === 'GET')
    const headers = {
      authorization: `Bearer ${bearer}`,
      ...(isRows || !body ? {} : { 'content-type': 'application/json' }),
    }
    const requestInit: RequestInit = isRows ? { method: 'GET', headers } : { method, headers, body: body ?? null }
    try {
      const request = { ...requestInit, ...(signal && { signal }) }
      const answer = await sendRequest(network.fetch, new URL(target, origin).href, request, { first: 60_000 })
      const { response } = answer
      const date = response.headers.get('date')
      const passed: Record<string, string> = {
        ...Object.fromEntries(response.headers),
        ...ours,
        ...(date && { [serviceDateHeader]: date }),
      }
      delete passed['content-length']
      if (!response.ok) return new Response(await answer.text(1e9), { status: response.status, headers: passed })
      if (isList) {
        const resource = part === 'token' ? ('tokens' as const) : ('users' as const)
        const reader = createRowReader({ resource, bearer, key: 'a key of this test' })
        const reading = { resource, reader, cap: 1e9 }
        if (isRows) {
          const { names } = bodyOf(body) as { names: string[] }
          return json({ data: await readRowsByName(answer, reading, new Set(names), () => undefined) }, 200, passed)
        }
        const { rows, unreadableRows, unknownFields } = await readRows(answer, reading)
        const data: unknown[] = [...rows]
        for (const number of unreadableRows) data.splice(number - 1, 0, null)
        return json({ data, unknown: unknownFields }, 200, passed)
      }
      const text = await answer.text(1e9)
      if (method === 'GET') return json({ value: parseSecretBody(response.status, text) ?? null }, 200, passed)
      return new Response(null, { status: response.status, headers: passed })
    } catch (error) {
      signal?.throwIfAborted()
      return json({ problem: requireProblem(error) }, 502, { [deliveryHeader]: 'unknown' })
    }
  }

  const fetch: Fetch = async (url, init) => {
    const path = url.slice(origin.length - 1)
    const relativePath = `.${path}`
    const { method = 'GET', body } = init
    const isFaked = network.isIntercepted('GET', markerPath.slice(1))
    if (isFaked || (path.startsWith('/console-') && network.isIntercepted(method, path)))
      return network.fetch(url, init)
    const proof = new Headers(init.headers).get(proofHeader)
    if (relativePath === markerPath) {
      const service = { address: `${origin}_/`, example: false }
      const sessions = { idle: 900_000, absolute: 28_800_000 }
      return json({ host: 'query-admin', service, sessions, ...(proof !== null && { session: answerOf(proof) }) })
    }
    if (relativePath === sessionPath && method === 'POST') {
      const way = bodyOf(body) as SignInRequest
      const signal = init.signal ?? new AbortController().signal
      const outcome = await signInWith({ fetch: network.fetch, origin }, way, signal)
      if ('refused' in outcome) return json({ refused: outcome.refused }, 401)
      const begun = begin(outcome.bearer, way.by === 'password' ? way.email : undefined)
      return json({ ...answerOf(begun), proof: begun }, 201)
    }
    if (relativePath === sessionPath && method === 'DELETE') {
      if (session?.proof === proof) session = undefined
      return new Response(null, { status: 204, headers: ours })
    }
    if (relativePath === sessionPath) return json(answerOf(proof))
    if (relativePath === sessionsPath) return json({ sessions: [{ age: 0, unused: 0, browser: 'Test', isThis: true }] })
    if (relativePath === findTokenPath) {
      const { signal } = init
      const wanted = { ...(bodyOf(body) as FindRequest), signal: signal ?? new AbortController().signal }
      const lines: object[] = []
      const connection = { fetch: network.fetch, origin, bearer: session?.bearer }
      const last = await findToken(connection, { ...wanted, onProgress: (progress) => lines.push(progress) }).then(
        (result) => ({ result }),
        (error: unknown) => ({ problem: requireProblem(error) }),
      )
      return new Response([...lines, last].map((line) => `${JSON.stringify(line)}\n`).join(''), { headers: ours })
    }
    return forwarded(path, init)
  }
  return { fetch, begin }
}
