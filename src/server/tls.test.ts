import { chownSync, mkdirSync, symlinkSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect as connectPlain } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type ConnectionOptions } from 'node:tls'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { selfSigned } from './testing/certificate.ts'
import { emptyService, hostAround, longerThanTests, ofPage, rawCall, sendRaw, statuses } from './testing/sockets.ts'
import { securityHeaders } from './headers.ts'
import { SettingsError } from './secret-files.ts'
import { identityFrom } from './tls.ts'
import { inProcessUpstream } from './upstream.ts'

const identity = selfSigned()
const dir = mkdtempSync(join(tmpdir(), 'query-admin-tls-'))
afterAll(() => rmSync(dir, { recursive: true }))
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function secureHost(...[changed = {}, parts = {}]: [object?, object?]) {
  const made = await hostAround(emptyService, changed, { identity, ...parts })
  closing.push(made.close)
  return made
}

/** What comes back over TLS for these bytes. */
function sendSecure(port: number, text: string, options: ConnectionOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', ca: identity.cert, ...options }, () => socket.write(text))
    let received = ''
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
  })
}

const end = 'Connection: close\r\n\r\n'

describe('over TLS', () => {
  test.each([
    ['a file', `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n${end}`, '200'],
    ['a call', `${rawCall('GET', '/_/token')}${end}`, '200'],
    ['an unknown path', `${rawCall('GET', '/_/typo')}${end}`, '404'],
    ['another site', `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nSec-Fetch-Site: cross-site\r\n${end}`, '403'],
    ['another name', `GET / HTTP/1.1\r\nHost: evil.example\r\n${end}`, '421'],
    ['no HTTP', 'banana\r\n\r\n', '400'],
    ['a tunnel', 'CONNECT 127.0.0.1:80 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', '405'],
    ['headers beyond measure', `GET / HTTP/1.1\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, '431'],
  ])('%s is answered with every header, and asks for TLS only if it is set', async (_what, text, status) => {
    const received = await sendSecure((await secureHost({}, { hsts: 3_600 })).port, text)
    expect(statuses(received)).toEqual([status])
    for (const [name, value] of securityHeaders) expect(received).toContain(`${name}: ${value}`)
    expect(received.match(/strict-transport-security: max-age=3600\r\n/g)).toHaveLength(1)
    expect(await sendSecure((await secureHost()).port, text)).not.toContain('strict-transport-security')
  })

  test('a socket with a pending response is not closed for others', async () => {
    const never = inProcessUpstream(() => new Promise(() => undefined))
    const host = await hostAround(never, { sockets: 1 }, { identity })
    closing.push(host.close)
    const socket = connect({ port: host.port, host: '127.0.0.1', ca: identity.cert }, () =>
      socket.write(`${rawCall('GET', '/_/token/value?name=a')}\r\n`),
    )
    socket.on('error', () => undefined)
    await expect.poll(host.unanswered).toBe(1)
    await expect(sendSecure(host.port, `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n${end}`)).rejects.toThrow(
      'disconnected before',
    )
    expect(host.unanswered()).toBe(1)
    socket.destroy()
    await expect.poll(host.unanswered).toBe(0)
  })

  test.each([
    ['TLS 1.3', {}, true],
    ['TLS 1.2 with GCM', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' }, true],
    ['TLS 1.2 with ChaCha20', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-CHACHA20-POLY1305' }, true],
    ['TLS 1.2 with CBC', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA' }, false],
    ['TLS 1.2 with CBC and SHA-256', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA256' }, false],
    ['TLS 1.2 with CCM', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-CCM' }, false],
    ['TLS 1.1', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }, false],
  ] as const)('%s is spoken: %3$s', async (_, options, isSpoken) => {
    const { port } = await secureHost()
    const received = sendSecure(port, `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n${end}`, options)
    if (isSpoken) expect(statuses(await received)).toEqual(['200'])
    else await expect(received).rejects.toThrow(/alert (handshake failure|protocol version)/)
  })

  test('plain http carries no such header', async () => {
    const plain = await hostAround(emptyService, {}, { hsts: 3_600 })
    closing.push(plain.close)
    for (const text of [`GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n${end}`, 'banana\r\n\r\n']) {
      expect(await sendRaw(plain.port, text)).not.toContain('strict-transport-security')
    }
  })

  test('a request of the page is https for the handler, and its Origin has to be', async () => {
    const urls: string[] = []
    const handler = async ({ url }: Request) => {
      urls.push(url)
      return new Response('ok')
    }
    const { port } = await secureHost({}, { handler })
    await sendSecure(port, `${rawCall('GET', '/_/token?a')}${end}`)
    expect(urls).toEqual(['https://127.0.0.1/_/token?a'])
    const { port: real } = await secureHost()
    const from = (origin: string) => `${rawCall('GET', '/_/token', `Origin: ${origin}`)}${end}`
    expect(statuses(await sendSecure(real, from('http://127.0.0.1')))).toEqual(['403'])
    expect(statuses(await sendSecure(real, from('https://127.0.0.1')))).toEqual(['200'])
  })

  test('TLS 1.1 and plain http get nothing, and the console server goes on', async () => {
    const { port, origin } = await secureHost()
    const old: ConnectionOptions = { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' }
    await expect(sendSecure(port, `GET / HTTP/1.1\r\n${end}`, old)).rejects.toThrow(
      /alert (handshake failure|protocol version)/,
    )
    expect(statuses(await sendRaw(port, `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n${end}`))).toEqual([])
    const status = await new Promise((resolve, reject) => {
      const outgoing = request(`${origin}/_/token`, { ca: identity.cert, headers: ofPage }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      outgoing.on('error', reject)
      outgoing.end()
    })
    expect(status).toBe(200)
  })

  test('a handshake that never comes is cut off, and does not hold up the end', async () => {
    const { port } = await secureHost({ headers: 150 })
    expect(await sendRaw(port, '', longerThanTests)).toBe('')
    const slow = await hostAround(emptyService, { drain: 100, headers: longerThanTests }, { identity })
    const socket = connectPlain(slow.port, '127.0.0.1').on('error', () => undefined)
    await new Promise((resolve) => socket.once('connect', resolve))
    await new Promise((resolve) => setTimeout(resolve, 50))
    await slow.close()
  })
})

describe('TLS_CERT and TLS_KEY', () => {
  const file = (name: string, content: Buffer | string) => {
    writeFileSync(join(dir, name), content, { mode: 0o600 })
    return join(dir, name)
  }
  const cert = file('cert.pem', identity.cert)
  const key = file('key.pem', identity.key)
  const other = file('other.pem', selfSigned('renewed').key)
  const secret = file('secret.txt', 'geheim geheim')
  const missing = join(dir, 'geheim.pem')

  const never = (sentence: string) => expect.fail(sentence)

  test('that belong together are read', () => {
    expect(identityFrom({ TLS_CERT: cert, TLS_KEY: key }, never)).toEqual(identity)
    expect(identityFrom({ TLS_CERT: undefined, TLS_KEY: undefined }, never)).toBeUndefined()
  })

  test.each([
    [0o600, 'taken as it is', []],
    [0o640, 'taken as it is', ['TLS_KEY names a file that others may read: run chmod go-r on it.']],
    [0o644, 'taken as it is', ['TLS_KEY names a file that others may read: run chmod go-r on it.']],
    [0o620, 'TLS_KEY names a file that others may write: run chmod go-w on it.', []],
    [0o602, 'TLS_KEY names a file that others may write: run chmod go-w on it.', []],
  ])('a key of mode %o: %s', (mode, outcome, warned) => {
    const open = file('open.pem', identity.key)
    chmodSync(open, mode)
    const warnings: string[] = []
    expect(messageOf(() => identityFrom({ TLS_CERT: cert, TLS_KEY: open }, (warning) => warnings.push(warning)))).toBe(
      outcome,
    )
    expect(warnings).toEqual(warned)
  })

  test('a key in a folder that others may write is refused, also behind a link; with the sticky bit it is taken', () => {
    const folder = join(dir, 'folder')
    mkdirSync(folder)
    const inside = file(join('folder', 'key.pem'), identity.key)
    const link = join(dir, 'link.pem')
    symlinkSync(inside, link)
    const tried = (mode: number) => {
      chmodSync(folder, mode)
      return [inside, link].map((TLS_KEY) => messageOf(() => identityFrom({ TLS_CERT: cert, TLS_KEY }, never)))
    }
    const refused = 'TLS_KEY names a file in a folder that others may write: run chmod go-w on that folder.'
    expect(tried(0o777)).toEqual([refused, refused])
    expect(tried(0o770)).toEqual([refused, refused])
    expect(tried(0o1777)).toEqual(['taken as it is', 'taken as it is'])
    expect(tried(0o755)).toEqual(['taken as it is', 'taken as it is'])
  })

  test('a key of another user is refused, also one in a folder of another user; one of root is taken', () => {
    const mine = process.getuid?.() ?? 0
    const as = (uid: number) => {
      vi.spyOn(process, 'getuid').mockReturnValue(uid)
      return messageOf(() => identityFrom({ TLS_CERT: cert, TLS_KEY: key }, never))
    }
    expect(as(mine)).toBe('taken as it is')
    const refused =
      'TLS_KEY names a file of another user, or in the folder of one: give both to root, or to whoever runs the console.'
    expect(as(mine + 1)).toBe(mine === 0 ? 'taken as it is' : refused)
    for (const path of mine === 0 ? [key, dir] : []) {
      chownSync(path, 12_345, 12_345)
      expect(as(mine + 1)).toBe(refused)
      chownSync(path, 0, 0)
    }
    vi.restoreAllMocks()
  })

  test.each([
    ['TLS_CERT', missing, key],
    ['TLS_KEY', cert, missing],
    ['TLS_KEY', cert, dir],
    ['TLS_CERT', secret, key],
    ['TLS_CERT', key, key],
    ['TLS_KEY', cert, secret],
    ['TLS_KEY', cert, cert],
    ['TLS_KEY', cert, other],
  ])('%s is named in one sentence that quotes no content and no path (%#)', (name, TLS_CERT, TLS_KEY) => {
    const message = messageOf(() => identityFrom({ TLS_CERT, TLS_KEY }, never))
    expect(message).toMatch(new RegExp(`^${name} [^\\n]+\\.$`))
    expect(message).not.toMatch(/geheim|BEGIN|query-admin-tls/)
  })
})

function messageOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
  return 'taken as it is'
}
