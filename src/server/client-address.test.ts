import { afterEach, describe, expect, test } from 'vitest'
import { hostAround, emptyService, rawCall, sendRaw } from './testing/sockets.ts'
import { clientAddress } from './client-address.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

function addressOf(remoteAddress: string | undefined, forwarded: string[], isProxied: boolean): string | undefined {
  const rawHeaders = ['Host', 'a', ...forwarded.flatMap((value) => ['X-Forwarded-For', value])]
  return clientAddress({ socket: { remoteAddress }, rawHeaders }, () => isProxied)
}

describe('who asks', () => {
  test('is the socket, whatever the client says', () => {
    expect(addressOf('192.0.2.1', ['198.51.100.1'], false)).toBe('192.0.2.1')
    expect(addressOf('::ffff:192.0.2.1', [], false)).toBe('192.0.2.1')
    expect(addressOf('2001:db8::1', [], false)).toBe('2001:db8::1')
    expect(addressOf(undefined, [], false)).toBe('')
  })

  test.each([
    [['198.51.100.1'], '198.51.100.1'],
    [['203.0.113.9, 198.51.100.1'], '198.51.100.1'],
    [['203.0.113.9', '198.51.100.1'], '198.51.100.1'],
    [['198.51.100.1, 2001:db8::7'], '2001:db8::7'],
    [['::ffff:198.51.100.1'], '198.51.100.1'],
    [['198.51.100.1:80'], '198.51.100.1'],
    [['[2001:db8::7]'], '2001:db8::7'],
    [['[2001:db8::7]:65535'], '2001:db8::7'],
    [['[::ffff:198.51.100.1]:80'], '198.51.100.1'],
    [['198.51.100.1, '], undefined],
    [['198.51.100.1, unknown'], undefined],
    [['198.51.100.1:80:80'], undefined],
    [['198.51.100.1:x'], undefined],
    [['[198.51.100.1'], undefined],
    [['2001:db8::7:x'], undefined],
    [[], undefined],
  ])('behind a proxy that says %j it is %s', (forwarded, expected) =>
    expect(addressOf('127.0.0.1', forwarded, true)).toBe(expected),
  )
})

test('host, origin and prefix are those of the request, whatever a proxy or a client claims', async () => {
  const heard: string[] = []
  const handler = async ({ url }: Request, target?: string, client?: string) => {
    heard.push(`${url} ${target} ${client}`)
    return new Response('ok')
  }
  const { port, close } = await hostAround(emptyService, {}, { handler, isProxied: true })
  closing.push(close)
  const claims = [
    ...['Host: evil.example', 'Port: 8443', 'Proto: ftp', 'Prefix: /evil', 'Server: evil.example', 'Scheme: ftp'].map(
      (claim) => `X-Forwarded-${claim}`,
    ),
    'Forwarded: for=203.0.113.9;host=evil.example;proto=ftp',
    'X-Original-URL: /evil',
    'X-Real-IP: 203.0.113.9',
  ]
  await sendRaw(port, `${rawCall('GET', '/_/token', ...claims, 'Connection: close')}\r\n`)
  expect(heard).toEqual(['https://127.0.0.1/_/token /_/token 127.0.0.1'])
})

test.each([
  [false, 'http://127.0.0.1/_/token 127.0.0.1'],
  [true, 'https://127.0.0.1/_/token 198.51.100.1'],
])(
  'the handler is told the address and how browsers reach this server (behind a proxy: %s)',
  async (isProxied, expectedAddress) => {
    const heard: string[] = []
    const handler = async ({ url }: Request, _target?: string, client?: string) => {
      heard.push(`${url} ${client}`)
      return new Response('ok')
    }
    const { port, close } = await hostAround(emptyService, {}, { handler, isProxied })
    closing.push(close)
    const forwarded = 'X-Forwarded-For: 203.0.113.9, 198.51.100.1'
    await sendRaw(port, `${rawCall('GET', '/_/token', forwarded, 'Connection: close')}\r\n`)
    expect(heard).toEqual([expectedAddress])
  },
)
