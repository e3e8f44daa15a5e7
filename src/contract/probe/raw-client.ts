import { ensureListBegins } from '#contract/answers.ts'
import { createCalls, paths, usualCaps, type Connection } from '#contract/connection.ts'
import type { ResourceName } from '#contract/problem.ts'
import { piecesOf } from '#contract/list/scanner.ts'
import { consume, textOf, type Answer } from '#contract/transport.ts'

/** One response. `text` may be a secret: it is checked where it was requested and kept nowhere. */
export interface RawResponse {
  status: number
  ok: boolean
  text: string
}

/** What a request has. `bearer`: instead of the admin's access token; null: none. */
interface Sent {
  body?: object
  bearer?: string | null
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
  const late = new AbortController()
  // Its timer does not keep a process alive.
  const follow = () => AbortSignal.timeout(grace).addEventListener('abort', () => late.abort(signal.reason))
  signal.addEventListener('abort', follow, { once: true })
  const { caps = usualCaps } = connection

  const send = async (method: string, path: string, { body, bearer = connection.bearer ?? null }: Sent) => {
    signal.throwIfAborted()
    const { request } = createCalls({ ...connection, bearer: bearer ?? undefined })
    return request(method, path, {
      body: body && JSON.stringify(body),
      list: method === 'GET' && (path === paths.tokens || path === paths.users),
      signal: isWrite(method, path) ? late.signal : signal,
    })
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
    async openList(part: ResourceName, bearer?: string): Promise<RawResponse> {
      const answer = await send('GET', paths[part], bearer === undefined ? {} : { bearer })
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
