import { createServiceClock } from '#api/clock-offset.ts'
import { readRowsPath, pageHeaders, serviceDateHeader } from '#api/console-server.ts'
import { readRowsByName, readRows, redactedReader, type ParsedRows, type RowReader } from '#api/list/read-list.ts'
import { createRowReader } from '#api/list/redact.ts'
import { rowName, type Row as AnyRow, createRowList } from '#api/list/row-list.ts'
import { requireProblem, getProblem, ServiceError, type ResourceName } from '#api/problem.ts'
import { randomHex } from '#api/jwt.ts'
import { redactProblem } from '#api/service-text.ts'
import type { CallOptions, ResourceClient, ApiClient } from '#api/api-client.ts'
import type { Token } from '#api/token.ts'
import type { User, UserUpdate } from '#api/user.ts'
import { isWellFormed, serializeBody } from '#api/wire.ts'
import { rejectHtml, parseSecretBody } from './response-body.ts'
import { problemFrom, sendRequest, type StreamedResponse, type Fetch } from './request.ts'

/** Everything that a client needs to reach a service. */
export interface Connection {
  /** Base address with its path prefix, ending in `/`. */
  origin: string
  /**
   * The admin's access token, read for each request; undefined before sign-in, or if the console server adds it.
   */
  bearer?: string | undefined
  /** The proof of the session, if the console server stands between page and service and keeps the access token. */
  consoleServer?: { proof: string } | undefined
  fetch: Fetch
  /** The page's milliseconds since 1970. */
  now?: () => number
  /** Time limits of calls, in milliseconds; see `Timeouts`. */
  limits?: { call: number; first: number; stall: number }
  /** Size limits of responses, in bytes: 256 MiB for a list, 1 MiB for all others. */
  caps?: { list: number; other: number }
}

const defaultTimeouts = { call: 15_000, first: 12_000, stall: 7_000 }
const defaultCaps = { list: 256 * 1024 * 1024, other: 1024 * 1024 }

const paths = { tokens: '_/token', users: '_/user' } as const satisfies Record<ResourceName, string>

/** To explain a 404: the other resource, and whether every service lists this one. */
const resources = {
  tokens: { sibling: 'users', isAlwaysListed: true },
  users: { sibling: 'tokens', isAlwaysListed: false },
} as const satisfies Record<ResourceName, { sibling: ResourceName; isAlwaysListed: boolean }>

/** One request to the service. */
export interface RequestOptions extends CallOptions {
  /** GET unless given. */
  method?: string
  /** Relative to the base address. */
  path: string
  body?: string | undefined
  /** A list may take long, as long as something arrives. */
  isList?: boolean
  /** A password in its body, which no error quotes. */
  secret?: string | undefined
}

/** The calls to one service. Nothing is sent until a call is made. */
export function createRequester(connection: Connection) {
  const { origin, consoleServer, now = Date.now, limits = defaultTimeouts, caps = defaultCaps } = connection
  const clock = createServiceClock()
  const secretsOf = ({ secret }: Pick<RequestOptions, 'secret'>) =>
    [connection.bearer, secret].filter((value) => value !== undefined)

  /** Sends one request. Resolves to a success, or throws the Problem, which quotes neither the access token nor `secret`. */
  const send = async ({
    method = 'GET',
    path,
    body,
    isList,
    signal,
    secret,
  }: RequestOptions): Promise<StreamedResponse> => {
    const { bearer } = connection
    const headers = new Headers({
      accept: 'application/json',
      ...(consoleServer && pageHeaders(origin, consoleServer.proof)),
    })
    if (bearer !== undefined) headers.set('authorization', `Bearer ${bearer}`)
    if (body !== undefined) headers.set('content-type', 'application/json')
    const timeouts = isList === true ? { first: limits.first, stall: limits.stall } : { first: limits.call }
    const init: RequestInit = { method, headers, body: body ?? null }
    if (signal !== undefined) init.signal = signal
    if (consoleServer !== undefined) init.credentials = 'same-origin' // the cookie of the session
    const sentAt = now()
    const answer = await sendRequest(connection.fetch, origin + path, init, timeouts).catch((error: unknown) => {
      throw consoleServer === undefined ? error : blameConsoleServer(error)
    })
    // The console server's own `Date` says nothing about the service's clock.
    const date = answer.response.headers.get(consoleServer === undefined ? 'date' : serviceDateHeader)
    clock.sample(sentAt, now(), Date.parse(date ?? ''))
    if (answer.response.ok) return answer
    const isHosted = consoleServer !== undefined
    throw new ServiceError(
      await problemFrom(answer, { secrets: secretsOf({ secret }), cap: caps.other, date, isHosted }),
    )
  }

  /** Whether a resource answers a GET with anything but "no such path"; undefined where there is no telling. */
  const responds = async (resource: ResourceName, { signal }: CallOptions): Promise<boolean | undefined> => {
    try {
      const answer = await send({ path: paths[resource], isList: true, signal })
      answer.end()
      return true
    } catch (error) {
      const problem = requireProblem(error)
      if (['unreachable', 'timed-out', 'in-front'].includes(problem.kind)) return undefined
      return !('status' in problem) || problem.status !== 404
    }
  }

  /** The error of a call, fit to be shown. A 404 is ambiguous: asks the resource itself and the other one what it means. */
  const explainError = async (error: unknown, resource: ResourceName, call: RequestOptions): Promise<unknown> => {
    const problem = getProblem(error)
    if (problem?.kind === 'unreadable') return new ServiceError(redactProblem(problem, secretsOf(call)))
    if (problem?.kind !== 'refused' || ![404, 405].includes(problem.status)) return error
    if (call.isList !== true && (await responds(resource, call)) !== false) return error
    const { sibling, isAlwaysListed } = resources[resource]
    const doesSiblingRespond = await responds(sibling, call)
    if (doesSiblingRespond === undefined) return error
    if (!doesSiblingRespond) return new ServiceError({ kind: 'no-service' })
    // A write to a resource without a list may also have named an unknown user.
    if (call.isList !== true && !isAlwaysListed) return error
    return new ServiceError({ kind: 'switched-off', part: resource, ...(problem.status === 405 && { status: 405 }) })
  }

  /** One call of a resource, and what `parse` makes of its success. @throws {ServiceError} apart from aborts. */
  const request = async <Result>(
    resource: ResourceName,
    options: Omit<RequestOptions, 'path'> & { path?: string },
    parse: (answer: StreamedResponse) => Promise<Result>,
  ): Promise<Result> => {
    const call = { path: paths[resource], ...options }
    try {
      return await parse(await send(call))
    } catch (error) {
      throw await explainError(error, resource, call)
    }
  }
  return { clock, caps, now, send, request, responds }
}

