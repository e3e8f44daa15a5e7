import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bounds } from './limits.ts'
import { help } from '#host/cli/command.ts'
import { meanings, settingsFrom } from './settings.ts'

const root = join(import.meta.dirname, '..', '..')

test('--help names every limit with its reason, and says that a session needs https', () => {
  const text = help()
  for (const { what } of Object.values(bounds)) expect(text).toContain(what)
  expect(text).toContain('A session needs https')
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(140)
})

test('--help and README name the header that a proxy must pass on, as nginx spells it', () => {
  expect(help()).toContain('nginx: $http_host')
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain('proxy_set_header Host $http_host;')
})

test('the settings of --help and their defaults are those of the README', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const rows = [...readme.matchAll(/^\| `([A-Z_]+)` +\| (.+?) +\|/gm)]
  expect(new Set(rows.map(([, name]) => name))).toEqual(new Set(Object.keys(meanings)))
  // The default of these is a place, a rule, or the demo's own.
  const inWords = 'QUERY_SERVICE_URL SESSION_STORE TRUSTED_PROXIES DATA_DIR ADMIN_EMAIL ADMIN_PASSWORD'.split(' ')
  const defaults = new Map<string, unknown>(Object.entries(settingsFrom({})))
  for (const [, name = '', text] of rows.filter(([, name = '']) => !inWords.includes(name))) {
    const value = defaults.get(name)
    const isNone = value === undefined || (Array.isArray(value) && value.length === 0)
    expect(text, name).toBe(isNone ? 'none' : `\`${JSON.stringify(value).replaceAll('"', '')}\``)
  }
})

test('SECURITY.md has every limit as it is', () => {
  const text = readFileSync(join(root, '.github', 'SECURITY.md'), 'utf8')
  for (const [name, { most, unit, what }] of Object.entries(bounds)) {
    const row = text.split('\n').find((line) => line.startsWith(`| \`${name}\` `))
    expect(
      row
        ?.split('|')
        .map((cell) => cell.trim())
        .slice(2, 4),
      name,
    ).toEqual([`${most.toLocaleString('en')}${unit === '' ? '' : ` ${unit}`}`, what])
  }
})
