import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, describe, expect, test } from 'vitest'
import { hostAround, emptyService } from './testing/sockets.ts'
import { selfSigned } from './testing/certificate.ts'
import { addressOf, startBuilt } from './testing/start.ts'
import { trustIn } from './client-address.ts'
import { storeErrorMessages } from './session/shared-store.ts'

// What whoever runs the console server relies on: health, metrics, renewed certificates, trusted proxies.
const dir = mkdtempSync(join(tmpdir(), 'query-admin-operating-'))
afterAll(() => rmSync(dir, { recursive: true }))

async function start(env: Record<string, string>) {
  const host = startBuilt(['serve'], { env: { ...process.env, DATA_DIR: dir, PORT: '0', ...env } })
  return { ...host, address: await addressOf(host) }
}

/** GET with any Host. */
function get(address: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number | undefined; text: string; headers: object }>((resolve, reject) => {
    request(address, { headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode, text, headers: response.headers }))
    })
      .on('error', reject)
      .end()
  })
}

describe('health', () => {
  test('is told under any Host, without content, and kept nowhere', async () => {
    const host = await hostAround(emptyService)
    for (const path of ['/healthz', '/readyz']) {
      const response = await get(`${host.origin}${path}`, { host: '10.1.2.3:8080' })
      expect(response).toMatchObject({ status: 200, text: '', headers: { 'cache-control': 'no-store' } })
    }
    expect(await get(`${host.origin}/`, { host: '10.1.2.3:8080' })).toMatchObject({ status: 421 })
    expect(await get(`${host.origin}/healthz?x`, { host: '10.1.2.3:8080' })).toMatchObject({ status: 421 })
    await host.close()
  })

  test('has a line about a session store that does not serve, at the start too, and no part of its address', async () => {
    const SESSION_KEY = 'a'.repeat(64)
    const SESSION_STORE = 'redis://:geheim@127.0.0.1:1'
    const { waitForText, err, address } = await start({
      QUERY_SERVICE_URL: 'http://127.0.0.1:1',
      SESSION_STORE,
      SESSION_KEY,
    })
    await waitForText(/session store/)
    expect(err().match(/^.*session store.*$/gm)).toEqual([storeErrorMessages.unreachable])
    expect(err()).not.toMatch(/geheim|redis:/)
    expect(await get(`${address}/readyz`)).toMatchObject({ status: 200, text: `${storeErrorMessages.unreachable}\n` })
    expect(await get(`${address}/healthz`)).toMatchObject({ status: 200, text: '' })
  })
})

describe('metrics', () => {
  test('are at an address of their own, count requests by route, and hold no name', async () => {
    const { waitForText, address } = await start({ METRICS_PORT: '0' })
    const [, metrics = ''] = await waitForText(/^Metrics +(\S+)$/m)
    expect(new URL(metrics).hostname).toBe('127.0.0.1')
    await get(`${address}/healthz`)
    await get(`${address}/_/token/value?name=a-secret-name`)
    const { text } = await get(metrics)
    expect(text).toContain('query_admin_requests_total{method="GET",route="/healthz",status="200"} 1')
    expect(text).toMatch(/query_admin_requests_total\{method="GET",route="\/_\/token\/value",status="40\d"\} 1/)
    expect(text).toContain('query_admin_sessions 0')
    expect(text).not.toContain('a-secret-name')
    expect((await get(`${address}/metrics`)).status).toBe(404)
  })

  test('are off unless their port is set', async () => {
    const { waitForText, out } = await start({})
    await waitForText(/^Sign-in details .+$/m)
    expect(out()).not.toContain('Metrics')
  })
})

test('a renewed certificate is used after SIGHUP; one that cannot be read leaves the former', async () => {
  const files = { cert: join(dir, 'cert.pem'), key: join(dir, 'key.pem') }
  const install = ({ cert, key }: { cert: string | Buffer; key: string | Buffer }) => {
    writeFileSync(files.cert, cert)
    writeFileSync(files.key, key, { mode: 0o600 })
  }
  const [first, second] = [selfSigned(), selfSigned('renewed')]
  install(first)
  const { child, address, waitForText } = await start({ TLS_CERT: files.cert, TLS_KEY: files.key })
  const shownCertificate = () =>
    new Promise<string>((resolve, reject) => {
      const socket = connect({ port: Number(new URL(address).port), host: '127.0.0.1', rejectUnauthorized: false })
      socket.once('secureConnect', () => {
        resolve(socket.getPeerCertificate().fingerprint256)
        socket.destroy()
      })
      socket.once('error', reject)
    })
  const before = await shownCertificate()
  install(second)
  child.kill('SIGHUP')
  await expect.poll(shownCertificate).not.toBe(before)
  const renewed = await shownCertificate()
  writeFileSync(files.cert, 'no certificate')
  child.kill('SIGHUP')
  await waitForText(/The former certificate stays\./)
  expect(await shownCertificate()).toBe(renewed)
})

test.each([
  ['127.0.0.0/8 ::1', '127.0.0.1', true],
  ['127.0.0.0/8 ::1', '::1', true],
  ['127.0.0.0/8 ::1', '10.0.0.7', false],
  ['10.0.0.7', '10.0.0.7', true],
  ['10.0.0.7', '10.0.0.8', false],
  ['fd00::/8', 'fd12::9', true],
  ['fd00::/8', 'fe80::9', false],
  ['10.0.0.7', '', false],
])('of the proxies %s, one at %s is trusted: %s', (proxies, address, isTrusted) => {
  expect(trustIn(proxies.split(' '))?.(address)).toBe(isTrusted)
})

test.each(['10.0.0.300', '10.0.0.0/33', 'proxy.example', '::1/129', '10.0.0.0/x'])('%s is no address', (proxy) => {
  expect(trustIn([proxy])).toBeUndefined()
})
