import { opened, secretFrom, unreadableAs } from './answers.ts'
import { fingerprintKey } from './carried.ts'
import { createClock } from './clock.ts'
import { hostRowsPath, identityHeader, pageHeader, pageHeaderValue, serviceDateHeader } from './console-host.ts'
import type { Answered, ListReader } from './list-reader.ts'
import { problemOf, ServiceError, type Part } from './problem.ts'
import { reading, type Rows } from './reading.ts'
import { tokenShape, userShape } from './row-shape.ts'
import type { Ending, Service } from './service.ts'
import { TokenValue } from './token-value.ts'
import { ask, dropped, finished, problemFrom, refuseMarkup, smallText, type Fetch } from './transport.ts'
import type { UserChange } from './user.ts'
import { isWellFormed, requestBody } from './wire.ts'

/** What connects to a service: everything of the world it needs. */
export interface Connection {
  /** Base address with its path prefix, ending in `/`. */
  origin: string
  /** The admin's bearer; undefined before sign-in, or where a host adds it. */
  bearer?: string | undefined
  /** Whose session it is, where our own host stands between page and service and keeps the bearer. */
  hosted?: { identity: string } | undefined
  fetch: Fetch
  /** Reads lists; undefined: this thread does, by code that is fetched when it is first needed. */
  lists?: ListReader | undefined
  /** The page's milliseconds since 1970. */
  now?: () => number
  /** Milliseconds that calls may take; see `Patience`. */
  limits?: { call: number; first: number; stall: number }
  /** Bytes that answers may have: 256 MiB of a list, 1 MiB of all others. */
  caps?: { list: number; other: number }
}

const usualLimits = { call: 15_000, first: 12_000, stall: 7_000 }
const usualCaps = { list: 256 * 1024 * 1024, other: 1024 * 1024 }
const paths = { tokens: '_/token', users: '_/user' } as const

/** What one request carries; `secret` is a password in its body. */
interface Sent {
  body?: string | undefined
  /** It may take long, as long as something arrives. */
  list?: boolean
  secret?: string | undefined
}

