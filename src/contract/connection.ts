import { fingerprintKey } from './jwt.ts'
import { createClock } from './clock.ts'
import { hostRowsPath, pageHeaders, serviceDateHeader } from './console-host.ts'
import { readNamed, readRows, screenful, type ListReading, type OnRows } from '#contract/list/read-list.ts'
import { problemIn, problemOf, ServiceError, withoutSecrets, type ResourceName } from './problem.ts'
import type { CallOptions, Resource } from './service.ts'
import { sendRequest, discard, consume, problemFrom, type Answer, type Fetch } from './transport.ts'
import { nameOf, type Row as AnyRow } from '#contract/list/rows.ts'
import { rowStore } from '#contract/list/row-store.ts'

/** Everything that a client needs to reach a service. */
export interface Connection {
  /** Base address with its path prefix, ending in `/`. */
  origin: string
  /**
   * The admin's access token, read for each request; undefined before sign-in, or if the console server adds it.
   */
  bearer?: string | undefined
  /** The proof of the session, if the console server stands between page and service and keeps the access token. */
  hosted?: { proof: string } | undefined
  fetch: Fetch
  /** The page's milliseconds since 1970. */
  now?: () => number
  /** Time limits of calls, in milliseconds; see `TimeLimits`. */
  limits?: { call: number; first: number; stall: number }
  /** Size limits of responses, in bytes: 256 MiB for a list, 1 MiB for all others. */
  caps?: { list: number; other: number }
}

/** A `Date` header names whole seconds and may be a second old. */
const dateAge = 1000

/** The limits of a connection that names none; see `Connection`. */
const usualLimits = { call: 15_000, first: 12_000, stall: 7_000 }
/** The caps of a connection that names none; see `Connection`. */
export const usualCaps = { list: 256 * 1024 * 1024, other: 1024 * 1024 }

/** While a list arrives, it is shown again when it has so many times the rows of the last time. */
const nextPart = 10

/** The paths of the service, relative to its base address. A list and its writes share one. */
export const paths = {
  tokens: '_/token',
  users: '_/user',
  value: '_/token/value',
  signIn: '_/user/token/value',
} as const satisfies Record<ResourceName | 'value' | 'signIn', string>

/** For telling what a 404 means: the other resource, and whether every service lists this one. */
const resources = {
  tokens: { sibling: 'users', isAlwaysListed: true },
  users: { sibling: 'tokens', isAlwaysListed: false },
} as const satisfies Record<ResourceName, { sibling: ResourceName; isAlwaysListed: boolean }>

/** The parts of one request; `secret`: a password in its body, which no error quotes. */
export interface Sent {
  body?: string | undefined
  /** A list may take long, as long as something arrives. */
  list?: boolean
  secret?: string | undefined
}

