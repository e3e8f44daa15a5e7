import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SettingsError } from './secret-files.ts'
import { hostNames, settingsFrom } from './settings.ts'

test('without any setting the console server stays on this machine, at port 4173, with the demo service', () => {
  const settings = settingsFrom({ PATH: '/bin', PORT: '' })
  expect(settings).toMatchObject({ PORT: 4173, HOST: '127.0.0.1', PUBLIC_HOSTS: [], READINGS: 'documented' })
  expect(settings.QUERY_SERVICE_URL).toBeUndefined()
  expect(settings).not.toHaveProperty('PATH')
})

describe('a setting that cannot be used is named in one sentence that does not quote it', () => {
  test.each([
    ['PORT', '70000'],
    ['PORT', '80a'],
    ['PORT', '-1'],
    ['PORT', '1e3'],
    ['HOST', 'a b'],
    ['PUBLIC_HOSTS', 'https://admin.example'],
    ['PUBLIC_HOSTS', '*'],
    ['QUERY_SERVICE_URL', 'example.org'],
    ['QUERY_SERVICE_URL', 'ftp://example.org'],
    ['QUERY_SERVICE_URL', 'https://user:geheim@example.org'],
    ['QUERY_SERVICE_URL', 'https://example.org/?a=b'],
    ['SERVICE_NAME', 'Pro\nduction'],
    ['SERVICE_NAME', ' Production'],
    ['SERVICE_NAME', 'x'.repeat(41)],
    ['SERVICE_COLOR', 'pink'],
    ['OTHER_CONSOLES', 'Staging=http://staging.example'],
    ['OTHER_CONSOLES', 'https://staging.example'],
    ['OTHER_CONSOLES', 'Staging=https://user:geheim@staging.example'],
    ['OTHER_CONSOLES', 'Staging=https://staging.example Test=javascript:alert(1)'],
    ['SIGN_OUT_URL', 'oauth2/sign_out'],
    ['SIGN_OUT_URL', '//sso.example/sign_out'],
    ['SIGN_OUT_URL', 'http://sso.example/sign_out'],
    ['SIGN_OUT_URL', 'https://user:geheim@sso.example/'],
    ['SIGN_OUT_URL', 'javascript:alert(1)'],
    ['ALLOW_PLAIN_HTTP', '1'],
    ['ALLOW_PLAIN_SERVICE', 'yes'],
    ['LOG', 'yes'],
    ['HSTS_SECONDS', '1.5'],
    ['HSTS_SECONDS', '99999999'],
    ['TLS_CERT', 'cert.pem'],
    ['TLS_KEY', 'key.pem'],
    ['SESSION_IDLE_MINUTES', '0'],
    ['SESSION_IDLE_MINUTES', '0.01'],
    ['SESSION_IDLE_MINUTES', '1441'],
    ['SESSION_IDLE_MINUTES', '1e1'],
    ['SESSION_IDLE_MINUTES', '-1'],
    ['SESSION_HOURS', '0'],
    ['SESSION_HOURS', '25'],
    ['SESSION_HOURS', 'eight'],
  ])('%s=%s', (name, value) => {
    const message = messageOf({ [name]: value })
    expect(message).toMatch(new RegExp(`^${name} [^\\n]+\\.$`))
    expect(message).not.toContain('geheim')
  })
})

test('an address of the service that has the part that the console adds is named at the start', () => {
  const warnings = (path: string) => settingsFrom({ QUERY_SERVICE_URL: `https://query.example${path}` }).warnings
  for (const path of ['/_', '/_/', '/base/_', '/_/token'])
    expect(warnings(path)).toEqual([expect.stringMatching(/^QUERY_SERVICE_URL has the part \/_, /)])
  for (const path of ['', '/', '/base/', '/base_', '/_base']) expect(warnings(path)).toEqual([])
})

test.each(['/oauth2/sign_out?rd=%2F', 'https://sso.example/logout?to=admin'])(
  'after signing out the page can go to %s',
  (address) => expect(settingsFrom({ SIGN_OUT_URL: address }).SIGN_OUT_URL).toBe(address),
)

