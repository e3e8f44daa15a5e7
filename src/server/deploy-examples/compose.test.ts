import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingNames, settingsFrom } from '#server/settings.ts'

// No library reads YAML here, so the sample keeps to lines that these tests can read.
const text = readFileSync(join(import.meta.dirname, 'compose.yaml'), 'utf8')

/** What stands below a key, with its indentation taken away; '' if the key is missing. */
function below(block: string, key: string): string {
  const lines = block.split('\n')
  const from = lines.indexOf(`${key}:`) + 1
  if (from === 0) return ''
  const length = lines.slice(from).findIndex((line) => /^[^\s#]/.test(line))
  const inner = lines.slice(from, length < 0 ? undefined : from + length)
  return inner.map((line) => line.replace(/^ {2}/, '')).join('\n')
}

const service = (name: string) => below(below(text, 'services'), name)
const environmentOf = (name: string) =>
  Object.fromEntries(
    [...below(service(name), 'environment').matchAll(/^(\w+): ['"]?([^'"\n]+)['"]?$/gm)].map(
      ([, key = '', value = '']) => [key, value],
    ),
  )

test('its settings exist and are accepted, for the console and for the demo', () => {
  for (const name of ['console', 'demo']) {
    const environment = environmentOf(name)
    const settings = Object.keys(environment).map((key) => key.replace(/_FILE$/, ''))
    expect(settings.filter((setting) => !settingNames.some((known) => known === setting))).toEqual([])
    // As the image sets them.
    const env = { HOST: '0.0.0.0', PORT: '4173', ...environment }
    const secrets = Object.entries(env).filter(([key]) => key.endsWith('_FILE'))
    for (const [, file] of secrets) {
      const secret = file.replace('/run/secrets/', '')
      expect(service(name)).toMatch(new RegExp(`^secrets: \\[.*\\b${secret}\\b.*\\]$`, 'm'))
      expect(below(below(text, 'secrets'), secret)).toContain(`file: ./secrets/${secret}`)
    }
    const given = { SESSION_KEY: 'ab'.repeat(32), SESSION_STORE: 'redis://:word@redis:6379' }
    const without = Object.fromEntries(Object.entries(env).filter(([key]) => !key.endsWith('_FILE')))
    expect(settingsFrom(secrets.length > 0 ? { ...without, ...given } : without)).toMatchObject({
      HOST: name === 'demo' ? '127.0.0.1' : '0.0.0.0',
    })
  }
  expect(Object.keys(environmentOf('console'))).toEqual(
    expect.arrayContaining(['SESSION_KEY_FILE', 'SESSION_STORE_FILE']),
  )
})

test('requests of the proxy come from the gateway that is trusted, and the store is within reach of the console alone', () => {
  const front = below(below(text, 'networks'), 'front')
  const { TRUSTED_PROXIES } = environmentOf('console')
  expect(front).toContain(`gateway: ${TRUSTED_PROXIES} }`)
  expect(below(below(text, 'networks'), 'store')).toContain('internal: true')
  expect(service('redis')).toContain('networks: [store]')
  expect(service('redis')).not.toMatch(/^ports:/m)
  expect(service('console')).toContain("ports: ['127.0.0.1:4173:4173']")
})

test('every service has a read-only root, no capability and 25 s to stop, and no secret stands in the file', () => {
  const names = [...below(text, 'services').matchAll(/^(\w+):$/gm)].map(([, name = '']) => name)
  expect(names).toEqual(['console', 'redis', 'demo'])
  for (const name of names) {
    for (const line of [
      'read_only: true',
      'cap_drop: [ALL]',
      'stop_grace_period: 25s',
      "security_opt: ['no-new-privileges:true']",
    ])
      expect(service(name).split('\n')).toContain(line)
  }
  expect(text).not.toMatch(/^\s+(SESSION_KEY|SESSION_STORE|ADMIN_PASSWORD):/m)
  expect(text).not.toMatch(/^[^#\n]*requirepass/m)
})
