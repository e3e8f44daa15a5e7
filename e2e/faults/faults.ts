import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { isDeep } from '#api/testing/full-length.ts'
import type { Fault, Real } from '#e2e/rig/fault-proxy.ts'
import type { BrokenConnection } from './shared-site.ts'

/** A row as the service writes it. */
export type Row = Record<string, unknown>

/**
 * How a service, or the connection to it, fails: at the operation's own call; in every list, at the row that the
 * operation is about; or before anything is sent. The answer with a value has one row, so faults of rows apply to it
 * too.
 */
export type FaultCase = { name: string; quick?: true } & (
  | { at: 'call'; fault: Fault; logged?: number }
  | { at: 'rows'; strike: (row: Row) => unknown[] }
  | { at: 'connection'; connection: BrokenConnection | 'closed port'; logged: number }
)

const json = { 'content-type': 'application/json' }
const html = { 'content-type': 'text/html' }
const page = '<!doctype html><title>Gateway</title><h1>Welcome</h1>'

/** An OK with this body instead of the service's. */
const ok = (body: string | Buffer, headers: Record<string, string> = json): Fault => ({
  instead: (outgoing) => outgoing.writeHead(200, headers).end(body),
})
/** A refusal or a failure, sent by the service or by something in front of it. */
const answered = (status: number, body = '', headers: Record<string, string> = json): Fault => ({
  status,
  body,
  headers,
})
/** The real answer with other bytes in its body. */
const changed = (change: (body: Buffer) => Buffer): Fault => ({
  deliver: ({ status, body }, outgoing) => outgoing.writeHead(status, json).end(change(body)),
})

/** Every fault of the table. Each run of the tests tries the `quick` ones, a deep run all of them. */
export const faults: readonly FaultCase[] = [
  // No connection, or no answer.
  { name: 'connection refused', quick: true, at: 'connection', connection: 'closed port', logged: 502 },
  { name: 'name not found', at: 'connection', connection: 'unknown host name', logged: 502 },
  { name: 'untrusted certificate', at: 'connection', connection: 'untrusted certificate', logged: 502 },
  { name: 'TLS handshake without end', at: 'connection', connection: 'hanging TLS handshake', logged: 504 },
  { name: 'closed without an answer', at: 'call', fault: { reset: true }, logged: 502 },
  { name: 'carried out, then closed', at: 'call', fault: { reset: 'after' }, logged: 502 },
  { name: 'not HTTP', at: 'call', fault: { instead: (to) => to.socket?.end('220 mail ready\r\n') }, logged: 502 },
  { name: 'silence', quick: true, at: 'call', fault: { instead: () => undefined }, logged: 504 },
  { name: 'silence in the middle', at: 'call', fault: { deliver: half }, logged: 504 },
  { name: 'one byte a second', at: 'call', fault: { deliver: dripping }, logged: 504 },
  { name: 'reset in the middle', quick: true, at: 'call', fault: { deliver: cut }, logged: 502 },
  // Refusals and failures.
  { name: '400 with text', at: 'call', fault: answered(400, 'the moon is full'), logged: 400 },
  { name: '401 without a body', quick: true, at: 'call', fault: answered(401), logged: 401 },
  { name: '403 with JSON', at: 'call', fault: answered(403, '{"error":"not an admin"}'), logged: 403 },
  { name: '404 without a body', at: 'call', fault: answered(404), logged: 404 },
  { name: '405 with text', at: 'call', fault: answered(405, 'method not allowed'), logged: 405 },
  { name: '408 without a body', at: 'call', fault: answered(408), logged: 502 },
  { name: '409 with JSON', at: 'call', fault: answered(409, '{"error":"taken"}'), logged: 409 },
  { name: '413 without a body', at: 'call', fault: answered(413), logged: 413 },
  { name: '421 without a body', at: 'call', fault: answered(421), logged: 502 },
  { name: '422 with a nested message', at: 'call', fault: answered(422, '{"error":{"message":"bad"}}'), logged: 422 },
  { name: '429 with Retry-After', at: 'call', fault: answered(429, '', { 'retry-after': '30' }), logged: 429 },
  { name: '429 without it', at: 'call', fault: answered(429, 'slow down'), logged: 429 },
  { name: '500 with text', quick: true, at: 'call', fault: answered(500, 'kaput'), logged: 500 },
  { name: '500 without a body', at: 'call', fault: answered(500), logged: 500 },
  { name: '501 with JSON', at: 'call', fault: answered(501, '{"message":"not yet"}'), logged: 501 },
  { name: '502 with a web page', at: 'call', fault: answered(502, page, html), logged: 502 },
  { name: '503 with JSON', at: 'call', fault: answered(503, '{"detail":"starting"}'), logged: 503 },
  { name: '504 without a body', at: 'call', fault: answered(504), logged: 504 },
  // An answer of the wrong kind.
  { name: '302 to elsewhere', at: 'call', fault: answered(302, '', { location: '/login' }), logged: 502 },
  { name: '204 without a body', at: 'call', fault: { status: 204 } },
  { name: '200 without a body', at: 'call', fault: ok('') },
  { name: '200 with a web page', quick: true, at: 'call', fault: ok(page, html) },
  { name: '200 with text', at: 'call', fault: ok('all is well', { 'content-type': 'text/plain' }) },
  { name: 'unexpected JSON', at: 'call', fault: ok('{"rows":7}') },
  { name: 'malformed JSON', at: 'call', fault: ok('{"data":[{"name":},]}') },
  { name: 'truncated JSON', at: 'call', fault: changed((body) => body.subarray(0, body.length / 2)) },
  { name: 'a BOM before it', at: 'call', fault: changed((body) => Buffer.concat([Buffer.from('\ufeff'), body])) },
  { name: 'bytes that are not UTF-8', at: 'call', fault: ok(Buffer.from('7b2264617461223a5b22ff225d7d', 'hex')) },
  { name: 'gzip that nobody asked for', at: 'call', fault: ok(gzipSync('[]'), { 'content-encoding': 'gzip' }) },
  { name: '100 MB of one string', at: 'call', fault: { instead: (to) => flood(to, '["', 'x', isDeep() ? 100 : 8) } },
  { name: 'a list without end', at: 'call', fault: { instead: (to) => flood(to, '[', wide, Infinity) } },
  { name: 'nested 100,000 deep', at: 'call', fault: ok(`{"data":${'['.repeat(1e5)}${']'.repeat(1e5)}}`) },
  // A valid list with wrong rows.
  { name: 'an empty list', at: 'rows', strike: () => [] },
  { name: 'a name twice', at: 'rows', strike: (row) => [row, { ...row, active: !row['active'] }] },
  { name: 'null in place of a row', at: 'rows', strike: () => [null] },
  { name: 'a row without name', at: 'rows', strike: (row) => [{ ...row, ...nameless }] },
  { name: 'a row with its name alone', at: 'rows', strike: ({ name, email, token }) => [{ name, email, token }] },
  { name: 'unknown fields', at: 'rows', strike: (row) => [{ ...row, ['__proto__']: { a: [1] }, plan: { b: null } }] },
  { name: 'flags that are null', quick: true, at: 'rows', strike: (row) => [{ ...row, ...nothing }] },
]

