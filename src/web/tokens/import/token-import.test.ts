import { describe, expect, test } from 'vitest'
import { rowStore, type RowStore } from '#contract/list/row-store.ts'
import type { NewToken, Token } from '#contract/token.ts'
import { momentsOf } from '#web/ui/moment/local-time.ts'
import { csvFile } from '#contract/csv.ts'
import { keysOf } from '#web/list/resource.ts'
import { tokenResource } from '#web/tokens/token-resource.ts'
import { browserMomentsOf, columnsIn, type MomentsOf } from '#web/writes/import/cells.ts'
import { dryRun } from '#web/writes/import/dry-run.ts'
import { readFile, readLines } from '#web/writes/import/read-lines.ts'
import { tokenImport } from './token-import-sheet.tsx'

/** Friday 15 January 2027, 08:00 UTC. */
const now = 1_800_000_000_000
const day = 86_400_000
const importInto = (list: RowStore<Token>) =>
  tokenImport({ session: undefined!, list, unit: 'milliseconds', onUpdate: undefined, now: () => now })

const stored = (name: string, fields: Partial<Token> = {}): Token => ({
  name,
  expiration_date: now + 90 * day,
  active: true,
  write: false,
  created_at: now - day,
  updated_at: now - day,
  ...fields,
})
const listOf = (rows: readonly Token[]) =>
  rowStore<Token>(rows, {
    unreadable: [],
    isWhole: true,
    readAt: now,
    beganAt: now,
    otherFields: [],
  })

const inBerlin: MomentsOf = (time) => momentsOf(time, 'Europe/Berlin')
const rest = async () => undefined
const bytes = (text: string) => new TextEncoder().encode(text)

/** The dry run of a file in Berlin, a text for each line, with its number. */
async function dry(file: string | Uint8Array<ArrayBuffer>, rows: readonly Token[] = []) {
  const cut = await readFile(typeof file === 'string' ? bytes(file) : file, rest)
  if ('fault' in cut) return cut.fault
  const resource = importInto(listOf(rows))
  const { signal } = new AbortController()
  const world = { momentsOf: inBerlin, rest, signal }
  const columns = columnsIn(resource, cut.lines[0]?.cells ?? [])
  if ('fault' in columns) return columns.fault
  const run = await dryRun(cut.lines, resource, columns, '30d', world)
  return run!.lines.map(({ line, name, fate, says, checked }) => {
    const { expiration_date: date, write, active } = (checked?.change ?? {}) as Partial<NewToken>
    const expiry =
      date === undefined || date === 'not-given' ? 'never' : 'at' in date ? iso(date.at) : JSON.stringify(date)
    const made = `${expiry}${write ? ' write' : ''}${active ? '' : ' inactive'}`
    const what = fate === 'create' ? made : fate === 'differs' ? `${says} ${JSON.stringify(checked?.change)}` : says
    return `${line} ${name}: ${fate} ${what}`.trim()
  })
}
const iso = (at: number) => new Date(at).toISOString().replace('.000Z', 'Z')

const notText = 'This file is not text. Save the sheet as CSV and choose that file.'
const march = '2027-03-12T08:00:00Z'

