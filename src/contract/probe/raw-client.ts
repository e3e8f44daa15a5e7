import { ensureListBegins } from '#contract/answers.ts'
import { paths, usualCaps, usualLimits, type Connection } from '#contract/connection.ts'
import { formOf, type Tally } from './response-forms.ts'
import type { ResourceName } from '#contract/problem.ts'
import { piecesOf } from '#contract/list/scanner.ts'
import { sendRequest, consume, textOf, type Answer } from '#contract/transport.ts'

/** One response. `text` may be a secret: it is checked where it was requested and kept nowhere. */
export interface RawResponse {
  status: number
  ok: boolean
  text: string
  /** Whether it has a content type. */
  named: boolean
}

/** What a request has beside the admin's access token; `authorization` null sends none. */
export interface Sent {
  body?: object | string
  authorization?: string | null
  /** A write that should succeed, so its response shows what a success looks like. */
  genuine?: boolean
}

/** Requests as the probe makes them. It bypasses `client.ts`, because it wants to see what a service refuses. */
export type RawClient = ReturnType<typeof createRawClient>

/** The field that identifies a row. */
export const keys = { tokens: 'name', users: 'email' } as const satisfies Record<ResourceName, string>

/** How long a write may continue after an abort, in milliseconds: its result must be known for the clean-up. */
const grace = 3000

/**
 * `signal` ends reads at once and writes after a grace period; nothing new begins after it. `onLost` is called for a
 * write without a response, which may be carried out later.
 */
export function createRawClient(connection: Connection, signal: AbortSignal, onLost: () => void = () => undefined) {
  const { origin, bearer, limits = usualLimits, caps = usualCaps } = connection
  const tally: Tally = { errors: [], successes: [], named: 0, unnamed: 0 }

  const send = async (method: string, path: string, { body, authorization }: Sent): Promise<Answer> => {
    signal.throwIfAborted()
    const headers = new Headers({ accept: 'application/json' })
    const scheme = authorization === undefined && bearer !== undefined ? `Bearer ${bearer}` : authorization
    if (scheme !== undefined && scheme !== null) headers.set('authorization', scheme)
    if (body !== undefined) headers.set('content-type', 'application/json')
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const isList = method === 'GET' && (path === paths.tokens || path === paths.users)
    const lasts = isWrite(method, path)
    const [ending, settled] = lasts ? lasting(signal) : [signal, () => undefined]
    const patience = isList ? { first: limits.first, stall: limits.stall } : { first: limits.call }
    const init = { method, headers, signal: ending, ...(text !== undefined && { body: text }) }
    const answer = await sendRequest(connection.fetch, origin + path, init, patience).catch((error: unknown) => {
      settled()
      throw error
    })
    return { ...answer, ended: () => [answer.ended(), settled()] }
  }

  const named = ({ response }: Answer) => response.headers.has('content-type')
  // A response counts once the service is known to be available after it.
  const pending: (() => void)[] = []
  const count = ({ text, named: isNamed }: Pick<RawResponse, 'text' | 'named'>) => {
    if (text !== '') pending.push(() => (tally[isNamed ? 'named' : 'unnamed'] += 1))
  }
  const counted = () => {
    for (const one of pending.splice(0)) one()
  }

  const readResponse = async (answer: Answer): Promise<RawResponse> => {
    const text = await consume(answer, () => textOf(answer, caps.other))
    const { status, ok } = answer.response
    const one = { status, ok, text, named: named(answer) }
    if (ok) count(one)
    return one
  }

  return {
    tally,
    /** Counts a confirmed refusal. */
    countRefusal(one: RawResponse): void {
      count(one)
      tally.errors.push({ status: one.status, form: formOf(one.text) })
      counted()
    },
    async call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, sent: Sent = {}): Promise<RawResponse> {
      signal.throwIfAborted()
      const one = await send(method, path, sent)
        .then(readResponse)
        .catch((error: unknown) => {
          if (isWrite(method, path)) onLost()
          throw error
        })
      const success = { method, status: one.status, form: formOf(one.text) }
      if (sent.genuine === true && one.ok) pending.push(() => tally.successes.push(success))
      return one
    },
    /** Requests a list and reads only its first bytes, or the whole refusal. */
    async openList(part: ResourceName, authorization?: string | null): Promise<RawResponse> {
      const answer = await send('GET', paths[part], authorization === undefined ? {} : { authorization })
      if (!answer.response.ok) return readResponse(answer)
      await ensureListBegins(answer)
      if (authorization === undefined) counted()
      return { status: answer.response.status, ok: true, text: '', named: named(answer) }
    },
    /** Calls `onRow` with each row as a JSON value. The envelope is the response without its rows. */
    async list(part: ResourceName, onRow: (row: unknown) => void): Promise<RawResponse & { envelope?: unknown }> {
      const answer = await send('GET', paths[part], {})
      const { response } = answer
      if (!response.ok) return readResponse(answer)
      let envelope: unknown
      await consume(answer, async () => {
        for await (const piece of piecesOf(response, part, caps.list)) {
          answer.onChunk(piece.bytes)
          for (const row of piece.rows) onRow(row)
          envelope = piece.envelope
        }
      })
      const isNamed = named(answer)
      count({ text: '[', named: isNamed })
      counted()
      return { status: response.status, ok: true, text: '', named: isNamed, envelope }
    },
  }
}

function isWrite(method: string, path: string): boolean {
  return method !== 'GET' && path !== paths.signIn
}

/** A signal that follows another one after the grace period. */
function lasting(signal: AbortSignal): [AbortSignal, () => void] {
  const late = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const follow = () => {
    timer = setTimeout(() => late.abort(signal.reason), grace)
  }
  signal.addEventListener('abort', follow, { once: true })
  const settled = () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', follow)
  }
  return [late.signal, settled]
}