test('browsers are told to use https alone only with a setting, which 0 takes back', () => {
  expect(settingsFrom({}).HSTS_SECONDS).toBeUndefined()
  expect(settingsFrom({ HSTS_SECONDS: '0' }).HSTS_SECONDS).toBe(0)
})

test('a session ends after 15 idle minutes and 8 hours, or as set, in fractions, too', () => {
  expect(settingsFrom({})).toMatchObject({ SESSION_IDLE_MINUTES: 15, SESSION_HOURS: 8 })
  const env = { SESSION_IDLE_MINUTES: '0.05', SESSION_HOURS: '0.5' }
  expect(settingsFrom(env)).toMatchObject({ SESSION_IDLE_MINUTES: 0.05, SESSION_HOURS: 0.5 })
})

test('a service has the name, the colour and the neighbours that its admins gave it', () => {
  const env = {
    SERVICE_NAME: 'Production',
    SERVICE_COLOR: 'red',
    OTHER_CONSOLES: 'Staging=https://staging.example/admin  Test=https://test.example:8443',
  }
  expect(settingsFrom(env)).toMatchObject({
    SERVICE_NAME: 'Production',
    SERVICE_COLOR: 'red',
    OTHER_CONSOLES: [
      { name: 'Staging', address: 'https://staging.example/admin' },
      { name: 'Test', address: 'https://test.example:8443/' },
    ],
  })
  expect(settingsFrom({}).OTHER_CONSOLES).toEqual([])
})

describe('beyond this machine', () => {
  test('plain http needs the setting that a proxy is in front', () => {
    expect(messageOf({ HOST: '0.0.0.0' })).toMatch(/^HOST /)
    expect(messageOf({ HOST: '::' })).toMatch(/^HOST /)
    expect(settingsFrom({ HOST: '0.0.0.0', ALLOW_PLAIN_HTTP: 'behind-proxy' }).HOST).toBe('0.0.0.0')
    for (const HOST of ['127.0.0.1', '127.3.2.1', '::1', 'localhost']) expect(settingsFrom({ HOST }).HOST).toBe(HOST)
  })

  test('TLS of its own needs no such word', () => {
    const settings = settingsFrom({ HOST: '0.0.0.0', TLS_CERT: 'cert.pem', TLS_KEY: 'key.pem' })
    expect(settings).toMatchObject({ HOST: '0.0.0.0', TLS_CERT: 'cert.pem', TLS_KEY: 'key.pem' })
    expect(messageOf({ HOST: '0.0.0.0', TLS_CERT: 'cert.pem' })).toMatch(/^TLS_CERT needs TLS_KEY/)
  })

  test('a service needs https, or the word that it shall not', () => {
    const QUERY_SERVICE_URL = 'http://192.168.1.5:8000/query'
    expect(messageOf({ QUERY_SERVICE_URL })).toMatch(/^QUERY_SERVICE_URL /)
    expect(settingsFrom({ QUERY_SERVICE_URL, ALLOW_PLAIN_SERVICE: '1' }).QUERY_SERVICE_URL?.pathname).toBe('/query')
    expect(settingsFrom({ QUERY_SERVICE_URL: 'http://[::1]:8000' }).QUERY_SERVICE_URL?.port).toBe('8000')
    expect(messageOf({ QUERY_SERVICE_URL: 'http://127.0.0.1.evil.example' })).toMatch(/^QUERY_SERVICE_URL /)
  })
})

test('a session store needs a key, and TLS to another machine', () => {
  const SESSION_KEY = 'a'.repeat(64)
  expect(messageOf({ SESSION_STORE: 'redis://127.0.0.1:6379' })).toMatch(/^SESSION_STORE needs SESSION_KEY /)
  expect(messageOf({ SESSION_STORE: 'redis://store.example', SESSION_KEY })).toMatch(/^SESSION_STORE is plain redis /)
  for (const env of [
    { SESSION_STORE: 'redis://127.0.0.1:6379' },
    { SESSION_STORE: 'rediss://store.example' },
    { SESSION_STORE: 'redis://store.example', ALLOW_PLAIN_SERVICE: '1' },
  ])
    expect(settingsFrom({ ...env, SESSION_KEY }).SESSION_STORE).toBe(env.SESSION_STORE)
  expect(settingsFrom({ SESSION_KEY: ` ${SESSION_KEY}` }).SESSION_KEY).toHaveLength(32)
  for (const key of ['a'.repeat(63), 'short', `${SESSION_KEY} ${SESSION_KEY}`])
    expect(messageOf({ SESSION_KEY: key })).toMatch(/^SESSION_KEY /)
})

