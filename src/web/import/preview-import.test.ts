import { describe, expect, test } from 'vitest'
import { csvFile } from '#api/csv.ts'
import type { TimestampedRow } from '#api/list/row-list.ts'
import { listOf } from '#api/testing/lists.ts'
import type { Token } from '#api/token.ts'
import type { User } from '#api/user.ts'
import type { ActionContext } from '#web/resource/action.ts'
import { typedKeys, type AnyResourceDefinition } from '#web/resource/resource.ts'
import { tokenResource } from '#web/tokens/resource.ts'
import { userResource } from '#web/users/resource.ts'
import {
  type CsvCells,
  parseCsv,
  newRowSummary,
  previewImport,
  previewSummary,
  decodeCsvFile,
} from './preview-import.ts'

/** Friday 15 January 2027, 08:00 UTC. */
const now = 1_800_000_000_000
const day = 86_400_000
const resource: AnyResourceDefinition = tokenResource
const context = { now, timeUnit: 'milliseconds', ownEmails: [] } as const

const stored = (name: string, fields: Partial<Token> = {}): Token => ({
  name,
  expiration_date: now + 90 * day,
  active: true,
  write: false,
  created_at: now - day,
  updated_at: now - day,
  ...fields,
})
const bytes = (text: string) => new TextEncoder().encode(text)
/** In UTF-16. */
const wide = (text: string) => new Uint8Array(Uint16Array.from(text, (sign) => sign.charCodeAt(0)).buffer)
const importOptions = (rows: readonly Token[]) =>
  ({ ...context, list: listOf(rows, now) }) as unknown as ActionContext<TimestampedRow>

async function read(file: string | Uint8Array<ArrayBuffer>, rows: readonly Token[] = []) {
  const text = typeof file === 'string' ? file : decodeCsvFile(file)
  const cells = typeof text === 'string' ? parseCsv(text) : text
  return 'fault' in cells ? cells : await preview(cells, resource, importOptions(rows))
}

/** Nothing aborts it. */
async function preview(...[cells, resource, where]: [CsvCells, AnyResourceDefinition, ActionContext<TimestampedRow>]) {
  const result = await previewImport(cells, resource, where, new AbortController().signal)
  if (result === undefined) throw new Error('aborted')
  return result
}

/** What an import would do, a text for each line, with its number. */
async function dry(file: string | Uint8Array<ArrayBuffer>, rows: readonly Token[] = []) {
  const result = await read(file, rows)
  if ('fault' in result) return result.fault
  return result.lines.map(({ line, name, change, note }) => {
    if (change === undefined) return `${line} ${name}: ${note}`
    const row = { ...resource.forms.importRules.defaults('30d'), ...change }
    const { expiration_date: date, write, active } = row as Partial<Token> & { expiration_date?: unknown }
    const expiry =
      typeof date === 'object' && 'at' in (date as object) ? iso((date as { at: number }).at) : JSON.stringify(date)
    const made = `${expiry}${write ? ' write' : ''}${active ? '' : ' inactive'}${note === '' ? '' : ` (${note})`}`
    return `${line} ${name}: create ${made}`
  })
}
const iso = (timestamp: number) => new Date(timestamp).toISOString().replace('.000Z', 'Z')
const usual = '{"after":2592000000}'
const notText = 'This file is not UTF-8 text. Save it as CSV UTF-8.'
const which = 'Which sign separates the columns? Use a comma, semicolon, tab or “|”.'
const march = '2027-03-12T08:00:00Z'