/** JSON omits fields that are undefined. */
const nameless = { name: undefined, email: undefined, token: undefined }
const nothing = { active: null, write: null, admin: null, value: null }

/** A row that consists mostly of a field that the console ignores. */
const wide = `{"name":"a","active":true,"write":false,"plan":"${'x'.repeat(60_000)}"},`

/** Sends the head and half of the body, then nothing. */
function half({ status, body }: Real, to: ServerResponse): void {
  to.writeHead(status, { ...json, 'content-length': body.byteLength + 10 })
  to.write(body.subarray(0, body.byteLength / 2))
}

/** Sends the head and half of the body, then cuts the connection. */
function cut({ status, body }: Real, to: ServerResponse): void {
  to.writeHead(status, { ...json, 'content-length': body.byteLength + 10 })
  to.write(body.subarray(0, body.byteLength / 2), () => to.destroy())
}

/** Sends the real body at one byte a second. It never completes. */
function dripping({ status, body }: Real, to: ServerResponse): void {
  to.writeHead(status, { ...json, 'content-length': body.byteLength + 10 })
  let at = 0
  const timer = setInterval(() => to.write(body.subarray(at, (at += 1))), 1_000)
  to.once('close', () => clearInterval(timer))
}

/** Sends `megabytes` of `piece` after `before`, as fast as the receiver takes them. */
async function flood(to: ServerResponse, before: string, piece: string, megabytes: number): Promise<void> {
  to.writeHead(200, json)
  to.write(before)
  const chunk = piece.repeat(Math.ceil(64_000 / piece.length))
  const closed = new Promise((resolve) => to.once('close', resolve))
  for (let sent = 0; sent < megabytes * 1e6 && !to.destroyed; sent += chunk.length) {
    if (!to.write(chunk)) await Promise.race([once(to, 'drain').catch(() => undefined), closed])
  }
  to.end()
}
