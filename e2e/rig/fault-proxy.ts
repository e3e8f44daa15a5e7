import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request from the console server. */
export interface Call {
  method: string
  /** With its query. */
  path: string
  body: string
  headers: IncomingMessage['headers']
  /** When it was complete, by `performance.now()`. */
  at: number
  /** When its answer was sent, by `performance.now()`. */
  answered?: number
}

/** Selects calls: `PUT /_/token`, `GET /_/token/value?name=x`. Without a query it matches any query. */
export type CallPattern = string

/** What happens to a call instead of the normal exchange. */
export type Fault =
  | { status: number; body?: string; headers?: Record<string, string> }
  /** The connection ends without an answer. */
  | { reset: true }
  /** The service carries it out, then the connection ends without an answer. */
  | { reset: 'after' }
  /** The real answer, cut off after this many bytes. */
  | { truncate: number }
  /** The real answer with another body. */
  | { change: (body: string) => string }
  /** Answered at once with this status, and passed on `late` milliseconds later. */
  | { status: number; late: number }
  /** Passed on when `until` settles. */
  | { until: Promise<unknown> }
  /** Not passed on: this function writes the answer. */
  | { instead: (outgoing: ServerResponse) => unknown }
  /** The service carries it out, and this function writes the answer. */
  | { deliver: (real: Real, outgoing: ServerResponse) => unknown }

/** What the service answered. */
export interface Real {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** A proxy in front of the reference service, which injects the faults that a test chooses. */
export interface FaultProxy {
  url: string
  calls: Call[]
  /** The calls to `which` so far. */
  callsTo(pattern: CallPattern): Call[]
  /** The next `times` calls to `which` meet the fault (Infinity: all of them), until `heal`. */
  fail(pattern: CallPattern, fault: Fault, times?: number): void
  /** Chooses the fault of each call that `fail` does not cover, until `heal`. */
  failEach(choose: (call: Call) => Fault | undefined): void
  /** Resolves when all delayed calls have reached the service. */
  allArrived(): Promise<void>
  heal(): void
  /** Stops listening: connections are refused. */
  refuseConnections(): Promise<void>
  acceptConnections(): Promise<void>
}

type Service = (request: Request) => Promise<Response>

interface Rule {
  pattern: CallPattern
  fault: Fault
  left: number
}

/** A proxy that the tests of a worker share: each puts its own reference service behind it. */
export interface SharedFaultProxy extends FaultProxy {
  /** Puts `service` behind it, forgets calls and faults, and listens. */
  serve: (service: Service) => Promise<void>
  close: () => Promise<void>
}

/** Listens on a free loopback port. */
export async function openFaultProxy(): Promise<SharedFaultProxy> {
  const calls: Call[] = []
  let rules: Rule[] = []
  let chosen: (call: Call) => Fault | undefined = () => undefined
  const late = new Set<Promise<unknown>>()
  let service: Service = () => Promise.reject(new Error('no service is behind this proxy'))
  const handler = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    let body = ''
    incoming.setEncoding('utf8')
    incoming.on('data', (chunk: string) => (body += chunk))
    incoming.on('end', () => {
      const { method = '', url: path = '', headers } = incoming
      const call: Call = { method, path, body, headers, at: performance.now() }
      calls.push(call)
      const rule = rules.find(({ pattern, left }) => left > 0 && matches(pattern, call))
      if (rule) rule.left -= 1
      const fault = rule?.fault ?? chosen(call)
      if (fault && 'late' in fault) {
        const arrives = new Promise((go) => setTimeout(go, fault.late)).then(() => passedOn(service, call))
        late.add(arrives)
        void arrives.catch(() => undefined).finally(() => late.delete(arrives))
      }
      answer(service, call, fault, outgoing)
        .catch(() => outgoing.destroy())
        .finally(() => (call.answered = performance.now()))
    })
  }
  let server = createServer(handler)
  const port = await listening(server, 0)
  const acceptConnections = async () => {
    if (server.listening) return
    server = createServer(handler)
    await listening(server, port)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    callsTo: (pattern) => calls.filter((call) => matches(pattern, call)),
    fail: (pattern, fault, times = 1) => rules.push({ pattern, fault, left: times }),
    failEach: (choose) => (chosen = choose),
    allArrived: async () => void (await Promise.allSettled(late)),
    heal() {
      rules = []
      chosen = () => undefined
    },
    refuseConnections: () => closed(server),
    acceptConnections,
    async serve(next) {
      service = next
      rules = []
      chosen = () => undefined
      calls.length = 0
      await acceptConnections()
    },
    close: () => closed(server),
  }
}

function matches(pattern: CallPattern, { method, path }: Call): boolean {
  return pattern === `${method} ${pattern.includes('?') ? path : path.split('?')[0]}`
}

async function answer(service: Service, call: Call, fault: Fault | undefined, outgoing: ServerResponse): Promise<void> {
  if (fault && 'status' in fault) {
    outgoing.writeHead(fault.status, 'headers' in fault ? fault.headers : {})
    outgoing.end('body' in fault ? fault.body : '')
    return
  }
  if (fault && 'reset' in fault && fault.reset === true) return void outgoing.destroy()
  if (fault && 'instead' in fault) return void (await fault.instead(outgoing))
  if (fault && 'until' in fault) await fault.until
  const real = await passedOn(service, call)
  if (fault && 'reset' in fault) return void outgoing.destroy()
  if (fault && 'deliver' in fault) return void (await fault.deliver(real, outgoing))
  let body = real.body
  if (fault && 'change' in fault) body = Buffer.from(fault.change(body.toString()))
  const length = real.status === 204 ? {} : { 'content-length': body.byteLength }
  outgoing.writeHead(real.status, { ...real.headers, ...length })
  if (fault && 'truncate' in fault) {
    outgoing.write(body.subarray(0, fault.truncate), () => outgoing.destroy())
    return
  }
  outgoing.end(body)
}

async function passedOn(service: Service, { method, path, headers, body }: Call): Promise<Real> {
  const passed = new Headers()
  for (const name of ['authorization', 'content-type', 'accept'] as const) {
    const value = headers[name]
    if (value !== undefined) passed.set(name, value)
  }
  const init = { method, headers: passed }
  const real = await service(new Request(`http://reference.test${path}`, body === '' ? init : { ...init, body }))
  return { status: real.status, headers: Object.fromEntries(real.headers), body: Buffer.from(await real.arrayBuffer()) }
}

function listening(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
