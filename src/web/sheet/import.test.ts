import { describe, expect, test, vi } from 'vitest'
import { csvFile } from '#contract/csv.ts'
import type { Dated } from '#contract/list/row-store.ts'
import { listOf } from '#contract/testing/lists.ts'
import type { Token } from '#contract/token.ts'
import type { User } from '#contract/user.ts'
import type { Knows } from '#web/resource/act.ts'
import { keysOf } from '#web/resource/resource.ts'
import { tokens } from '#web/tokens/resource.ts'
import { users } from '#web/users/resource.ts'
import type { AnyResource } from '#web/resource/resource.ts'
import { getsWords, newRowOf, readImport, resultWords } from './import.ts'
import { readFile, readLines } from './read-lines.ts'

/** Friday 15 January 2027, 08:00 UTC. */
const now = 1_800_000_000_000
const day = 86_400_000
const resource: AnyResource = tokens
const world = { now, unit: 'milliseconds', you: [] } as const

const stored = (name: string, fields: Partial<Token> = {}): Token => ({
  name,
  expiration_date: now + 90 * day,
  active: true,
  write: false,
  created_at: now - day,
  updated_at: now - day,
  ...fields,
})
const { signal } = new AbortController()
const bytes = (text: string) => new TextEncoder().encode(text)
/** In UTF-16. */
const wide = (text: string) => new Uint8Array(Uint16Array.from(text, (sign) => sign.charCodeAt(0)).buffer)
const knows = (rows: readonly Token[]) => ({ ...world, list: listOf(rows, now) }) as unknown as Knows<Dated>

async function read(file: string | Uint8Array<ArrayBuffer>, rows: readonly Token[] = []) {
  const cut = await readFile(typeof file === 'string' ? bytes(file) : file)
  if ('fault' in cut) return cut
  return (await readImport(cut.lines, resource, knows(rows), false, signal))!
}

/** What an import would do, a text for each line, with its number. */
async function dry(file: string | Uint8Array<ArrayBuffer>, rows: readonly Token[] = [], asked = '30d') {
  const result = await read(file, rows)
  if ('fault' in result) return result.fault
  return result.lines.map((one) => {
    const { line, name, fate, says } = one
    const change = fate === 'create' ? newRowOf(resource, one, { asked }) : one.change
    const { expiration_date: date, write, active } = change as Partial<Token> & { expiration_date?: unknown }
    const expiry =
      typeof date === 'object' && 'at' in (date as object) ? iso((date as { at: number }).at) : JSON.stringify(date)
    const made = `${expiry}${write ? ' write' : ''}${active ? '' : ' inactive'}${says === '' ? '' : ` (${says})`}`
    const what = fate === 'create' ? made : fate === 'differs' ? `${says} ${JSON.stringify(change)}` : says
    return `${line} ${name}: ${fate} ${what}`.trim()
  })
}
const iso = (at: number) => new Date(at).toISOString().replace('.000Z', 'Z')
const usual = '{"after":2592000000}'
const notText = 'This file is not text. Save the sheet as CSV and choose that file.'
const march = '2027-03-12T08:00:00Z'

