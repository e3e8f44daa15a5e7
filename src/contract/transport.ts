import { sentHeader, sessionHeader, hostProblem } from './console-host.ts'
import { serviceTextIn, ServiceError, type Problem, unreadableAs } from './problem.ts'

/** The only outside function that the contract needs: the platform's `fetch`, or a service in the same process. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** How long a response may take, in milliseconds. */
export interface TimeLimits {
  /** Until the status line; for calls other than lists, until the end of the body. */
  first: number
  /** Lists: the time in which the next `leastBytes` of a success must arrive. The whole has no limit. */
  stall?: number
}

const leastBytes = 8 * 1024

/** A response that is still arriving. Call `ended` when its body is no longer needed, whatever happened. */
export interface Answer {
  response: Response
  /** Reports bytes that arrived, so that the stall limit starts anew. */
  onChunk: (bytes: number) => void
  /** Aborted if something ended the call early. Its reason: a `ServiceError`, or the reason of the caller's abort. */
  signal: AbortSignal
  /** Rejects with that reason, even if the stream ignores the signal. */
  aborted: Promise<never>
  ended: () => void
}

/**
 * Sends one request and waits for the status line within `patience`. Redirects are not followed, and no cookie goes
 * along unless `init` says so.
 * @throws {ServiceError} `unreachable` or `timed-out`, or as `fetch` does. An abort by the caller is thrown as its own
 *   reason.
 */
export async function sendRequest(fetch: Fetch, url: string, init: RequestInit, patience: TimeLimits): Promise<Answer> {
  const outer = init.signal ?? undefined
  outer?.throwIfAborted()
  const inner = new AbortController()
  const { signal } = inner
  let over = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const watch = (after: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => inner.abort(new ServiceError({ kind: 'timed-out', after, sent: 'unknown' })), after)
  }
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  aborted.catch(() => undefined)
  const cancel = () => inner.abort(outer?.reason)
  const ended = () => {
    over = true
    clearTimeout(timer)
    outer?.removeEventListener('abort', cancel)
  }
  outer?.addEventListener('abort', cancel, { once: true })
  watch(patience.first)
  try {
    const fetching = fetch(url, { credentials: 'omit', ...init, redirect: 'manual', cache: 'no-store', signal })
    const response = await Promise.race([fetching, aborted])
    let arrived = 0
    const onChunk = (bytes: number) => {
      if (patience.stall === undefined || over) return
      arrived += bytes
      if (arrived < leastBytes) return
      arrived = 0
      watch(patience.stall)
    }
    if (response.ok) onChunk(leastBytes)
    return { response, onChunk, signal, aborted, ended }
  } catch (error) {
    ended()
    if (signal.aborted) throw signal.reason
    await nextTask()
    throw error instanceof ServiceError ? error : new ServiceError({ kind: 'unreachable', sent: 'unknown' })
  }
}

/**
 * A browser fails the requests of a page that is being left, and never begins another task of it. So nothing that is sent
 * after a failure leaves such a page.
 */
const nextTask = () =>
  new Promise<void>((go) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      go()
    }
    port2.postMessage(undefined)
  })

/**
 * Reads the whole body as text.
 * @throws {ServiceError} `too-large` beyond `cap` bytes, `unreadable` if the body breaks off.
 */
export async function textOf({ response, signal, aborted }: Answer, cap: number): Promise<string> {
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), aborted])
      if (done) return text + decoder.decode()
      bytes += value.byteLength
      if (bytes > cap) throw new ServiceError({ kind: 'too-large', cap })
      text += decoder.decode(value, { stream: true })
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error
    if (signal.aborted) throw signal.reason
    throw unreadableAs('broken-off', response.status, bytes, 'the body')
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

interface Reading {
  secrets?: readonly string[]
  /** The size limit, in bytes. */
  cap: number
  date?: string | null
  isHosted?: boolean
}

/**
 * The problem in a response that is not a success. A 404 is `refused` here; `explained` finds out what it means.
 * It quotes none of `secrets`. `date`: when the service sent it, by its own clock. `isHosted`: the console server sent
 * it; from anybody else it may quote secrets.
 */
export async function problemFrom(
  answer: Answer,
  { secrets = [], cap, date = answer.response.headers.get('date'), isHosted = false }: Reading,
): Promise<Problem> {
  const { response } = answer
  const { status } = response
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    response.body?.cancel().catch(() => undefined)
    return unreadableAs('text', status, 0, 'a redirect').problem
  }
  const text = await textOf(answer, cap).catch((error: unknown) => {
    // The status counts even if the body is unreadable. Only the caller's abort is passed on.
    if (error instanceof ServiceError) return ''
    throw error
  })
  const host = hostProblem(response, text, isHosted)
  if (host !== undefined) return host
  const serviceText = serviceTextIn(text, secrets)
  const wait = retryAfter(response.headers.get('retry-after'), date)
  if (isHosted && status === 401 && response.headers.has(sessionHeader))
    return { kind: 'signed-out', status, serviceText: '', by: 'console-server' }
  // A service asks for `Bearer`, if it says so at all.
  if (status === 401 && /^(basic|digest|negotiate|ntlm)\b/i.test(response.headers.get('www-authenticate') ?? ''))
    return { kind: 'refused', status, serviceText: '', by: 'proxy' }
  if (status === 401 || status === 403) return { kind: 'signed-out', status, serviceText }
  if (isHosted && status < 500 && response.headers.get(sentHeader) === 'not-sent')
    return { kind: 'refused', status, serviceText: '', by: 'console-server' }
  if (status === 429) return { kind: 'too-many', retryAfter: wait, serviceText }
  if (status < 500) return { kind: 'refused', status, serviceText }
  const sent = isHosted && response.headers.get(sentHeader) === 'not-sent' ? 'not-sent' : 'unknown'
  return { kind: 'failing', status, serviceText, sent, ...(wait !== undefined && { retryAfter: wait }) }
}

/**
 * @throws {ServiceError} `unreadable` if a success is a page of markup, which something other than the service sent.
 */
export function refuseMarkup(text: string, status: number): void {
  if (!/^\s*</.test(text)) return
  const received = { form: 'html', begins: beginningOf(text) } as const
  throw new ServiceError({ kind: 'unreadable', status, received, bytes: text.length, at: ['the body'] })
}

/** `Retry-After` in seconds, at most a day. A date counts from when the response was sent. */
function retryAfter(header: string | null, date: string | null): number | undefined {
  if (header === null) return undefined
  const wait = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.parse(date ?? '')) / 1000
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(0, Math.round(wait)), 86_400)
}

/** Runs `body` on a response and ends its time limits. What the platform throws becomes the actual interruption. */
export async function consume<T>(answer: Answer, body: () => Promise<T>): Promise<T> {
  try {
    return await Promise.race([body(), answer.aborted])
  } catch (error) {
    throw answer.signal.aborted ? answer.signal.reason : error
  } finally {
    answer.ended()
  }
}

/** Discards the rest of a response. */
export function discard(answer: Answer): void {
  answer.response.body?.cancel().catch(() => undefined)
  answer.ended()
}

/** The first 60 characters of a page of markup, with whitespace collapsed, so that an admin can recognize a gateway. */
export function beginningOf(html: string): string {
  return html.trim().replace(/\s+/g, ' ').slice(0, 60)
}