test.each<[string, string | Uint8Array<ArrayBuffer>, string[] | string]>([
  [
    'a byte order mark, commas and quotes with line breaks',
    '\ufeffName,Expires,Write,Active\r\n"a\r\nb",2027-03-12T09:00:00+01:00,yes,1\r\n"say ""x"", y",never,0,FALSE\r\n',
    [`2 a\r\nb: Name: has a line break or another control character.`, '3 say "x", y: create "none" inactive'],
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
    'bars between its columns',
    'Name|Expires|Write|Active\nci|2027-03-12T08:00:00Z|yes|no',
    [`2 ci: create ${march} write inactive`],
  ],
  ['a separator inside the quotes of a head', '"Name","Owner | Team | Since"\na,ops', [`2 a: create ${usual}`]],
  ['carets', 'Name^Expires^Write^Active\nci^2027-12-31^yes^no', which],
  ['colons', 'name:expiration_date:write:active\nci:1805702400:1:0', which],
  ['spaces between its columns', 'Name  Expires  Write\nci    2027-12-31  yes', which],
  ['two separators', 'Name,Expires|Write\nci,2027-12-31|yes', which],
  ['a head of two known words', 'Name,Token active\nci,yes', [`2 ci: create ${usual}`]],
  ['Windows-1252', new Uint8Array([...bytes('name;write\nm'), 0xfc, ...bytes('ller;0')]), notText],
  ['no first line with names', 'ci-deploy\nbilling', [`1 ci-deploy: create ${usual}`, `2 billing: create ${usual}`]],
  [
    'trailing columns',
    'name,write,,\na,yes,,\nb,yes\nc,yes,,,\nd,yes,,,extra',
    [
      `2 a: create ${usual} write`,
      `3 b: create ${usual} write`,
      `4 c: create ${usual} write`,
      '5 d: Has 5 cells; the first line has 4.',
    ],
  ],
  [
    'formulas, as text and as the export protects them',
    "name\n=1+1\n'=1+1\n''quoted\n't Hooft",
    [
      `2 =1+1: create ${usual}`,
      '3 =1+1: twice in the file, also in line 2',
      `4 'quoted: create ${usual}`,
      `5 't Hooft: create ${usual}`,
    ],
  ],
  [
    'bars and no heads',
    'ci|2027-12-31|yes\ncd|2027-12-31|no',
    'The first line names no known column. Known are: Name, Expires, Write, Active.',
  ],
  [
    'unknown words in its first line',
    'Spalte;Notiz\na;2027-12-31',
    'The first line names no known column. Known are: Name, Expires, Write, Active.',
  ],
  [
    'a title above its first line',
    'Tokens of 2027\nName,Write\na,yes',
    'The first line names no known column. Known are: Name, Expires, Write, Active.',
  ],
  ['two columns for one field', 'Name,Write,write\na,yes,no', 'Two columns are for Write. Remove one.'],
  ['UTF-16, as Excel saves Unicode text', wide('\ufeffname\tactive\né\tnein'), [`2 é: create ${usual} inactive`]],
  ['UTF-16 without its mark', wide('name\nci'), notText],
  ['words of a German sheet', 'name;expires;write;active\na;nie;x;falsch', ['2 a: create "none" write inactive']],
  [
    'names that look alike',
    'name\nci deploy\nCI-Deploy\nCIDEPLOY\nci',
    [
      `2 ci deploy: create ${usual}`,
      `3 CI-Deploy: create ${usual}`,
      `4 CIDEPLOY: create ${usual} (looks like line 2)`,
      `5 ci: create ${usual}`,
    ],
  ],
  [
    'flags that are none, and a missing name',
    'name,write\na,maybe\n,yes',
    ['2 a: Write: not yes or no. Write yes, on, true, 1, x or ja; no, off, false, 0 or nein.', '3 : Name: empty.'],
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
    expect.stringMatching(/^The quotes in line \d don’t match\./) as unknown as string,
  ],
])('a file with %s', async (_says, file, expected) => expect(await dry(file)).toEqual(expected))

test.each([
  ['Name,Kennung,,Owner,\na,1,2,ops,', 'Ignored columns: Kennung, column 3, Owner.'],
  ['ci\ncd e', 'The first line names no column. Each line becomes one token.'],
  ['ci^yes\n\ncd^no', 'The first line names no column. Each line becomes one token, with “^” in its name.'],
  ['Name:Kennung\nci:1', 'The first line names no column. Each line becomes one token, with “:” in its name.'],
  ['ci:a\ncd', 'The first line names no column. Each line becomes one token.'],
])('what the first line of %j does not say is told, with what happens instead', async (file, note) => {
  expect(await read(file)).toMatchObject({ notes: [note] })
})

test('a file that names its columns, and has no other, needs no note', async () => {
  expect(await read('Name\nci')).toMatchObject({ notes: [] })
  expect(await read('Name,,\nci,,')).toMatchObject({ notes: [] })
})

test.each([
  ['German', 'Name;Läuft ab;Schreiben;Aktiv', 'nie;ja;falsch'],
  ['French', 'Name;Date d’expiration;Écriture;Activé', 'jamais;oui;FAUX'],
  ['Spanish', 'Name;Fecha de caducidad;Escritura;Activo', 'nunca;Sí;FALSO'],
  ['other German words', 'Bezeichnung;Gültig bis;Schreibzugriff;Aktiviert', 'nie;ja;nein'],
  ['other French words', 'Nom;Valable jusqu’au;Droit d’écriture;Activée', 'jamais;vrai;non'],
  ['other Spanish words', 'Nombre;Fecha de expiración;Permiso de escritura;Habilitado', 'nunca;verdadero;no'],
])('a file of tokens in %s is understood', async (_language, heads, cells) => {
  expect(await dry(`${heads}\na;${cells}`)).toEqual(['2 a: create "none" write inactive'])
})