test.each<[string, string | Uint8Array<ArrayBuffer>, string[] | string]>([
  [
    'a byte order mark, commas and quotes with line breaks',
    '\ufeffName,Expires,Write,Active\r\n"a\r\nb",2027-03-12T09:00:00+01:00,yes,1\r\n"say ""x"", y",never,0,FALSE\r\n',
    [`2 a\r\nb: create ${march} write`, '4 say "x", y: create never inactive'],
  ],
  [
    'semicolons, other names of columns, and another order',
    'active;valid until;TOKEN\nno;2027-03-12T08:00:00Z;eins\n;;zwei',
    [`2 eins: create ${march} inactive`, '3 zwei: create {"after":2592000000}'],
  ],
  [
    'tabs, as pasted from a spreadsheet',
    'name\tcan write\na b\ttrue\n\nc\tfalse',
    ['2 a b: create {"after":2592000000} write', '4 c: create {"after":2592000000}'],
  ],
  [
    'Windows-1252',
    new Uint8Array([...bytes('name;write\nm'), 0xfc, ...bytes('ller;0')]),
    ['2 müller: create {"after":2592000000}'],
  ],
  [
    'no first line with names',
    'ci-deploy\nbilling',
    ['1 ci-deploy: create {"after":2592000000}', '2 billing: create {"after":2592000000}'],
  ],
  [
    'trailing columns',
    'name,write,,\na,yes,,\nb,yes\nc,yes,,,\nd,yes,,,extra',
    [
      '2 a: create {"after":2592000000} write',
      '3 b: create {"after":2592000000} write',
      '4 c: create {"after":2592000000} write',
      '5 d: invalid Has 5 cells; the first line has 4.',
    ],
  ],
  [
    'formulas, as text and as the export protects them',
    "name\n=1+1\n'=1+1\n''quoted\n't Hooft\n@x",
    [
      '2 =1+1: create {"after":2592000000}',
      '3 =1+1: twice also in line 2',
      '4 \'quoted: create {"after":2592000000}',
      '5 \'t Hooft: create {"after":2592000000}',
      '6 @x: create {"after":2592000000}',
    ],
  ],
  [
    'flags that are none, and a missing name',
    'name,write\na,maybe\n,yes',
    ['2 a: invalid Write: not yes or no.', '3 : invalid Name: empty.'],
  ],
  ['an empty file', '', 'This file is empty.'],
  ['blank lines alone', ' \r\n\r\n', 'This file is empty.'],
  ['only a first line', 'name,expires', []],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), notText],
  ['a workbook', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0]), notText],
  [
    'a quote that is not closed',
    'name\na\n"b\nc',
    'The quotes in line 3 don’t match. Correct the file and choose it again.',
  ],
  [
    'a quote in the middle',
    'name\n"a"b,\nc',
    'The quotes in line 2 don’t match. Correct the file and choose it again.',
  ],
])('a file with %s', async (_says, file, expected) => expect(await dry(file)).toEqual(expected))

describe('dates', () => {
  const of = async (cell: string, head = 'expires') => {
    const result = await dry(`name\t${head}\nt\t${cell}`)
    return Array.isArray(result) ? result.map((line) => line.replace(/^\d+ t: (create )?/, '')) : result
  }
  test.each([
    ['ISO with a zone', '2027-03-12T09:00:00+01:00', march],
    ['ISO in UTC, as exported', '2027-03-12T08:00:00.000Z', march],
    ['ISO without a zone, by the browser’s clock', '2027-03-12 09:00', march],
    ['a day alone', '2027-03-12', '2027-03-11T23:00:00Z'],
    ['a day with points', '31.12.2027', '2027-12-30T23:00:00Z'],
    ['a day with points, and a time', '13.3.2027, 09:00:00', '2027-03-13T08:00:00Z'],
    ['with slashes, which two countries read in two ways', '12/03/2027', 'invalid Expires: Write dates as 2027-12-31.'],
    ['digits that are neither seconds nor milliseconds', '20271231', 'invalid Expires: Write dates as 2027-12-31.'],
    ['as seconds', '1805702400', '2027-03-22T08:00:00Z'],
    ['as milliseconds', '1805702400000', '2027-03-22T08:00:00Z'],
    ['never', 'Never', 'never'],
    ['never, as exported', 'Never expires', 'never'],
    ['no expiry, as exported', 'No expiry set', 'never'],
    ['what could not be read when it was exported', 'unreadable', '{"after":2592000000}'],
    ['in the past', '2026-03-12', 'invalid Expires: this date has passed.'],
    ['far away', '2127-03-12', 'invalid Expires: after the year 2100. Create or edit this token by itself.'],
    ['a day that does not exist', '2027-06-31', 'invalid Expires: Write dates as 2027-12-31.'],
    ['an hour that the clocks skip', '2027-03-28 02:30', 'invalid Expires: The clocks skip this time.'],
    ['a year of two digits', '12.03.27', 'invalid Expires: Write dates as 2027-12-31.'],
    ['a word', 'soon', 'invalid Expires: Write dates as 2027-12-31.'],
  ])('%s', async (_says, cell, expected) => expect(await of(cell)).toEqual([expected]))

  test('a column in UTC has its dates in UTC', async () => {
    expect(await of('2027-03-12 08:00', 'Expires (UTC)')).toEqual([march])
  })
})

test.each([
  [['Name', 'EXPIRES (UTC)', 'write', 'Active'], { name: 0, expiration_date: 1, write: 2, active: 3 }],
  [['expiration_date', 'Tökén-Name', 'can write'], { name: 1, expiration_date: 0, write: 2 }],
  [['Valid until', 'token', 'note', 'enabled'], { name: 1, expiration_date: 0, active: 3 }],
])('the columns of %j are found', (head, at) => {
  expect(columnsIn(importInto(listOf([])), head)).toMatchObject({ hasHead: true, at })
})