describe('the address of a session store', () => {
  const SESSION_KEY = 'a'.repeat(64)
  test.each([
    'redis://:geheim#wort@127.0.0.1',
    'redis://:geheim/wort@127.0.0.1',
    'redis://:12#geheim@127.0.0.1',
    'redis://:12/geheim@127.0.0.1',
    'redis://:geheim?wort@127.0.0.1',
    'redis://:geheim@wort@127.0.0.1',
    'redis://:ge:heim@127.0.0.1',
    'redis://:geheim%@127.0.0.1',
    'redis://127.0.0.1/geheim',
    'redis://127.0.0.1:99999',
    ':geheim@127.0.0.1:6379',
    '127.0.0.1:6379',
    'store.geheim:6379',
    'http://127.0.0.1',
  ])('%s is refused in one sentence without any part of it', (SESSION_STORE) => {
    expect(messageOf({ SESSION_STORE, SESSION_KEY })).toBe(
      'SESSION_STORE must be redis:// or rediss://, the host of Redis or Valkey, and before it a password with # / ? : @ percent-encoded (%23 for #).',
    )
  })

  test.each(['redis://user:pa%23%2fss@127.0.0.1:6379/2', 'rediss://:pa%23ss@store.example', 'redis://[::1]:6379'])(
    '%s is taken',
    (SESSION_STORE) => expect(settingsFrom({ SESSION_STORE, SESSION_KEY }).SESSION_STORE).toBe(SESSION_STORE),
  )
})

test('METRICS_PORT as Kubernetes sets it is ignored with a line, and any other text is refused', () => {
  const { METRICS_PORT, warnings } = settingsFrom({ METRICS_PORT: 'tcp://10.96.0.7:9090' })
  expect(METRICS_PORT).toBeUndefined()
  expect(warnings).toEqual([expect.stringMatching(/^METRICS_PORT is not used: [^0-9]+\.$/)])
  expect(messageOf({ METRICS_PORT: 'udp://10.96.0.7:9090' })).toMatch(/^METRICS_PORT must /)
  expect(settingsFrom({ METRICS_PORT: '9090' })).toMatchObject({ METRICS_PORT: 9090, warnings: [] })
})

test('the console server answers to this machine, to its own address and to the public names, in lower case', () => {
  const settings = settingsFrom({ HOST: '::1', PUBLIC_HOSTS: 'Admin.Example, other.example:8443' })
  expect([...hostNames(settings)]).toEqual(['localhost', '127.0.0.1', '[::1]', 'admin.example', 'other.example:8443'])
})

test('a secret is taken from the file that …_FILE names, without its line break, if nobody else may write it', () => {
  const dir = mkdtempSync(join(tmpdir(), 'query-admin-settings-'))
  const file = join(dir, 'password')
  writeFileSync(file, ' correct horse \n', { mode: 0o600 })
  const env = { ADMIN_PASSWORD_FILE: file }
  expect(settingsFrom(env).ADMIN_PASSWORD).toBe(' correct horse ')
  expect(settingsFrom({ ...env, ADMIN_PASSWORD: 'given' }).ADMIN_PASSWORD).toBe('given')
  for (const [mode, location] of [
    [0o620, file],
    [0o602, file],
    [0o777, dir],
  ] as const) {
    chmodSync(location, mode)
    expect(messageOf(env)).toMatch(/^ADMIN_PASSWORD_FILE names a file (that|in a folder that) others may write: /)
    chmodSync(location, location === dir ? 0o700 : 0o600)
  }
  expect(messageOf(env)).toBe('taken as it is')
  rmSync(dir, { recursive: true })
  expect(messageOf(env)).toBe('ADMIN_PASSWORD_FILE names a file that cannot be read.')
})

function messageOf(env: Record<string, string>): string {
  try {
    settingsFrom(env)
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
  return 'taken as it is'
}
