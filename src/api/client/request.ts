import { problemFromServer, deliveryHeader, sessionHeader } from '#api/console-server.ts'
import type { ResponseStream } from '#api/list/list-stream.ts'
import { ServiceError, invalidResponseError, type Problem } from '#api/problem.ts'
import { parseErrorMessage } from '#api/service-text.ts'

/** The only outside function that `api/` needs: the platform's `fetch`, or a service in the same process. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** How long a response may take, in milliseconds. */
export interface Timeouts {
  /** Until the status line; for calls other than lists, until the end of the body. */
  first: number
  /** Lists: for the next `minBytesPerStall` of a success, while they are waited for. The whole has no limit. */
  stall?: number
}

/** See `Timeouts`. */
export const minBytesPerStall = 8 * 1024

/** A response that is still arriving. Its body must be read or ended. */
export interface StreamedResponse extends ResponseStream {
  response: Response
  /** The whole body. @throws as `chunks` does. */
  text: (cap: number) => Promise<string>
  /** Ends the limits, and discards the rest. */
  end: () => void
}

/**
 * Sends one request and waits for the status line within `timeouts.first`. Redirects are not followed, and no cookie goes
 * along unless `init` says so.
 * @throws {ServiceError} `unreachable` or `timed-out`, or as `fetch` does. An abort by the caller is thrown as its own
 *   reason.
 */
export async function sendRequest(
  fetch: Fetch,
  url: string,
  init: RequestInit,
  timeouts: Timeouts,
): Promise<StreamedResponse> {
  const callerSignal = init.signal ?? undefined
  callerSignal?.throwIfAborted()
  const controller = new AbortController()
  const { signal } = controller
  let timer: ReturnType<typeof setTimeout> | undefined
  const startTimer = (after: number, remainingMs = after) => {
    clearTimeout(timer)
    timer = setTimeout(
      () => controller.abort(new ServiceError({ kind: 'timed-out', after, sent: 'unknown' })),
      remainingMs,
    )
  }
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  aborted.catch(() => undefined)
  const cancel = () => controller.abort(callerSignal?.reason)
  callerSignal?.addEventListener('abort', cancel, { once: true })
  const release = () => {
    clearTimeout(timer)
    callerSignal?.removeEventListener('abort', cancel)
  }
  /** Also ends where a stream ignores the signal. What the platform throws then becomes the actual interruption. */
  const orAborted = async <T>(step: Promise<T>): Promise<T> => {
    try {
      return await Promise.race([step, aborted])
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    }
  }
  startTimer(timeouts.first)
  try {
    const requestInit: RequestInit = { credentials: 'omit', ...init, redirect: 'manual', cache: 'no-store', signal }
    const response = await orAborted(fetch(url, requestInit))
    const { status, body } = response
    const stall = response.ok ? timeouts.stall : undefined
    if (stall !== undefined) clearTimeout(timer)

    const chunks: StreamedResponse['chunks'] = async function* (cap, place) {
      const reader = body?.getReader()
      let [bytes, bytesSinceReset, waitedMs] = [0, 0, 0]
      try {
        while (reader !== undefined) {
          signal.throwIfAborted() // a body that is always there would go on
          const startedAt = performance.now()
          if (stall !== undefined) startTimer(stall, stall - waitedMs)
          const { done, value } = await orAborted(reader.read())
          if (stall !== undefined) clearTimeout(timer) // the time that the caller takes is not the service's
          if (done) return
          bytes += value.byteLength
          if (bytes > cap) throw new ServiceError({ kind: 'too-large', cap })
          waitedMs += performance.now() - startedAt
          bytesSinceReset += value.byteLength
          if (bytesSinceReset >= minBytesPerStall) bytesSinceReset = waitedMs = 0
          yield value
        }
      } catch (error) {
        if (error instanceof ServiceError || signal.aborted) throw error
        throw invalidResponseError('broken-off', status, bytes, place())
      } finally {
        release()
        reader?.cancel().catch(() => undefined)
      }
    }
    return {
      response,
      status,
      chunks,
      async text(cap) {
        const decoder = new TextDecoder()
        let text = ''
        for await (const chunk of chunks(cap, () => 'the body')) text += decoder.decode(chunk, { stream: true })
        return text + decoder.decode()
      },
      end() {
        release()
        body?.cancel().catch(() => undefined)
      },
    }
  } catch (error) {
    release()
    if (signal.aborted) throw error
    // A browser fails the requests of a page that is being left, and never begins another task of it. So nothing that is
    // sent after a failure leaves such a page.
    await nextTask()
    throw error instanceof ServiceError ? error : new ServiceError({ kind: 'unreachable', sent: 'unknown' })
  }
}

/** Resolves in another task: a browser may draw before it. Unlike a timer, it isn’t slowed down in the background. */
export const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })

interface FailureContext {
  secrets?: readonly string[]
  /** The size limit, in bytes. */
  cap: number
  /** When the service sent it, by its own clock. */
  date?: string | null
  /** The console server sent it; from anybody else it may quote secrets. */
  isHosted?: boolean
}

/**
 * The problem in a response that is not a success. It quotes none of `secrets`. A 404 is `refused` here; `request` finds
 * out what it means.
 */
export async function problemFrom(
  answer: StreamedResponse,
  { secrets = [], cap, date = answer.response.headers.get('date'), isHosted = false }: FailureContext,
): Promise<Problem> {
  const { response } = answer
  const { status, headers } = response
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    answer.end()
    return invalidResponseError('text', status, 0, 'a redirect').problem
  }
  const text = await answer.text(cap).catch((error: unknown) => {
    // The status counts even if the body is unreadable. Only the caller's abort is passed on.
    if (error instanceof ServiceError) return ''
    throw error
  })
  const serverProblem = isHosted ? problemFromServer(response, text) : undefined
  if (serverProblem !== undefined) return serverProblem
  const serviceText = parseErrorMessage(text, secrets)
  const isUnsent = isHosted && headers.get(deliveryHeader) === 'not-sent'
  const wait = parseRetryAfter(headers.get('retry-after'), date)
  if (isHosted && status === 401 && headers.has(sessionHeader))
    return { kind: 'signed-out', status, serviceText: '', by: 'console-server' }
  // A service asks for `Bearer`, if it says so at all.
  if (status === 401 && /^(basic|digest|negotiate|ntlm)\b/i.test(headers.get('www-authenticate') ?? ''))
    return { kind: 'refused', status, serviceText: '', by: 'proxy' }
  if (status === 401 || status === 403) return { kind: 'signed-out', status, serviceText }
  if (isUnsent && status < 500) return { kind: 'refused', status, serviceText: '', by: 'console-server' }
  if (status === 429) return { kind: 'too-many', retryAfter: wait, serviceText }
  if (status < 500) return { kind: 'refused', status, serviceText }
  const delivery = isUnsent ? 'not-sent' : 'unknown'
  return { kind: 'failing', status, serviceText, sent: delivery, ...(wait !== undefined && { retryAfter: wait }) }
}

/** `Retry-After` in seconds, from one to a day: whoever may come back at once waits too. A date counts from when the response was sent. */
function parseRetryAfter(header: string | null, date: string | null): number | undefined {
  if (header === null) return undefined
  const wait = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.parse(date ?? '')) / 1000
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(1, Math.round(wait)), 86_400)
}