test.each([
  ['German', 'E-Mail-Adresse;Passwort;Administrator;Aktiv', 'ja;nein'],
  ['French', 'Courriel;Mot de passe;Administrateur;Actif', 'vrai;non'],
  ['Spanish', 'Correo electrónico;Contraseña;Administrador;Activo', 'verdadero;no'],
  ['other German words', 'Mailadresse;Neues Kennwort;Administratorin;Aktiviert', 'x;falsch'],
  ['other French words', 'Adresse électronique;Nouveau mot de passe;Administratrice;Activée', 'oui;faux'],
  ['other Spanish words', 'Dirección de correo;Nueva contraseña;Administradora;Habilitado', 'sí;falso'],
])('a file of users in %s is understood', async (_language, heads, cells) => {
  expect(await readUsers(`${heads}\na@x.test;geheim;${cells}`)).toMatchObject({
    passwordColumn: 1,
    notes: [],
    lines: [{ name: 'a@x.test', hasPassword: true, change: { admin: true, active: false } }],
  })
})

async function readUsers(file: string) {
  const cells = parseCsv(file)
  return 'fault' in cells ? cells : await preview(cells, userResource, importOptions([]))
}

test('a column without a head is not taken for passwords', async () => {
  expect(await readUsers('Email,,\na@x.test,10115,')).toMatchObject({
    passwordColumn: undefined,
    notes: ['Ignored columns: column 2.'],
    lines: [{ name: 'a@x.test', hasPassword: false }],
  })
})

test.each(['^', ':', '|', '/', '&'])('an email with a password after a “%s” is no email', async (sign) => {
  const result = await readUsers(`a@x.test${sign}geheim\nb@x.test${sign}a.b`)
  expect('fault' in result ? [] : result.lines.filter(({ change }) => change !== undefined)).toEqual([])
})

test('a new name that looks like an existing one says so, and spaces around a name are no part of it', async () => {
  expect(await dry('name\n Ci-Deploy ', [stored('ci-deploy')])).toEqual([
    `2 Ci-Deploy: create ${usual} (looks like “ci-deploy”, which exists)`,
  ])
})

test('2 MB and 5,000 rows are imported, and nothing larger', async () => {
  expect(decodeCsvFile(bytes('a'.repeat(2_000_000)))).toHaveLength(2_000_000)
  expect(decodeCsvFile(bytes('a'.repeat(2_000_001)))).toEqual({
    fault: 'One import takes at most 2 MB. Split the file.',
  })
  const names = Array.from({ length: 5001 }, (_, index) => `n${index}\n`)
  expect(await dry(`name\n${names.slice(1).join('')}`)).toHaveLength(5000)
  expect(await dry(`name\n${names.join('')}`)).toBe('One import takes at most 5,000 lines. Split the file.')
})

test('reading a long file lets the page draw, and ends when another file was chosen', async () => {
  const cells = Array.from({ length: 300 }, (_, index) => [`n${index}`])
  const controller = new AbortController()
  const reading = previewImport(cells, resource, importOptions([]), controller.signal)
  controller.abort()
  expect(await reading).toBeUndefined()
})

test('a column that is missing is named with what new rows get instead, and what is wrong is told from what exists', async () => {
  const all = await read('name,write,active\na,yes,yes')
  const some = await read('name,expires,write\na,31/31/2027,yes\nb,,maybe\nci,,no\na,,no\n,,no', [stored('ci')])
  if ('fault' in all || 'fault' in some) throw new Error('unread')
  expect(all.defaultTexts).toEqual([])
  expect(some.defaultTexts).toEqual(['No Active column: new tokens will be active.'])
  expect(some.lines.map(({ line, isFaulty = false }) => [line, isFaulty])).toEqual([
    [2, true],
    [3, true],
    [4, false],
    [5, false],
    [6, true],
  ])
  const names = await preview([['a@x.test']], userResource, importOptions([]))
  expect('defaultTexts' in names && names.defaultTexts).toEqual([
    'No Admin column: new users will not be admins.',
    'No Active column: new users will be active.',
  ])
})

test('a new row says what it gets', () => {
  const change = { expiration_date: { at: Date.UTC(2027, 11, 31, 23, 59, 59) }, write: false, active: true }
  expect(newRowSummary(resource, change, importOptions([]))).toBe(
    'Expires: 31 Dec 2027, 23:59:59 · Write: off · Active: on',
  )
})

