import { rawCall } from './sockets.ts'
import { cookieOf } from './trial-site.ts'

/**
 * A request inside a body. It must never reach the service as a request of its own, unless the client gets a response
 * to it.
 */
function innerRequest(mark: string): string {
  return `${rawCall('GET', '/_/user?inner', 'Connection: close', mark)}\r\n`
}

/**
 * The bytes of a hostile client on one connection, made from `random`; most ask to close it. Every request in them
 * carries `bearer`, so that the service knows whose it is.
 */
export function hostileRequest(random: () => number, bearer: string): string {
  const mark = `Cookie: ${cookieOf(bearer)}`
  const inner = innerRequest(mark)
  const bodies = ['', '{}', '{}', '{"name":"a"}', inner, `0\r\n\r\n${inner}`, 'x'.repeat(300)]
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const chance = (share: number) => random() < share
  const method = pick(chance(0.93) ? calls : methods)
  const body = method === 'GET' && chance(0.85) ? '' : pick(bodies)
  const lines = [
    ...(chance(0.97) ? [chance(0.93) ? 'Host: 127.0.0.1' : pick(hosts)] : []),
    mark,
    ...(chance(0.95) ? ['x-query-admin-page: /'] : []),
    ...(chance(0.95) ? ['Content-Type: application/json'] : []),
    chance(0.9) ? 'Connection: close' : pick(connections),
    ...(body !== '' || chance(0.1) ? framing(body, pick, chance) : []),
    ...(chance(0.15) ? [pick(oddities)] : []),
  ]
  const isChunked = lines.some((line) => /^transfer-encoding: *chunked$/i.test(line)) !== chance(0.1)
  const payload = body !== '' && isChunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body
  const version = chance(0.97) ? 'HTTP/1.1' : pick(versions)
  const end = chance(0.97) ? '\r\n' : pick(['\n', '\r', '\r\n '])
  const head = [`${method} ${pick(chance(0.75) ? paths : targets)} ${version}`, ...lines].join(end)
  return `${chance(0.05) ? inner : ''}${head}${end}${end}${payload}${chance(0.3) ? inner : ''}`
}

function framing(body: string, pick: <T>(items: readonly T[]) => T, chance: (share: number) => boolean): string[] {
  const length = `Content-Length: ${chance(0.85) ? body.length : pick(lengths)}`
  const coding = chance(0.7) ? 'Transfer-Encoding: chunked' : `${pick(codingNames)}${pick(codings)}`
  if (chance(0.7)) return [pick([length, coding])]
  return pick([[length, coding], [coding, length], [length, length], [coding, coding], []])
}

// One word per line would be hundreds of lines.
const words = (text: string) => text.split(' ')

const calls = words('GET GET GET POST PUT PUT DELETE')
const methods = [...words('HEAD OPTIONS PATCH TRACE CONNECT get'), 'GE T', '']
const paths = words('/_/token /_/token /_/user /_/user /_/token?a=b /_/token/value?name=a /_/user/token/value')
const targets = [
  ...words('/ /a/../_/token //_/token /_//token /%5f/token /_/token/ /_/typo /_/token;a /_/token#a * /_/whoami'),
  ...words('http://127.0.0.1/_/token http://evil.example/_/token /_/token?a\tb /_/token%00 /_/token\\..\\user'),
  '/_/token?a b',
  '',
]
const versions = [...words('HTTP/1.0 HTTP/0.9 HTTP/2.0 HTP/1.1'), 'HTTP/1.1 ', 'HTTP/1.1\tX', '']
const hosts = [
  'Host: evil.example',
  'Host: 127.0.0.1\r\nHost: 127.0.0.1',
  'Host : 127.0.0.1',
  ' Host: 127.0.0.1',
  'Host:',
  'Host: 127.0.0.1@a',
]
const connections = [
  'Connection: keep-alive',
  'Connection: close, Content-Length',
  'Connection: upgrade',
  'Connection:',
]
const lengths = [...words('0 1 5 +2 -1 0x10 1e1 2,2 99999999 4294967298 02'), ' 2', '2 ', '2, 2', '']
const codingNames = [
  'transfer-encoding:',
  'Transfer-Encoding : ',
  ' Transfer-Encoding: ',
  'Transfer-Encoding:\r\n ',
  'Transfer_Encoding: ',
  'X: a\nTransfer-Encoding: ',
  'X: a\rTransfer-Encoding: ',
]
const codings = [
  ...words('chunked Chunked xchunked chunked;a "chunked" \x0bchunked'),
  'chunked, identity',
  'gzip, chunked',
  '',
]
const oddities = [
  'Expect: 100-continue',
  'Expect: banana',
  'Upgrade: websocket',
  'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
  'Sec-Fetch-Site: cross-site',
  'Origin: https://evil.example',
  'X-HTTP-Method-Override: DELETE',
  'X-Original-URL: /_/user',
  'X-Forwarded-Host: evil.example',
  'TE: trailers',
  'Trailer: Host',
  'A\x00B: c',
  'A: b\x00c',
  ': empty',
  'no colon',
  'A: \xff',
  'Content-Encoding: gzip',
  'Range: bytes=0-0',
  'Proxy-Connection: keep-alive',
  `X: ${'x'.repeat(5_000)}`,
]
