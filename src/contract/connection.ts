import { fingerprintKey } from './jwt.ts'
import { createClock } from './clock.ts'
import { hostRowsPath, pageHeader, pageHeaderValue, proofHeader, serviceDateHeader } from './console-host.ts'
import {
  mostListBytes,
  type ResponseLike,
  type ListReader,
  type ListResult,
  type RowHandlers,
} from '#contract/list/protocol.ts'
import { problemOf, ServiceError, type ResourceName } from './problem.ts'
import type { CallOptions, Resource } from './service.ts'
import { sendRequest, discard, consume, problemFrom, type Fetch } from './transport.ts'
import { nameOf, type FlatRow, type RowShape } from '#contract/list/rows.ts'
import { rowStore, type Dated } from '#contract/list/row-store.ts'

/** What connects to a service: everything of the world it needs. */
export interface Connection {
  /** Base address with its path prefix, ending in `/`. */
  origin: string
  /** The admin's bearer; undefined before sign-in, or where a host adds it. */
  bearer?: string | undefined
  /** The session's proof, where our own host stands between page and service and keeps the bearer. */
  hosted?: { proof: string } | undefined
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

/** A `Date` may have been made up to a second before it is sent, and names whole seconds. */
const dateAge = 1000

/** The limits of a connection that names none; see `Connection`. */
export const usualLimits = { call: 15_000, first: 12_000, stall: 7_000 }
/** The caps of a connection that names none; see `Connection`. */
export const usualCaps = { list: mostListBytes, other: 1024 * 1024 }

/** The paths of the service, relative to its base address. A list and its writes share one. */
export const paths = {
  tokens: '_/token',
  users: '_/user',
  value: '_/token/value',
  signIn: '_/user/token/value',
} as const satisfies Record<ResourceName | 'value' | 'signIn', string>

/** What a 404 may mean: the resource that is asked beside this one, and whether every service lists this one. */
const resources = {
  tokens: { sibling: 'users', isAlwaysListed: true },
  users: { sibling: 'tokens', isAlwaysListed: false },
} as const satisfies Record<ResourceName, { sibling: ResourceName; isAlwaysListed: boolean }>

/** What one request carries; `secret` is a password in its body. */
export interface Sent {
  body?: string | undefined
  /** It may take long, as long as something arrives. */
  list?: boolean
  secret?: string | undefined
}

/**
 * The ways to one service: one request and what became of it, the lists behind a path, what a 404 meant. Nothing is sent
 * until a call is made.
 */
export function createCalls(connection: Connection) {
  const { origin, bearer, hosted, now = Date.now, limits = usualLimits, caps = usualCaps } = connection
  const clock = createClock()
  const key = fingerprintKey()
  const { lists = lazyLists(connection.fetch) } = connection

  /** One request; the answer is a success, or the Problem is thrown. No Problem quotes the bearer or `secret`. */
  const sendBy = async <A extends ResponseLike>(
    fetch: (url: string, init: RequestInit) => Promise<A>,
    method: string,
    path: string,
    init: Sent & CallOptions,
  ) => {
    const headers = new Headers({ accept: 'application/json' })
    if (bearer !== undefined) headers.set('authorization', `Bearer ${bearer}`)
    if (hosted !== undefined) {
      headers.set(pageHeader, pageHeaderValue)
      headers.set(proofHeader, hosted.proof)
    }
    if (init.body !== undefined) headers.set('content-type', 'application/json')
    const patience = init.list === true ? { first: limits.first, stall: limits.stall } : { first: limits.call }
    const request: RequestInit = { method, headers, body: init.body ?? null }
    if (init.signal !== undefined) request.signal = init.signal
    const sentAt = now()
    const answer = await sendRequest(fetch, origin + path, request, patience).catch((error: unknown) => {
      throw hosted === undefined ? error : blameConsoleServer(error)
    })
    const { headers: responseHeaders } = answer.response
    clock.sample(
      sentAt,
      now(),
      Date.parse(responseHeaders.get(serviceDateHeader) ?? responseHeaders.get('date') ?? ''),
      1000,
      dateAge,
    )
    if (answer.response.ok) return answer
    try {
      const secrets = [bearer, init.secret].filter((secret) => secret !== undefined)
      throw new ServiceError(await problemFrom(answer, secrets, caps.other))
    } finally {
      answer.ended()
    }
  }
  const send = (method: string, path: string, init: Sent & CallOptions) => sendBy(connection.fetch, method, path, init)

  /** Whether a part answers a GET with anything but "no such path"; undefined where there is no telling. */
  const isAnswering = async (part: ResourceName, ending: CallOptions): Promise<boolean | undefined> => {
    try {
      discard(await send('GET', paths[part], { ...ending, list: true }))
      return true
    } catch (error) {
      const problem = problemOf(error)
      if (problem === undefined) throw error
      if (problem.kind === 'unreachable' || problem.kind === 'timed-out') return undefined
      return !('status' in problem) || problem.status !== 404
    }
  }

  /** A 404 says too little: the part itself and its sibling are asked what it meant. */
  const explain404 = async (
    error: unknown,
    part: ResourceName,
    ending: CallOptions,
    asked: 'list' | 'one',
  ): Promise<unknown> => {
    if (!is404(error)) return error
    if (asked === 'one' && (await isAnswering(part, ending)) !== false) return error
    const { sibling: other, isAlwaysListed } = resources[part]
    const sibling = await isAnswering(other, ending)
    if (sibling === undefined) return error
    if (sibling) {
      // A write to a part without a list may also have named somebody unknown: the refusal itself says no more.
      if (asked === 'one' && !isAlwaysListed) return error
      const { status } = { status: 404, ...problemOf(error) }
      return new ServiceError({ kind: 'switched-off', part, ...(status === 405 && { status }) })
    }
    return new ServiceError({ kind: 'no-service' })
  }

  const rows =
    (part: ResourceName): Rows =>
    async ({ names, onRows = () => undefined, ...ending }) => {
      const wanted = names && [...names]
      const of = { part, hosted: hosted !== undefined, bearer, names: wanted, key, cap: caps.list }
      const fetch = (url: string, init: RequestInit) => lists.request(url, init, of)
      try {
        const answer =
          wanted === undefined || hosted === undefined
            ? await sendBy(fetch, 'GET', paths[part], { list: true, ...ending })
            : await sendBy(fetch, 'POST', hostRowsPath + paths[part], {
                list: true,
                body: JSON.stringify({ names: wanted }),
                ...ending,
              })
        return await consume(answer, () => answer.response.rows({ onBytes: answer.onChunk, onRows }))
      } catch (error) {
        throw await explain404(error, part, ending, 'list')
      }
    }

  return { clock, caps, send, rows, explained: explain404 }
}

/** What the console server did not answer: it waits for the service for a shorter time than the page for it. */
function blameConsoleServer(error: unknown): unknown {
  const problem = problemOf(error)
  if (problem?.kind !== 'unreachable' && problem?.kind !== 'timed-out') return error
  return new ServiceError({ ...problem, by: 'console-server' })
}

function lazyLists(fetch: Fetch): ListReader {
  return {
    request: async (...asked) =>
      (await import('#contract/list/read-list.ts')).createListReader(fetch).request(...asked),
  }
}

function is404(error: unknown): boolean {
  const problem = problemOf(error)
  return problem?.kind === 'refused' && [404, 405].includes(problem.status)
}

/** Streams the rows of one list; `names`: only these are needed. */
export type Rows = (
  ending: CallOptions & { names?: ReadonlySet<string>; onRows?: RowHandlers['onRows'] },
) => Promise<ListResult>

/** How many rows are shown first while a list arrives, a screenful, and how many times as many each time after that. */
const [firstPart, nextPart] = [25, 10]

/** The list of one resource, and the reads of single rows of it. */
export function listAndRead<Row extends Dated>(
  rows: Rows,
  now: () => number,
  shape: RowShape<Row>,
): Pick<Resource<Row, never, never>, 'list' | 'read'> {
  return {
    async list({ onPart, ...ending } = {}) {
      const beganAt = now()
      const all: FlatRow[] = []
      const unreadable: number[] = []
      let due = firstPart
      const onRows: RowHandlers['onRows'] = (some, missed) => {
        for (const row of some) all.push(row)
        unreadable.push(...missed)
        const seen = all.length + unreadable.length
        if (onPart === undefined || seen < due) return
        due = seen * nextPart
        const head = { beganAt, readAt: now(), isWhole: false, unreadable: [...unreadable], otherFields: [] }
        return onPart(rowStore([...all], shape, head))
      }
      const { order, otherFields } = await rows({ ...ending, onRows })
      return rowStore(all, shape, { beganAt, readAt: now(), isWhole: true, unreadable, otherFields }, order)
    },
    async read(names, { onUnreadable, ...ending } = {}) {
      const { found, unreadable } = await rows({ ...ending, names })
      if (unreadable > 0) onUnreadable?.()
      return new Map(found.map((row) => [nameOf(row), shape.row(row)]))
    },
  }
}
