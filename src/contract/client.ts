import type * as z from 'zod/mini'
import { opened, parsedRow, secretFrom, unreadableAs } from './answers.ts'
import { ServiceError, type Part } from './problem.ts'
import { readRows } from './rows.ts'
import { RowCollector, type Dated } from './row-store.ts'
import type { Ending, Service } from './service.ts'
import { Bearer } from './session.ts'
import { Token, TokenValue } from './token.ts'
import { ask, dropped, finished, problemFrom, refuseMarkup, smallText, type Fetch } from './transport.ts'
import { User } from './user.ts'
import { requestBody } from './wire.ts'

/** What connects to a service: everything of the world it needs. */
export interface Connection {
  /** Base address with its path prefix, ending in `/`. */
  origin: string
  /** The admin's bearer; undefined before sign-in, or where a host adds it. */
  bearer?: string | undefined
  fetch: Fetch
  /** The page's milliseconds since 1970. */
  now?: () => number
  /** Milliseconds that calls may take; see `Patience`. */
  limits?: { call: number; first: number; stall: number }
}

const listCap = 256 * 1024 * 1024
const paths = { tokens: '_/token', users: '_/user' } as const

/** The only place that knows paths and methods. Nothing is sent until a call is made. */
export function connect(connection: Connection): Service {
  const { origin, bearer, now = Date.now, limits = { call: 15_000, first: 12_000, stall: 7_000 } } = connection
  const secrets = bearer === undefined ? [] : [bearer]

  /** One request; the answer is a success, or the Problem is thrown. */
  const send = async (method: string, path: string, init: { body?: string; list?: boolean } & Ending) => {
    const headers = new Headers({ accept: 'application/json' })
    if (bearer !== undefined) headers.set('authorization', `Bearer ${bearer}`)
    if (init.body !== undefined) headers.set('content-type', 'application/json')
    const patience = init.list === true ? { first: limits.first, stall: limits.stall } : { first: limits.call }
    const request: RequestInit = { method, headers, ...(init.body !== undefined && { body: init.body }) }
    if (init.signal !== undefined) request.signal = init.signal
    const answer = await ask(connection.fetch, origin + path, request, patience)
    if (answer.response.ok) return answer
    try {
      throw new ServiceError(await problemFrom(answer, secrets))
    } finally {
      answer.ended()
    }
  }

  /** The status of a GET, its body left unread. */
  const statusOf = async (path: string, ending: Ending): Promise<number> => {
    try {
      const answer = await send('GET', path, { ...ending, list: true })
      await dropped(answer)
      return answer.response.status
    } catch (error) {
      const status = error instanceof ServiceError && 'status' in error.problem ? error.problem.status : undefined
      if (status === undefined) throw error
      return status
    }
  }

  /** A 404 says too little: the part itself and its sibling are asked what it meant. */
  const explained = async (error: unknown, part: Part, ending: Ending, asked: 'list' | 'one'): Promise<unknown> => {
    if (!is404(error)) return error
    const sibling: Part = part === 'tokens' ? 'users' : 'tokens'
    if (asked === 'one' && (await statusOf(paths[part], ending)) !== 404) return error
    if ((await statusOf(paths[sibling], ending)) !== 404) {
      // A write to a part without a list may also have named somebody unknown: the refusal itself says no more.
      return asked === 'one' && part === 'users' ? error : new ServiceError({ kind: 'switched-off', part })
    }
    return new ServiceError({ kind: 'no-service' })
  }

  const write = async (part: Part, method: string, body: string, ending: Ending = {}): Promise<void> => {
    try {
      const answer = await send(method, paths[part], { body, ...ending })
      await finished(answer, async () => refuseMarkup(await smallText(answer), answer.response.status))
    } catch (error) {
      throw await explained(error, part, ending, 'one')
    }
  }

  /** Streams a list through `onRow`, which gets undefined for a row that cannot be read. */
  const stream = async <Row>(
    part: Part,
    schema: z.ZodMiniType<Row>,
    ending: Ending,
    onRow: (row: Row | undefined) => boolean | void,
  ): Promise<void> => {
    try {
      const answer = await send('GET', paths[part], { list: true, ...ending })
      await finished(answer, () =>
        readRows(answer.response, { keys: ['data', part, 'items'], cap: listCap, onChunk: answer.onChunk }, (text) =>
          onRow(parsedRow(schema, text)),
        ),
      )
    } catch (error) {
      throw await explained(error, part, ending, 'list')
    }
  }

  const resource = <Row extends Dated>(part: Part, schema: z.ZodMiniType<Row>, nameOf: (row: Row) => string) => ({
    list: async (ending: Ending = {}) => {
      const began = now()
      const collector = new RowCollector(nameOf)
      await stream(part, schema, ending, (row) => collector.add(row))
      return collector.store(began, now())
    },
    read: async (names: ReadonlySet<string>, ending: Ending = {}) => {
      const found = new Map<string, Row>()
      await stream(part, schema, ending, (row) => {
        if (row !== undefined && names.has(nameOf(row)) && !found.has(nameOf(row))) found.set(nameOf(row), row)
        return found.size === names.size
      })
      return found
    },
  })

  return {
    tokens: {
      ...resource('tokens', Token, (token) => token.name),
      create: (draft, ending) => write('tokens', 'POST', requestBody(draft), ending),
      update: (record, ending) => write('tokens', 'PUT', requestBody(record), ending),
      remove: (name, ending) => write('tokens', 'DELETE', requestBody({ name }), ending),
      value: async (name, ending = {}) => {
        if (!isWellFormed(name)) throw new ServiceError({ kind: 'unsendable' })
        try {
          const answer = await send('GET', `_/token/value?name=${encodeURIComponent(name)}`, ending)
          return await finished(answer, async () => secretFrom(answer, await smallText(answer), TokenValue))
        } catch (error) {
          throw await explained(error, 'tokens', ending, 'one')
        }
      },
    },
    users: {
      ...resource('users', User, (user) => user.email),
      create: (draft, ending) => write('users', 'POST', requestBody(draft), ending),
      update: (change, ending) => write('users', 'PUT', requestBody(change), ending),
      remove: (email, ending) => write('users', 'DELETE', requestBody({ email }), ending),
    },
    check: async (ending = {}) => {
      try {
        await opened(await send('GET', paths.tokens, { list: true, ...ending }))
      } catch (error) {
        const meant = await explained(error, 'tokens', ending, 'list')
        if (!(meant instanceof ServiceError) || meant.problem.kind !== 'switched-off') throw meant
        await opened(await send('GET', paths.users, { list: true, ...ending }))
      }
    },
    signIn: async (credentials, ending = {}) => {
      try {
        const answer = await send('POST', '_/user/token/value', { body: requestBody(credentials), ...ending })
        const found = await finished(answer, async () => secretFrom(answer, await smallText(answer), Bearer))
        if (found !== undefined) return found
        throw new ServiceError(unreadableAs('json', answer.response.status, 0, ['token']))
      } catch (error) {
        throw withoutSignIn(error)
      }
    },
  }
}

/** A refused sign-in is a refusal of the credentials, whatever its status; 404 and kin mean there is no such call. */
function withoutSignIn(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error
  const { problem } = error
  if (problem.kind === 'signed-out') return new ServiceError({ ...problem, kind: 'refused' })
  const none = 'status' in problem && [404, 405, 501].includes(problem.status)
  return none ? new ServiceError({ kind: 'switched-off', part: 'users' }) : error
}

function is404(error: unknown): boolean {
  return error instanceof ServiceError && error.problem.kind === 'refused' && [404, 405].includes(error.problem.status)
}

/** Half a surrogate pair cannot be percent-encoded. (`String.prototype.isWellFormed` is younger than Node 20's lib.) */
function isWellFormed(text: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text)
}
