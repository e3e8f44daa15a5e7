import { sendRequest, type StreamedResponse, type Fetch } from '#api/client/request.ts'

/** A response whose body arrives in these pieces; `onCancel` is called when the reader cancels. */
export function streamedResponse(
  pieces: Iterable<Uint8Array | string>,
  init: ResponseInit = {},
  onCancel?: () => void,
): Response {
  const rest = [...pieces].map((piece) => (typeof piece === 'string' ? new TextEncoder().encode(piece) : piece))
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = rest.shift()
        if (piece === undefined) controller.close()
        else controller.enqueue(piece)
      },
      cancel: () => onCancel?.(),
    },
    { highWaterMark: 0 },
  )
  return new Response(body, init)
}

/** A response that sends `begin` and then nothing more, forever. */
export function stalledResponse(begin: string, init: ResponseInit = {}): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(begin)),
  })
  return new Response(body, init)
}

/** A response that sends `begin` and then fails, like a lost connection. */
export function brokenResponse(begin: string, init: ResponseInit = {}): Response {
  let isSent = false
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isSent) controller.error(new TypeError(`terminated near ${begin}`))
      else controller.enqueue(new TextEncoder().encode(begin))
      isSent = true
    },
  })
  return new Response(body, init)
}

/** `text` as bytes, cut into pieces at these byte offsets. */
export function cutIntoPieces(text: string, offsets: readonly number[]): Uint8Array[] {
  const bytes = new TextEncoder().encode(text)
  const cuts = [...new Set([0, ...offsets.map((offset) => offset % (bytes.length + 1)), bytes.length])].sort(
    (a, b) => a - b,
  )
  return cuts.slice(1).map((end, index) => bytes.slice(cuts[index], end))
}

/** One request to a fake service. */
export interface RecordedRequest {
  method: string
  path: string
  search: string
  authorization: string | null
  body: string | undefined
}

/** A `fetch` that responds with what `answer` returns and records the requests in `asked`. */
export function createFakeFetch(answer: (request: RecordedRequest) => Response | Promise<Response>): {
  fetch: Fetch
  requests: RecordedRequest[]
} {
  const requests: RecordedRequest[] = []
  return {
    requests,
    fetch: async (url, init) => {
      const { pathname, search } = new URL(url)
      const headers = new Headers(init.headers)
      const request: RecordedRequest = {
        method: init.method ?? 'GET',
        path: pathname,
        search,
        authorization: headers.get('authorization'),
        body: typeof init.body === 'string' ? init.body : undefined,
      }
      requests.push(request)
      return answer(request)
    },
  }
}

/** This response, as a client gets it. */
export const receiveResponse = (
  response: Response,
  timeouts = { first: 5000, stall: 5000 },
): Promise<StreamedResponse> => sendRequest(() => Promise.resolve(response), 'http://service/', {}, timeouts)
