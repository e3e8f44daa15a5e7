import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request as it came from the host. */
export interface Call {
  method: string
  /** As it was written, query included. */
  path: string
  body: string
  headers: IncomingMessage['headers']
  /** When it had come in, on `performance.now`'s clock. */
  at: number
  /** When its answer was handed over, on the same clock. */
  answered?: number
}

/** Which calls: `PUT /_/token`, or `GET /_/token/value`; the query counts only when it is written here. */
export type Which = string

/** What happens to a call instead of being passed on. */
export type Fault =
  | { status: number; body?: string; headers?: Record<string, string> }
  /** The connection ends without an answer. */
  | { reset: true }
  /** Passed on and carried out, and then the connection ends without an answer. */
  | { reset: 'after' }
  /** The real answer, cut off after so many bytes. */
  | { truncate: number }
  /** The real answer, changed. */
  | { change: (body: string) => string }
  /** Answered at once with this status, and passed on so many milliseconds later. */
  | { status: number; late: number }
  /** Passed on once `until` is over. */
  | { until: Promise<unknown> }
  /** Not passed on: whatever this writes is the answer. */
  | { instead: (outgoing: ServerResponse) => unknown }
  /** Passed on and carried out, and answered as this delivers the real answer. */
  | { deliver: (real: Real, outgoing: ServerResponse) => unknown }

/** What the service answered. */
export interface Real {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** A service on a port of its own: the reference service, which fails where a test tells it to. */
export interface Faulty {
  url: string
  calls: Call[]
  /** The calls of this kind so far. */
  made(which: Which): Call[]
  /** The next `times` such calls, Infinity for all; until `heal`. */
  fail(which: Which, fault: Fault, times?: number): void
  /** What strikes each call that no rule is for; until `heal`. */
  strike(choose: (call: Call) => Fault | undefined): void
  /** Resolves when everything that arrives late has arrived. */
  arrived(): Promise<void>
  heal(): void
  /** No longer listening: connections are refused. */
  vanish(): Promise<void>
  comeBack(): Promise<void>
}

/** The reference service in this process: request in, answer out. */
type Service = (request: Request) => Promise<Response>

interface Rule {
  which: Which
  fault: Fault
  left: number
}

/** A faulty service that is told anew, for each test, what it stands for. */
export interface Wire extends Faulty {
  /** Forgets calls and faults, and listens. */
  stand: (service: Service) => Promise<void>
  close: () => Promise<void>
}

/** Listens on a free port of loopback. */
export async function openWire(): Promise<Wire> {
  const calls: Call[] = []
  let rules: Rule[] = []
  let struck: (call: Call) => Fault | undefined = () => undefined
  const late = new Set<Promise<unknown>>()
  let service: Service = () => Promise.reject(new Error('nothing stands behind this port'))
  const handler = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    let body = ''
    incoming.setEncoding('utf8')
    incoming.on('data', (chunk: string) => (body += chunk))
    incoming.on('end', () => {
      const { method = '', url: path = '', headers } = incoming
      const call: Call = { method, path, body, headers, at: performance.now() }
      calls.push(call)
      const rule = rules.find(({ which, left }) => left > 0 && matches(which, call))
      if (rule) rule.left -= 1
      const fault = rule?.fault ?? struck(call)
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
  const comeBack = async () => {
    if (server.listening) return
    server = createServer(handler)
    await listening(server, port)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    made: (which) => calls.filter((call) => matches(which, call)),
    fail: (which, fault, times = 1) => rules.push({ which, fault, left: times }),
    strike: (choose) => (struck = choose),
    arrived: async () => void (await Promise.allSettled(late)),
    heal() {
      rules = []
      struck = () => undefined
    },
    vanish: () => closed(server),
    comeBack,
    async stand(next) {
      service = next
      rules = []
      struck = () => undefined
      calls.length = 0
      await comeBack()
    },
    close: () => closed(server),
  }
}

function matches(which: Which, { method, path }: Call): boolean {
  return which === `${method} ${which.includes('?') ? path : path.split('?')[0]}`
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
  const said = await service(new Request(`http://reference.test${path}`, body === '' ? init : { ...init, body }))
  return { status: said.status, headers: Object.fromEntries(said.headers), body: Buffer.from(await said.arrayBuffer()) }
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