test.each<[string, string | Uint8Array<ArrayBuffer>, string[] | string]>([
  [
    'a byte order mark, commas and quotes with line breaks',
    '\ufeffName,Expires,Write,Active\r\n"a\r\nb",2027-03-12T09:00:00+01:00,yes,1\r\n"say ""x"", y",never,0,FALSE\r\n',
    [
      `2 a\r\nb: invalid Name: has a line break or another control character.`,
      '4 say "x", y: create "not-given" inactive',
    ],
  ],
  [
    'semicolons, other names of columns, accents, and another order',
    'Actíve;valid until;TOKEN\nno;2027-03-12T08:00:00Z;eins\n;;zwei',
    [`2 eins: create ${march} inactive`, `3 zwei: create ${usual}`],
  ],
  [
    'the field names of the service',
    'name,expiration_date,write\na,2027-03-12T08:00:00Z,1',
    [`2 a: create ${march} write`],
  ],
  [
    'tabs, as pasted',
    'name\tcan write\na b\ttrue\n\nc\tfalse',
    [`2 a b: create ${usual} write`, `4 c: create ${usual}`],
  ],
  [
    'Windows-1252',
    new Uint8Array([...bytes('name;write\nm'), 0xfc, ...bytes('ller;0')]),
    [`2 müller: create ${usual}`],
  ],
  ['no first line with names', 'ci-deploy\nbilling', [`1 ci-deploy: create ${usual}`, `2 billing: create ${usual}`]],
  [
    'trailing columns',
    'name,write,,\na,yes,,\nb,yes\nc,yes,,,\nd,yes,,,extra',
    [
      `2 a: create ${usual} write`,
      `3 b: create ${usual} write`,
      `4 c: create ${usual} write`,
      '5 d: invalid Has 5 cells; the first line has 4.',
    ],
  ],
  [
    'formulas, as text and as the export protects them',
    "name\n=1+1\n'=1+1\n''quoted\n't Hooft",
    [
      `2 =1+1: create ${usual}`,
      '3 =1+1: twice twice in the file, also in line 2',
      `4 'quoted: create ${usual}`,
      `5 't Hooft: create ${usual}`,
    ],
  ],
  ['the separator in a line of its own', 'sep=;\r\nName;Write\r\na,b;yes', [`3 a,b: create ${usual} write`]],
  [
    'another language in its first line',
    'Bezeichnung;Ablauf\na;2027-12-31',
    'The first line names no known column. Known are: Name, Expires, Write, Active.',
  ],
  [
    'a title above its first line',
    'Tokens of 2027\nName,Write\na,yes',
    'The first line names no known column. Known are: Name, Expires, Write, Active.',
  ],
  [
    'two columns for one field',
    'Name,Write,write\na,yes,no',
    'Two columns are for Write: “Write” and “write”. Remove one.',
  ],
  [
    'different line ends',
    'Name\r\nalpha\nbeta\rgamma\r\n"de\nlta"',
    [
      ...['2 alpha', '3 beta', '4 gamma'].map((line) => `${line}: create ${usual}`),
      '5 de\nlta: invalid Name: has a line break or another control character.',
    ],
  ],
  ['UTF-16, as Excel saves Unicode text', wide('\ufeffname\tactive\né\tnein'), [`2 é: create ${usual} inactive`]],
  [
    'UTF-16 without its mark',
    wide('name\nci'),
    'This file is UTF-16 without its mark. Save it as “CSV UTF-8” and choose that file.',
  ],
  ['words of a German sheet', 'name;expires;write;active\na;nie;x;falsch', ['2 a: create "not-given" write inactive']],
  [
    'names that look alike',
    'name\nci deploy\nCI-Deploy\nCIDEPLOY\nci',
    [
      `2 ci deploy: create ${usual}`,
      `3 CI-Deploy: create ${usual}`,
      '4 CIDEPLOY: alike looks like line 2',
      `5 ci: create ${usual}`,
    ],
  ],
  [
    'flags that are none, and a missing name',
    'name,write\na,maybe\n,yes',
    [
      '2 a: invalid Write: not yes or no. Write yes, on, true, 1, x or ja; no, off, false, 0 or nein.',
      '3 : invalid Name: empty.',
    ],
  ],
  [
    'heads that are all unknown',
    'a,b\nc,d',
    'The first line names no known column. Known are: Name, Expires, Write, Active.',
  ],
  ['no column of names', 'write,active\nyes,no', 'No column names the tokens. Its head is “Name”.'],
  ['an empty file', '', 'This file is empty.'],
  ['only a first line', 'name,expires', []],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), notText],
  [
    'a quote that is not closed',
    'name\na\n"b\nc',
    'The quotes in line 3 don’t match. Correct the file and choose it again.',
  ],
])('a file with %s', async (_says, file, expected) => expect(await dry(file)).toEqual(expected))

