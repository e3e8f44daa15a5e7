import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bounds } from './limits.ts'
import { help } from './cli/command.ts'
import { settingCells } from './settings.ts'

const root = join(import.meta.dirname, '..', '..')

/** Has the tables of settings and limits. */
const settingsDocument = join(root, '.github', 'OPERATING.md')

test('--help names every limit with its reason, and says that a session needs https', () => {
  const text = help()
  for (const { description } of Object.values(bounds)) expect(text).toContain(description)
  expect(text).toContain('A session needs https')
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(140)
})

test('--help and the document name the header that a proxy must pass on, as nginx spells it', () => {
  expect(help()).toContain('nginx: $http_host')
  expect(readFileSync(settingsDocument, 'utf8')).toContain('proxy_set_header Host $http_host;')
})

test('the table of settings in the document is that of the code', () => {
  const rows = readFileSync(settingsDocument, 'utf8').match(/^\| `[A-Z_]+` .*$/gm) ?? []
  const cells = rows.map((row) => row.split(' | ').map((cell) => cell.replaceAll(/^\||\|$/g, '').trim()))
  expect(cells).toEqual(settingCells())
})

test('the document has every limit as it is', () => {
  const text = readFileSync(settingsDocument, 'utf8')
  for (const [name, { max, unit, description }] of Object.entries(bounds)) {
    const row = text.split('\n').find((line) => line.startsWith(`| \`${name}\` `))
    expect(
      row
        ?.split('|')
        .map((cell) => cell.trim())
        .slice(2, 4),
      name,
    ).toEqual([`${max.toLocaleString('en')}${unit === '' ? '' : ` ${unit}`}`, description])
  }
})