/** A client for the administration of a service, with an access token. */
export function createApiClient(connection: Connection): ApiClient {
  const key = randomHex(16)
  return createService(connection, (resource) => createRowReader({ resource, bearer: connection.bearer, key }))
}

/** A page's client: its console server has the access token, and redacts lists. */
export function connectToConsole(connection: Connection & { consoleServer: { proof: string } }): ApiClient {
  return createService(connection, () => redactedReader)
}

/** `rowsOf`: how the rows of a resource are read; asked for each request. */
function createService(connection: Connection, rowsOf: (resource: ResourceName) => RowReader): ApiClient {
  const { consoleServer } = connection
  const { clock, caps, now, request } = createRequester(connection)

  const write = (resource: ResourceName, options: Omit<RequestOptions, 'path'>): Promise<void> =>
    request(resource, options, async (answer) => rejectHtml(await answer.text(caps.other), answer.response.status))

  /** Reads the list of one resource, or single rows of it. */
  const readsOf = <Row extends AnyRow>(
    resource: ResourceName,
  ): Pick<ResourceClient<Row, never, never>, 'list' | 'read'> => {
    const reading = () => ({ resource, reader: rowsOf(resource), cap: caps.list })
    return {
      async list({ onPart, onRows, signal } = {}) {
        const beganAt = now()
        const store = ({ rows, ...head }: ParsedRows & { isComplete: boolean; unknownFields: readonly string[] }) =>
          createRowList(rows as Row[], { readStartedAt: beganAt, readAt: now(), ...head }, rowName) // the request is for rows of this resource
        const showPart = ({ rows, unreadableRows }: ParsedRows) =>
          onPart?.(
            store({ rows: [...rows], unreadableRows: [...unreadableRows], isComplete: false, unknownFields: [] }),
          )
        const read = await request(resource, { isList: true, signal }, (answer) =>
          readRows(answer, reading(), showPart, onRows),
        )
        return store({ ...read, isComplete: true })
      },
      async read(names, { onUnreadable, signal } = {}) {
        const rowsRequest = {
          method: 'POST',
          path: readRowsPath + paths[resource],
          body: JSON.stringify({ names: [...names] }),
        }
        const found = await request(resource, { ...(consoleServer && rowsRequest), isList: true, signal }, (answer) =>
          readRowsByName(answer, reading(), names, () => onUnreadable?.()),
        )
        return new Map(found.map((row) => [rowName(row), row as Row]))
      },
    }
  }

  return {
    clock,
    tokens: {
      ...readsOf<Token>('tokens'),
      create: (draft, ending) => write('tokens', { method: 'POST', body: serializeBody(draft), ...ending }),
      update: (record, ending) => write('tokens', { method: 'PUT', body: serializeBody(record), ...ending }),
      remove: (name, ending) => write('tokens', { method: 'DELETE', body: serializeBody({ name }), ...ending }),
      value: async (name, ending) => {
        if (!isWellFormed(name)) throw new ServiceError({ kind: 'unsendable' })
        const path = `_/token/value?name=${encodeURIComponent(name)}`
        return request('tokens', { path, ...ending }, async (answer) =>
          parseSecretBody(answer.response.status, await answer.text(caps.other)),
        )
      },
    },
    users: {
      ...readsOf<User>('users'),
      create: (draft, ending) =>
        write('users', { method: 'POST', body: serializeBody(draft), secret: draft.password, ...ending }),
      update: (change, ending) => {
        const body = serializeBody(withoutEmpty(change))
        return write('users', { method: 'PUT', body, secret: change.new_password, ...ending })
      },
      remove: (email, ending) => write('users', { method: 'DELETE', body: serializeBody({ email }), ...ending }),
    },
  }
}

/** Leaves out an empty email or password: a real server would store it. */
function withoutEmpty({ new_email, new_password, ...change }: UserUpdate): UserUpdate {
  return { ...change, ...(new_email && { new_email }), ...(new_password && { new_password }) }
}

/** Ascribes a missing response to the console server: its own time limits are shorter than the page's. */
function blameConsoleServer(error: unknown): unknown {
  const problem = getProblem(error)
  if (problem?.kind !== 'unreachable' && problem?.kind !== 'timed-out') return error
  return new ServiceError({ ...problem, by: 'console-server' })
}