test('columns that are not used are named', async () => {
  expect(await read('Name,Owner,Write,\na,ops,yes,')).toMatchObject({ unused: ['Owner'] })
  // Its label comes before what else the column may be called.
  expect(await read('Name,Token,Write\na,ops,yes')).toMatchObject({ unused: ['Token'] })
})

test('a new name that looks like an existing one says so, and is left out until it is ticked', async () => {
  expect(await dry('name\nCi-Deploy', [stored('ci-deploy')])).toEqual([
    '2 Ci-Deploy: alike looks like “ci-deploy”, which exists',
  ])
})

test('what is left around a copied email is removed where that is ticked', async () => {
  const cut = await readLines('email\n mailto:ann@x.test ')
  if ('fault' in cut) throw new Error(cut.fault)
  const names = async (isTidied: boolean) => {
    const where = { ...world, list: listOf<User>([], now) } as unknown as Knows<Dated>
    const result = await readImport(cut.lines, users, where, isTidied, signal)
    return result && 'lines' in result ? [result.untidy, result.lines[0]?.name] : result
  }
  expect(await names(false)).toEqual([1, ' mailto:ann@x.test '])
  expect(await names(true)).toEqual([1, 'ann@x.test'])
})

test('a file that is not UTF-8 is read in the encoding that is chosen', async () => {
  const cyrillic = new Uint8Array([...bytes('name\n'), 0xca, 0xeb, 0xfe, 0xf7])
  expect(await readFile(cyrillic)).toMatchObject({ assumed: 'windows-1252', lines: [{}, { cells: ['Êëþ÷'] }] })
  expect(await readFile(cyrillic, 'windows-1251')).toMatchObject({ lines: [{}, { cells: ['Ключ'] }] })
})

test('a new row says what it gets', () => {
  const change = { expiration_date: { at: Date.UTC(2027, 11, 31, 23, 59, 59) }, write: false, active: true }
  expect(getsWords(resource, change, knows([]))).toBe('Expires: 31 Dec 2027, 23:59:59 · Write: off · Active: on')
})

describe('dates', () => {
  const of = async (cell: string, head = 'expires') => {
    const result = await dry(`name\t${head}\nt\t${cell}`)
    return Array.isArray(result) ? result[0]?.replace(/^2 t: (create )?/, '') : result
  }
  const unknown = 'invalid Expires: not a date. Write dates as 2027-12-31.'
  test.each([
    ['ISO with a zone', '2027-03-12T09:00:00+01:00', march],
    ['as exported', '2027-03-12T08:00:00.000Z', march],
    ['as seconds', '1805702400', '2027-03-22T08:00:00Z'],
    ['as milliseconds', '1805702400000', '2027-03-22T08:00:00Z'],
    ['never', 'Never', '"not-given"'],
    ['no expiry', 'No expiry set', '"not-given"'],
    ['nothing', 'unreadable', usual],
    ['a day, to its end', '31.12.2027', iso(new Date(2027, 11, 31, 23, 59, 59).getTime())],
    ['in the past', '2026-03-12', 'invalid Expires: this date has passed.'],
    ['a day that does not exist', '31.06.2027', unknown],
    ['an hour that does not exist', '2027-06-30 25:00', unknown],
    ['a year of two digits', '12.03.27', unknown],
    ['with slashes, in any order', '13/03/2027', unknown],
    ['as American browsers write it', '3/13/2027, 9:00:00 AM', unknown],
    ['a word', 'soon', unknown],
  ])('%s', async (_says, cell, expected) => expect(await of(cell)).toBe(expected))

  test.each(['12.03.2027 08:00', '12.3.2027, 08:00:00', '2027-03-12 08:00', '2027-03-12T08:00'])(
    'without a zone, %s is UTC under a head that says so, else by the clock of the browser',
    async (cell) => {
      expect(await of(cell, 'Expires (UTC)')).toBe(march)
      expect(await of(cell)).toBe(iso(new Date(2027, 2, 12, 8).getTime()))
    },
  )
})

