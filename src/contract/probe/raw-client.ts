import { ensureListBegins } from '#contract/answers.ts'
import { paths, usualCaps, usualLimits, type Connection } from '#contract/connection.ts'
import type { ResourceName } from '#contract/problem.ts'
import { piecesOf } from '#contract/list/scanner.ts'
import { sendRequest, consume, textOf, type Answer } from '#contract/transport.ts'

/** One response. `text` may be a secret: it is checked where it was requested and kept nowhere. */
export interface RawResponse {
  status: number
  ok: boolean
  text: string
}

/** What a request has beside the admin's access token; `authorization` null sends none. */
export interface Sent {
  body?: object
  authorization?: string | null
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

  const send = async (method: string, path: string, { body, authorization }: Sent): Promise<Answer> => {
    signal.throwIfAborted()
    const headers = new Headers({ accept: 'application/json' })
    const scheme = authorization === undefined && bearer !== undefined ? `Bearer ${bearer}` : authorization
    if (scheme !== undefined && scheme !== null) headers.set('authorization', scheme)
    if (body !== undefined) headers.set('content-type', 'application/json')
    const isList = method === 'GET' && (path === paths.tokens || path === paths.users)
    const lasts = isWrite(method, path)
    const [ending, settled] = lasts ? lasting(signal) : [signal, () => undefined]
    const patience = isList ? { first: limits.first, stall: limits.stall } : { first: limits.call }
    const init = { method, headers, signal: ending, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const answer = await sendRequest(connection.fetch, origin + path, init, patience).catch((error: unknown) => {
      settled()
      throw error
    })
    return { ...answer, ended: () => [answer.ended(), settled()] }
  }

  const readResponse = async (answer: Answer): Promise<RawResponse> => {
    const text = await consume(answer, () => textOf(answer, caps.other))
    const { status, ok } = answer.response
    return { status, ok, text }
  }

  return {
    async call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, sent: Sent = {}): Promise<RawResponse> {
      signal.throwIfAborted()
      return send(method, path, sent)
        .then(readResponse)
        .catch((error: unknown) => {
          if (isWrite(method, path)) onLost()
          throw error
        })
    },
    /** Requests a list and reads only its first bytes, or the whole refusal. */
    async openList(part: ResourceName, authorization?: string | null): Promise<RawResponse> {
      const answer = await send('GET', paths[part], authorization === undefined ? {} : { authorization })
      if (!answer.response.ok) return readResponse(answer)
      await ensureListBegins(answer)
      return { status: answer.response.status, ok: true, text: '' }
    },
    /** Calls `onRow` with each row as a JSON value. */
    async list(part: ResourceName, onRow: (row: unknown) => void): Promise<RawResponse> {
      const answer = await send('GET', paths[part], {})
      const { response } = answer
      if (!response.ok) return readResponse(answer)
      await consume(answer, async () => {
        for await (const piece of piecesOf(response, part, caps.list)) {
          answer.onChunk(piece.bytes)
          for (const row of piece.rows) onRow(row)
        }
      })
      return { status: response.status, ok: true, text: '' }
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