describe('dates', () => {
  const previewOf = async (cell: string, head = 'expires') => {
    const result = await dry(`name\t${head}\nt\t${cell}`)
    return Array.isArray(result) ? result[0]?.replace(/^2 t: (create )?/, '') : result
  }
  const unknown = (cell: string) => `Not a date: ${cell}. Use 2027-12-31.`
  test.each([
    ['ISO with a zone', '2027-03-12T09:00:00+01:00', march],
    ['as exported', '2027-03-12T08:00:00.000Z', march],
    ['as seconds', '1805702400', '2027-03-22T08:00:00Z'],
    ['as milliseconds', '1805702400000', '2027-03-22T08:00:00Z'],
    ['never', 'Never', '"none"'],
    ['no expiry', 'No expiry', '"none"'],
    ['no expiry, as older exports say it', 'No expiry set', '"none"'],
    ['nothing', 'unreadable', usual],
    ['a day, to its end', '31.12.2027', iso(new Date(2027, 11, 31, 23, 59, 59).getTime())],
    ['in the past', '2026-03-12', 'Expires: this date has passed.'],
    ['a day that does not exist', '31.06.2027', unknown('31.06.2027')],
    ['an hour that does not exist', '2027-06-30 25:00', unknown('2027-06-30 25:00')],
    ['a year of two digits', '12.03.27', unknown('12.03.27')],
    ['with slashes, in any order', '13/03/2027', unknown('13/03/2027')],
    ['as American browsers write it', '3/13/2027, 9:00:00 AM', unknown('3/13/2027, 9:00:00 AM')],
    ['a long one, which is cut', '2027/12/31 23:59:59 2027/12/31', unknown('2027/12/31 23:59:59 2027…')],
    ['a word, which may be a password', 'soon', 'Not a date. Use 2027-12-31.'],
    ['a formula that an export escaped', "'-1", unknown('-1')],
  ])('%s', async (_says, cell, expected) => expect(await previewOf(cell)).toBe(expected))

  test.each(['12.03.2027 08:00', '12.3.2027, 08:00:00', '2027-03-12 08:00', '2027-03-12T08:00'])(
    'without a zone, %s is UTC under a head that says so, else by the clock of the browser',
    async (cell) => {
      expect(await previewOf(cell, 'Expires (UTC)')).toBe(march)
      expect(await previewOf(cell)).toBe(iso(new Date(2027, 2, 12, 8).getTime()))
    },
  )
})

/** What becomes of the lines of an exported file, if it is read again on the same rows. */
async function readAgain<Row extends TimestampedRow>(
  resource: AnyResourceDefinition,
  rows: readonly Row[],
  where: ActionContext<Row>,
) {
  const columns = typedKeys(resource.fields).flatMap((name) => resource.fields[name]?.csv ?? [])
  const lines = rows.map((row) => columns.map(({ cell }) => cell(row, context)))
  const text = decodeCsvFile(bytes(csvFile([columns.map(({ header }) => header), ...lines])))
  const cells = typeof text === 'string' ? parseCsv(text) : text
  const result = 'fault' in cells ? cells : await preview(cells, resource, where as never)
  return 'fault' in result ? result.fault : result.lines.map(({ name, note }) => `${name}: ${note}`)
}

test('the export of tokens changes nothing if it is imported', async () => {
  const rows = [
    stored('plain'),
    stored("'=1+1", { write: true }),
    stored('=cmd|x', { active: false }),
    stored('a;\n-b "c", d', { expiration_date: now - 100 * day }),
    stored('never', { expiration_date: undefined }),
    stored('unreadable', { expiration_date: '?', write: undefined }),
    stored('far', { expiration_date: 1_800_000_000_000_000 }),
    stored('odd', { expiration_date: now + day + 17 }),
    stored('-'),
  ]
  expect(await readAgain(tokenResource, rows, importOptions(rows))).toEqual(rows.map(({ name }) => `${name}: exists`))
})

test('the export of users changes nothing if it is imported', async () => {
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
  const where = { ...context, ownEmails: ['me@x.test'], list: listOf(rows, now) } as unknown as ActionContext<User>
  expect(await readAgain(userResource, rows, where)).toEqual(rows.map(({ email }) => `${email}: exists`))
})

test('of users who exist, the file says where admin and active are swapped, by its line or by what a new user gets', async () => {
  const row = (email: string, admin: boolean, active: boolean): User => ({
    email,
    admin,
    active,
    created_at: 1,
    updated_at: 1,
  })
  const rows = [
    row('a@x.test', true, false),
    row('b@x.test', true, false),
    row('c@x.test', false, true),
    row('d@x.test', false, false),
  ]
  const where = { ...context, list: listOf(rows, now) } as unknown as ActionContext<TimestampedRow>
  const cells = parseCsv('email,admin,active\na@x.test,,\nb@x.test,yes,no\nc@x.test,,\nd@x.test,,')
  const result = 'fault' in cells ? cells : await preview(cells, userResource, where)
  expect('lines' in result && result.lines.map(({ note }) => note)).toEqual([
    'exists, admin and active are swapped',
    'exists',
    'exists',
    'exists',
  ])
})

test('the result is told first, without zeros', async () => {
  const result = await read('name,write\na,yes\nb,no\nc,maybe\nold,no\nc,no', [stored('old')])
  expect('lines' in result && previewSummary(result.lines)).toBe('2 to create · 3 left out')
})