test('columns that are not used are named, without what looks like a secret', () => {
  const secret = `ey${'JhbGciOiJIUzI1NiJ9'.repeat(2)}`
  expect(columnsIn(importInto(listOf([])), ['Name', 'Status', ' ', secret])).toMatchObject({
    unused: ['“Status”', 'column 4'],
  })
})

test('a first line of several cells must name the column of names, and is refused with the known ones', () => {
  const resource = importInto(listOf([]))
  const fault = 'The first line names none of these columns: Name, Expires, Write and Active.'
  expect(columnsIn(resource, ['ci-deploy', 'billing'])).toEqual({ fault })
  expect(columnsIn(resource, ['Expires', 'Write'])).toEqual({ fault: 'The first line names no column “Name”.' })
  expect(columnsIn(resource, ['ci-deploy'])).toMatchObject({ hasHead: false, at: { name: 0 } })
})

test('what exists is compared field by field, and what the file leaves out is not', async () => {
  const rows = [stored('same'), stored('date'), stored('flags'), stored('never', { expiration_date: now - day })]
  const at = iso(now + 90 * day)
  const file = `name,expires,write,active\nsame,${at},no,\ndate,2027-03-12T08:00:00Z,,\nflags,,yes,no\nnever,Never expires,,\nsame,,,`
  expect(await dry(file, rows)).toEqual([
    '2 same: same',
    `3 date: differs Expires {"expiration_date":{"at":${Date.parse(march)}}}`,
    '4 flags: differs Write, Active {"write":true,"active":false}',
    '5 never: same',
    '6 same: twice also in line 2',
  ])
})

test('a row that cannot be sent again whole is told, and one that stays as it is is not', async () => {
  const rows = [stored('a', { active: undefined }), stored('b', { active: undefined })]
  expect(await dry('name,write\na,yes\nb,no', rows)).toEqual([
    '2 a: invalid The stored record can’t be read. Edit this token by itself.',
    '3 b: same',
  ])
})

test('the export of this console is read again without a difference', async () => {
  const rows = [
    stored('plain'),
    stored("'=1+1", { write: true }),
    stored('=cmd|x', { active: false }),
    stored('a;\n-b "c", d', { expiration_date: now - 100 * day }),
    stored(' spaces ', { expiration_date: now - day }),
    stored('never', { expiration_date: undefined }),
    stored('unreadable', { expiration_date: '?', write: undefined }),
    stored('far', { expiration_date: 1_800_000_000_000_000 }),
    stored('odd', { expiration_date: now + day + 17 }),
    stored('-'),
  ]
  const { columns } = tokenResource
  const names = keysOf(columns)
  const context = { now, unit: 'milliseconds' } as const
  const file = csvFile([
    names.map((name) => columns[name].exported.head),
    ...rows.map((row) => names.map((name) => columns[name].exported.cell(row, context))),
  ])
  const lines = await dry(file, rows)
  expect(Array.isArray(lines) && lines.map((line) => line.replace(/^\d+ /, ''))).toEqual(
    rows.map(({ name }) => `${name}: same`),
  )
})

test('10,000 lines are cut and compared in slices', async () => {
  const rows = Array.from({ length: 5000 }, (_, at) => stored(`token-${at * 2}`))
  const text = Array.from({ length: 10_000 }, (_, at) => `token-${at},"13.03.2027",yes`).join('\n')
  let rests = 0
  const cut = await readLines(`name,expires,write\n${text}`, async () => void (rests += 1))
  if ('fault' in cut) throw new Error(cut.fault)
  const resource = importInto(listOf(rows))
  const { signal } = new AbortController()
  const world = { momentsOf: browserMomentsOf, rest: async () => void (rests += 1), signal }
  const columns = columnsIn(resource, ['name', 'expires', 'write'])
  if ('fault' in columns) throw new Error(columns.fault)
  const { lines = [] } = (await dryRun(cut.lines, resource, columns, '30d', world)) ?? {}
  expect(lines.filter(({ fate }) => fate === 'create')).toHaveLength(5000)
  expect(lines.filter(({ fate }) => fate === 'differs')).toHaveLength(5000)
  expect(lines.at(-1)).toMatchObject({ line: 10_001, name: 'token-9999' })
  expect(rests).toBeGreaterThan(200)
})