/** The calls to one service: single requests, lists, and what a 404 means. Nothing is sent until a call is made. */
export function createCalls(connection: Connection) {
  const { origin, hosted, now = Date.now, limits = usualLimits, caps = usualCaps } = connection
  const clock = createClock()
  const key = fingerprintKey()
  const secretsOf = ({ secret }: Pick<Sent, 'secret'>) =>
    [connection.bearer, secret].filter((value) => value !== undefined)

  /** Sends one request and resolves to the response, whatever its status. */
  const request = async (method: string, path: string, init: Sent & CallOptions) => {
    const own = hosted && pageHeaders(origin, hosted.proof)
    const headers = new Headers({ accept: 'application/json', ...own })
    const { bearer } = connection
    if (bearer !== undefined) headers.set('authorization', `Bearer ${bearer}`)
    if (init.body !== undefined) headers.set('content-type', 'application/json')
    const patience = init.list === true ? { first: limits.first, stall: limits.stall } : { first: limits.call }
    const sent: RequestInit = { method, headers, body: init.body ?? null }
    if (init.signal !== undefined) sent.signal = init.signal
    if (hosted !== undefined) sent.credentials = 'same-origin' // the cookie of the session
    const sentAt = now()
    const answer = await sendRequest(connection.fetch, origin + path, sent, patience).catch((error: unknown) => {
      throw hosted === undefined ? error : blameConsoleServer(error)
    })
    clock.sample(sentAt, now(), Date.parse(dateOf(answer) ?? ''), 1000, dateAge)
    return answer
  }
  /** The console server's own `Date` says nothing about the service's clock. */
  const dateOf = ({ response }: Answer) => response.headers.get(hosted === undefined ? 'date' : serviceDateHeader)

  /** Resolves to a success, or throws the Problem, which quotes neither the access token nor `secret`. */
  const send = async (method: string, path: string, init: Sent & CallOptions) => {
    const answer = await request(method, path, init)
    if (answer.response.ok) return answer
    try {
      throw new ServiceError(
        await problemFrom(answer, {
          secrets: secretsOf(init),
          cap: caps.other,
          date: dateOf(answer),
          isHosted: hosted !== undefined,
        }),
      )
    } finally {
      answer.ended()
    }
  }

  /** Whether a part answers a GET with anything but "no such path"; undefined where there is no telling. */
  const isAnswering = async (part: ResourceName, ending: CallOptions): Promise<boolean | undefined> => {
    try {
      discard(await send('GET', paths[part], { ...ending, list: true }))
      return true
    } catch (error) {
      const problem = problemIn(error)
      if (problem.kind === 'unreachable' || problem.kind === 'timed-out') return undefined
      return !('status' in problem) || problem.status !== 404
    }
  }

  /**
   * The error of a call, fit to be shown: a page of markup is quoted without secrets. A 404 is ambiguous: asks the
   * resource itself and the other one what it means.
   */
  const explained = async (
    error: unknown,
    part: ResourceName,
    ending: CallOptions & Pick<Sent, 'secret'>,
    requested: 'list' | 'one',
  ): Promise<unknown> => {
    const problem = problemOf(error)
    if (problem?.kind === 'unreadable') return new ServiceError(withoutSecrets(problem, secretsOf(ending)))
    if (!is404(error)) return error
    if (requested === 'one' && (await isAnswering(part, ending)) !== false) return error
    const { sibling: other, isAlwaysListed } = resources[part]
    const sibling = await isAnswering(other, ending)
    if (sibling === undefined) return error
    if (sibling) {
      // A write to a resource without a list may also have named an unknown user.
      if (requested === 'one' && !isAlwaysListed) return error
      const { status } = { status: 404, ...problemOf(error) }
      return new ServiceError({ kind: 'switched-off', part, ...(status === 405 && { status }) })
    }
    return new ServiceError({ kind: 'no-service' })
  }

  /** Reads the list of one resource, or single rows of it. */
  const readsOf = <Row extends AnyRow>(part: ResourceName): Pick<Resource<Row, never, never>, 'list' | 'read'> => {
    /** Requests the list, or of it the rows with these names, and reads the response with `read`. */
    const requestList = async <Result>(
      names: ReadonlySet<string> | undefined,
      ending: CallOptions,
      read: (response: Response, reading: ListReading) => Promise<Result>,
    ): Promise<Result> => {
      try {
        const answer =
          names === undefined || hosted === undefined
            ? await send('GET', paths[part], { list: true, ...ending })
            : await send('POST', hostRowsPath + paths[part], {
                list: true,
                body: JSON.stringify({ names: [...names] }),
                ...ending,
              })
        const { bearer } = connection
        const reading = { part, hosted: hosted !== undefined, bearer, key, cap: caps.list, onBytes: answer.onChunk }
        return await consume(answer, () => read(answer.response, reading))
      } catch (error) {
        throw await explained(error, part, ending, 'list')
      }
    }
    return {
      async list({ onPart, ...ending } = {}) {
        const beganAt = now()
        const all: Row[] = []
        const unreadable: number[] = []
        let due = screenful
        const onRows: OnRows = (some, missed) => {
          for (const row of some) all.push(row as Row) // the request is for rows of this resource
          unreadable.push(...missed)
          const seen = all.length + unreadable.length
          if (onPart === undefined || seen < due) return
          due = seen * nextPart
          const head = { beganAt, readAt: now(), isWhole: false, unreadable: [...unreadable], otherFields: [] }
          return onPart(rowStore([...all], head))
        }
        const { order, otherFields } = await requestList(undefined, ending, (response, reading) =>
          readRows(response, reading, onRows),
        )
        return rowStore(all, { beganAt, readAt: now(), isWhole: true, unreadable, otherFields }, order)
      },
      async read(names, { onUnreadable, ...ending } = {}) {
        const found = await requestList(names, ending, (response, reading) =>
          readNamed(response, reading, names, () => onUnreadable?.()),
        )
        return new Map(found.map((row) => [nameOf(row), row as Row]))
      },
    }
  }

  return { clock, caps, request, send, readsOf, explained }
}

/** A missing response is the console server's fault: its own time limits are shorter than the page's. */
function blameConsoleServer(error: unknown): unknown {
  const problem = problemOf(error)
  if (problem?.kind !== 'unreachable' && problem?.kind !== 'timed-out') return error
  return new ServiceError({ ...problem, by: 'console-server' })
}

function is404(error: unknown): boolean {
  const problem = problemOf(error)
  return problem?.kind === 'refused' && [404, 405].includes(problem.status)
}