/** The only place that knows paths and methods. Nothing is sent until a call is made. */
export function connect(connection: Connection): Service {
  const { origin, bearer, hosted, now = Date.now, limits = usualLimits, caps = usualCaps } = connection
  const clock = createClock()
  const key = fingerprintKey()
  const { lists = lazyLists(connection.fetch) } = connection

  /** One request; the answer is a success, or the Problem is thrown. No Problem quotes the bearer or `secret`. */
  const sendBy = async <A extends Answered>(
    fetch: (url: string, init: RequestInit) => Promise<A>,
    method: string,
    path: string,
    init: Sent & Ending,
  ) => {
    const headers = new Headers({ accept: 'application/json' })
    if (bearer !== undefined) headers.set('authorization', `Bearer ${bearer}`)
    if (hosted !== undefined) {
      headers.set(pageHeader, pageHeaderValue)
      headers.set(identityHeader, hosted.identity)
    }
    if (init.body !== undefined) headers.set('content-type', 'application/json')
    const patience = init.list === true ? { first: limits.first, stall: limits.stall } : { first: limits.call }
    const request: RequestInit = { method, headers, body: init.body ?? null }
    if (init.signal !== undefined) request.signal = init.signal
    const sentAt = now()
    const answer = await ask(fetch, origin + path, request, patience)
    const { headers: said } = answer.response
    clock.sample(sentAt, now(), Date.parse(said.get(serviceDateHeader) ?? said.get('date') ?? ''), 1000)
    if (answer.response.ok) return answer
    try {
      const secrets = [bearer, init.secret].filter((secret) => secret !== undefined)
      throw new ServiceError(await problemFrom(answer, secrets, caps.other))
    } finally {
      answer.ended()
    }
  }
  const send = (method: string, path: string, init: Sent & Ending) => sendBy(connection.fetch, method, path, init)

  /** Whether a part answers a GET with anything but "no such path"; undefined where there is no telling. */
  const answers = async (part: Part, ending: Ending): Promise<boolean | undefined> => {
    try {
      dropped(await send('GET', paths[part], { ...ending, list: true }))
      return true
    } catch (error) {
      const problem = problemOf(error)
      if (problem === undefined) throw error
      if (problem.kind === 'unreachable' || problem.kind === 'timed-out') return undefined
      return !('status' in problem) || problem.status !== 404
    }
  }

  /** A 404 says too little: the part itself and its sibling are asked what it meant. */
  const explained = async (error: unknown, part: Part, ending: Ending, asked: 'list' | 'one'): Promise<unknown> => {
    if (!is404(error)) return error
    if (asked === 'one' && (await answers(part, ending)) !== false) return error
    const sibling = await answers(part === 'tokens' ? 'users' : 'tokens', ending)
    if (sibling === undefined) return error
    if (sibling) {
      // A write to a part without a list may also have named somebody unknown: the refusal itself says no more.
      if (asked === 'one' && part === 'users') return error
      const { status } = { status: 404, ...problemOf(error) }
      return new ServiceError({ kind: 'switched-off', part, ...(status === 405 && { status }) })
    }
    return new ServiceError({ kind: 'no-service' })
  }

  const write = async (part: Part, method: string, sent: Sent, ending: Ending = {}): Promise<void> => {
    try {
      const answer = await send(method, paths[part], { ...sent, ...ending })
      await finished(answer, async () => refuseMarkup(await smallText(answer, caps.other), answer.response.status))
    } catch (error) {
      throw await explained(error, part, ending, 'one')
    }
  }

  const rows =
    (part: Part): Rows =>
    async ({ names, onRows = () => undefined, ...ending }) => {
      const wanted = names && [...names]
      const of = { part, hosted: hosted !== undefined, bearer, names: wanted, key, cap: caps.list }
      const fetch = (url: string, init: RequestInit) => lists.ask(url, init, of)
      try {
        const answer =
          wanted === undefined || hosted === undefined
            ? await sendBy(fetch, 'GET', paths[part], { list: true, ...ending })
            : await sendBy(fetch, 'POST', hostRowsPath + paths[part], {
                list: true,
                body: JSON.stringify({ names: wanted }),
                ...ending,
              })
        return await finished(answer, () => answer.response.rows({ onBytes: answer.onChunk, onRows }))
      } catch (error) {
        throw await explained(error, part, ending, 'list')
      }
    }

  return {
    clock,
    tokens: {
      ...reading(rows('tokens'), now, tokenShape),
      create: (draft, ending) => write('tokens', 'POST', { body: requestBody(draft) }, ending),
      update: (record, ending) => write('tokens', 'PUT', { body: requestBody(record) }, ending),
      remove: (name, ending) => write('tokens', 'DELETE', { body: requestBody({ name }) }, ending),
      value: async (name, ending = {}) => {
        if (!isWellFormed(name)) throw new ServiceError({ kind: 'unsendable' })
        try {
          const answer = await send('GET', `_/token/value?name=${encodeURIComponent(name)}`, ending)
          return await finished(answer, async () =>
            secretFrom(answer.response.status, await smallText(answer, caps.other), TokenValue),
          )
        } catch (error) {
          throw await explained(error, 'tokens', ending, 'one')
        }
      },
    },
    users: {
      ...reading(rows('users'), now, userShape),
      create: (draft, ending) => write('users', 'POST', { body: requestBody(draft), secret: draft.password }, ending),
      update: (change, ending) =>
        write('users', 'PUT', { body: requestBody(given(change)), secret: change.new_password }, ending),
      remove: (email, ending) => write('users', 'DELETE', { body: requestBody({ email }) }, ending),
    },
    check: async (ending = {}) => {
      try {
        await opened(await send('GET', paths.tokens, { list: true, ...ending }))
      } catch (error) {
        const meant = await explained(error, 'tokens', ending, 'list')
        if (problemOf(meant)?.kind !== 'switched-off') throw meant
        await opened(await send('GET', paths.users, { list: true, ...ending }))
      }
    },
    signIn: async (credentials, ending = {}) => {
      try {
        const sent = { body: requestBody(credentials), secret: credentials.password }
        const answer = await send('POST', '_/user/token/value', { ...sent, ...ending })
        const found = await finished(answer, async () =>
          secretFrom(answer.response.status, await smallText(answer, caps.other), TokenValue),
        )
        // What cannot stand in a header is no bearer.
        if (found !== undefined && /^[\x21-\x7e]+$/.test(found)) return found
        throw new ServiceError(unreadableAs('json', answer.response.status, 0, ['token']))
      } catch (error) {
        throw withoutSignIn(error)
      }
    },
  }
}

function lazyLists(fetch: Fetch): ListReader {
  return { ask: async (...asked) => (await import('./local-lists.ts')).createLocalLists(fetch).ask(...asked) }
}

/** Without an empty e-mail or password: a real server would store it. */
function given({ new_email, new_password, ...change }: UserChange): UserChange {
  return { ...change, ...(new_email && { new_email }), ...(new_password && { new_password }) }
}

/** A refused sign-in is a refusal of the credentials, whatever its status; 404 and kin mean there is no such call. */
function withoutSignIn(error: unknown): unknown {
  const problem = problemOf(error)
  if (problem === undefined) return error
  if (problem.kind === 'signed-out') return new ServiceError({ ...problem, kind: 'refused' })
  const none = 'status' in problem && [404, 405, 501].includes(problem.status ?? 404)
  return none ? new ServiceError({ kind: 'switched-off', part: 'users' }) : error
}

function is404(error: unknown): boolean {
  const problem = problemOf(error)
  return problem?.kind === 'refused' && [404, 405].includes(problem.status)
}