test('what exists is compared field by field, and what the file leaves out is not', async () => {
  const rows = [stored('same'), stored('date'), stored('flags'), stored('never', { expiration_date: now - day })]
  const at = iso(now + 90 * day)
  const file = `name,expires,write,active\nsame,${at},no,\ndate,2027-03-12T08:00:00Z,,\nflags,,yes,no\nnever,Never expires,,\nsame,,,`
  expect(await dry(file, rows)).toEqual([
    '2 same: same',
    `3 date: differs Expires {"expiration_date":{"at":${Date.parse(march)}}}`,
    '4 flags: differs Active, Write {"write":true,"active":false}',
    '5 never: same',
    '6 same: twice twice in the file, also in line 2',
  ])
})

test('a row that cannot be sent again whole is told, and one that stays as it is is not', async () => {
  const rows = [stored('a', { active: undefined }), stored('b', { active: undefined }), stored('mine', { yours: true })]
  expect(await dry('name,write\na,yes\nb,no\nmine,yes', rows)).toEqual([
    '2 a: invalid The stored record can’t be read. Edit this token by itself.',
    '3 b: same',
    '4 mine: invalid You signed in with this token. Change it by itself.',
  ])
})

/** What becomes of the lines of an exported file, if it is read again on the same rows. */
async function readAgain<Row extends Dated>(of: AnyResource, rows: readonly Row[], where: Knows<Row>) {
  const columns = keysOf(of.fields).flatMap((name) => of.fields[name]?.exported ?? [])
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row, world)))
  const cut = await readFile(bytes(csvFile([columns.map(({ head }) => head), ...cells])))
  if ('fault' in cut) throw new Error(cut.fault)
  const result = await readImport(cut.lines, of, where as never, false, signal)
  if (result === undefined || 'fault' in result) throw new Error('not read')
  return result.lines.map(({ name, fate, says }) => `${name}: ${fate}${says}`)
}

test('the export of tokens changes nothing if it is imported', async () => {
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
  expect(await readAgain(tokens, rows, knows(rows))).toEqual(rows.map(({ name }) => `${name}: same`))
})

test('the export of users changes nothing if it is imported: no password, and no flag, also of the last admin', async () => {
  const moments = { created_at: now - day, updated_at: now }
  const row = (email: string, admin: boolean | undefined, active: boolean | undefined): User => ({
    email,
    admin,
    active,
    ...moments,
  })
  const rows = [
    row('me@x.test', true, true),
    row('li@x.test', false, true),
    row('off@x.test', false, false),
    row('=1+1@x.test', false, true),
    row('"a, b"@x.test', false, true),
    row('not an email', false, true),
    row('unreadable@x.test', undefined, undefined),
  ]
  const where = { ...world, you: ['me@x.test'], list: listOf(rows, now) } as unknown as Knows<User>
  expect(await readAgain(users, rows, where)).toEqual(rows.map(({ email }) => `${email}: same`))
})

test('the result is told first, without zeros', async () => {
  const result = await read('name,write\na,yes\nb,no\nc,maybe\nold,no\nc,no', [stored('old')])
  expect('lines' in result && resultWords(result.lines)).toBe('2 to create · 1 exists · 1 twice · 1 invalid')
})

test('10,000 lines are cut and compared in slices', async () => {
  const rows = Array.from({ length: 5000 }, (_, at) => stored(`token-${at * 2}`))
  const text = Array.from({ length: 10_000 }, (_, at) => `token-${at},"13.03.2027",yes`).join('\n')
  let passed = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (passed += 30))
  const rests = vi.spyOn(globalThis, 'setTimeout')
  const cut = await readLines(`name,expires,write\n${text}`)
  if ('fault' in cut) throw new Error(cut.fault)
  const result = await readImport(cut.lines, resource, knows(rows), false, signal)
  if (result === undefined || 'fault' in result) throw new Error('not read')
  expect(result.lines.filter(({ fate }) => fate === 'create')).toHaveLength(5000)
  expect(result.lines.filter(({ fate }) => fate === 'differs')).toHaveLength(5000)
  expect(result.lines.at(-1)).toMatchObject({ line: 10_001, name: 'token-9999' })
  expect(rests.mock.calls.length).toBeGreaterThan(200)
})
