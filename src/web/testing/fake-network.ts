import type { Fetch } from '#api/client/request.ts'

/** One request that the page sent. */
export interface SentRequest {
  method: string
  /** With its query. */
  path: string
  body: unknown
  bearer: string | null
}

/** What a request meets instead of the service's answer. */
export type Fault =
  | { status: number; body?: string; headers?: Record<string, string>; isInFront?: true }
  /** The request does not reach the service, and nobody answers. */
  | 'never'
  /** The request does not reach the service, and the browser reports a network error. */
  | 'network'
  /** The service carries it out, but its answer is lost. */
  | 'lost'

/** A fake network between page and service. It records requests and injects faults. */
export interface FakeNetwork {
  fetch: Fetch
  requests: SentRequest[]
  /** The requests to this path so far. Without a query, `path` matches any query. */
  requestsTo: (method: string, path: string) => SentRequest[]
  /** The next such request meets this fault; several are used in turn. */
  interceptNext: (method: string, path: string, fault: Fault) => void
  /** Every such request meets this fault, until the returned function is called. */
  interceptAll: (method: string, path: string, fault: Fault) => () => void
  /** Whether such a request would meet a fault. */
  isIntercepted: (method: string, path: string) => boolean
  /** Puts these headers on every answer, but those of a server in front. */
  always: (headers: Record<string, string>) => void
  /** The next such request waits until the returned function is called, and then meets the next fault, if any. */
  hold: (method: string, path: string) => () => void
}

type Interception = { method: string; path: string; stays: boolean; with: Fault | Promise<void> }

/** Puts a fake network in front of a service. */
export function fakeNetwork(service: (request: Request) => Promise<Response>): FakeNetwork {
  const requests: SentRequest[] = []
  let interceptions: Interception[] = []
  let fixed: Record<string, string> = {}
  const add = (interception: Interception) => {
    interceptions.push(interception)
    return () => {
      interceptions = interceptions.filter((candidate) => candidate !== interception)
    }
  }
  return {
    requests,
    requestsTo: (method, path) =>
      requests.filter((candidate) => candidate.method === method && withoutQuery(candidate.path, path) === path),
    isIntercepted: (method, path) =>
      interceptions.some((candidate) => candidate.method === method && candidate.path === path),
    always: (headers) => (fixed = headers),
    interceptNext: (method, path, fault) => void add({ method, path, stays: false, with: fault }),
    interceptAll: (method, path, fault) => add({ method, path, stays: true, with: fault }),
    hold(method, path) {
      let open = () => {}
      const gate = new Promise<void>((resolve) => {
        open = resolve
      })
      add({ method, path, stays: false, with: gate })
      return open
    },
    async fetch(url, init) {
      const { pathname, search } = new URL(url)
      const method = init.method ?? 'GET'
      const path = pathname + search
      const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined
      requests.push({ method, path, body, bearer: new Headers(init.headers).get('authorization') })
      const takeFault = () => {
        const interception = interceptions.find(
          (candidate) => candidate.method === method && withoutQuery(path, candidate.path) === candidate.path,
        )
        if (interception !== undefined && !interception.stays)
          interceptions = interceptions.filter((candidate) => candidate !== interception)
        return interception?.with
      }
      let fault = takeFault()
      while (fault instanceof Promise) {
        await fault
        fault = takeFault()
      }
      const through = async () => {
        const answer = await service(new Request(url, init))
        for (const [name, value] of Object.entries(fixed)) answer.headers.set(name, value)
        return answer
      }
      if (fault === undefined) return through()
      if (fault === 'network') throw new TypeError('Failed to fetch')
      if (fault === 'never') return never(init.signal)
      if (fault === 'lost') {
        await through()
        throw new TypeError('Failed to fetch')
      }
      const { status, headers = {}, isInFront } = fault
      return new Response(fault.body ?? null, { status, headers: isInFront ? headers : { ...fixed, ...headers } })
    },
  }
}

function withoutQuery(path: string, pattern: string): string {
  return pattern.includes('?') ? path : path.replace(/\?.*/, '')
}

function never(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })
}
