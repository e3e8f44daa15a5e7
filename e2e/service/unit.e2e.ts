import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type PeerCertificate } from 'node:tls'
import { expect, test } from '@playwright/test'
import { selfSigned } from '#server/testing/certificate.ts'
import { freePort } from '#server/testing/ports.ts'
import { installed } from '#e2e/rig/installed.ts'
import { startCommand } from '#e2e/rig/processes.ts'

// The unit for systemd, which is not process 1 where tests run: its options start the real console server.
const root = join(import.meta.dirname, '..', '..')
const text = await readFile(join(root, 'src', 'server', 'deploy-examples', 'query-admin.service'), 'utf8')
const lines = text.split('\n').filter((line) => /^\w+=/.test(line))
const valuesOf = (option: string) =>
  lines.filter((line) => line.startsWith(`${option}=`)).map((line) => line.slice(option.length + 1))

let dir = ''
test.beforeEach(async () => void (dir = await mkdtemp(join(tmpdir(), 'query-admin-unit-'))))
test.afterEach(() => rm(dir, { recursive: true }))

/** A line with the places of this machine instead of those of the sample. */
const here = (line: string) =>
  line
    .replaceAll('/usr/bin/node', process.execPath)
    .replaceAll('/opt/query-admin/node_modules/query-admin', root)
    .replaceAll('/etc/query-admin', dir)
    .replaceAll('%d', join(dir, 'credentials'))

/** The certificate that the console server shows. */
const shown = (port: number) =>
  new Promise<PeerCertificate>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate())
      socket.destroy()
    })
    socket.on('error', reject)
  })

test('its command, settings and credentials start the console server; SIGHUP renews the certificate, SIGTERM ends it', async () => {
  const install = async (name: 'self-signed' | 'renewed') => {
    const { cert, key } = selfSigned(name)
    await writeFile(join(dir, 'certificate.pem'), cert)
    await writeFile(join(dir, 'key.pem'), key, { mode: 0o600 })
  }
  await install('self-signed')
  const credentials = join(dir, 'credentials')
  await mkdir(credentials)
  const given = { 'session-key': randomBytes(32).toString('base64'), 'session-store': 'redis://127.0.0.1:1' }
  for (const [name, secret] of Object.entries(given)) await writeFile(join(credentials, name), secret, { mode: 0o400 })
  expect(valuesOf('LoadCredential').map((line) => line.split(':')[0])).toEqual(Object.keys(given))

  const settings = valuesOf('Environment').flatMap((line) => here(line).split(' '))
  const port = await freePort()
  const env = Object.fromEntries(settings.map((each) => [each.split('=', 1)[0], each.slice(each.indexOf('=') + 1)]))
  const host = await startCommand({
    command: here(valuesOf('ExecStart')[0] ?? '').split(' '),
    env: { ...env, PORT: `${port}` },
    ready: /Service .+\n/,
  })
  expect(host.output()).toContain(`https://0.0.0.0:${port}/`)
  const former = await shown(port)
  await install('renewed')
  expect(valuesOf('ExecReload')).toEqual(['/bin/kill -HUP $MAINPID'])
  process.kill(host.pid, 'SIGHUP')
  await expect.poll(async () => (await shown(port)).fingerprint256).not.toBe(former.fingerprint256)
  await host.stop()
})

test('systemd finds no fault in it, and rates what it leaves open as little', async () => {
  test.skip(installed('systemd-analyze') === undefined, 'systemd-analyze is not installed')
  const unit = join(dir, 'query-admin.service')
  // This machine has no user of that name.
  await writeFile(unit, text.replaceAll('/usr/bin/node', '/bin/true').replace('User=query-admin', 'DynamicUser=yes'))
  const judged = (...args: string[]) => {
    const { stdout, stderr } = spawnSync('systemd-analyze', [...args, '--no-pager', unit], { encoding: 'utf8' })
    return stdout + stderr
  }
  // It may have something to say about other units of this machine.
  const ofOurs = judged('verify', '--man=no').split('\n')
  expect(ofOurs.filter((line) => line.includes('query-admin'))).toEqual([])
  const said = judged('security', '--offline=true')
  expect(Number(/exposure level for \S+: ([\d.]+)/.exec(said)?.[1])).toBeLessThan(2.5)
  expect(text).not.toContain('\nMemoryDenyWriteExecute')
})
