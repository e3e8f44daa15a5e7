import { expect, test } from 'vitest'
import { rowStore } from '#contract/list/row-store.ts'
import type { User } from '#contract/user.ts'
import { csvFile } from '#contract/csv.ts'
import { keysOf } from '#web/list/resource.ts'
import { userResource } from '#web/users/user-resource.ts'
import { browserMomentsOf, columnsIn } from '#web/writes/import/cells.ts'
import { dryRun } from '#web/writes/import/dry-run.ts'
import { readLines } from '#web/writes/import/read-lines.ts'
import { userImport } from './user-import-sheet.tsx'

const now = 1_800_000_000_000
const stored = (email: string, fields: Partial<User> = {}): User => ({
  email,
  admin: false,
  active: true,
  created_at: now,
  updated_at: now,
  ...fields,
})
const rest = async () => undefined

async function dry(file: string, rows: readonly User[] | undefined, mine: readonly string[] = ['me@x.org']) {
  const list =
    rows && rowStore<User>(rows, { unreadable: [], isWhole: true, readAt: now, beganAt: now, otherFields: [] })
  const resource = userImport(undefined!, list, mine)
  const cut = await readLines(file, rest)
  if ('fault' in cut) throw new Error(cut.fault)
  const world = { momentsOf: browserMomentsOf, rest, signal: new AbortController().signal }
  const columns = columnsIn(resource, cut.lines[0]?.cells ?? [])
  if ('fault' in columns) throw new Error(columns.fault)
  const run = await dryRun(cut.lines, resource, columns, '', world)
  return run!.lines.map(({ line, name, fate, says, checked, hasPassword }) => {
    const { admin, active } = (checked?.change ?? {}) as Partial<User>
    const made = `${admin ? 'admin' : ''} ${active ? '' : 'inactive'}`
    const what = fate === 'create' ? made : fate === 'differs' ? `${says} ${JSON.stringify(checked?.change)}` : says
    return `${line} ${name}: ${fate} ${what}${hasPassword ? ' password' : ''}`.replace(/ +/g, ' ').trim()
  })
}

test('users are created with their flags, and what exists is compared without its password', async () => {
  const rows = [stored('same@x.org'), stored('flags@x.org'), stored('boss@x.org', { admin: true })]
  const file = [
    'E-Mail,Password,Is admin,Enabled',
    'new@x.org,"pass, ""word"" ",yes,',
    'quiet@x.org,,,no',
    'same@x.org,other,no,yes',
    'flags@x.org,,true,',
    'new@x.org,,,',
    'not an email,,,',
    ',x,,',
  ].join('\n')
  expect(await dry(file, rows)).toEqual([
    '2 new@x.org: create admin password',
    '3 quiet@x.org: create inactive',
    '4 same@x.org: same password',
    '5 flags@x.org: differs Admin {"admin":true}',
    '6 new@x.org: twice also in line 2',
    '7 not an email: invalid Email: doesn’t look like an email address.',
    '8 : invalid Email: empty. password',
  ])
})

test('an import never demotes or deactivates the own account, nor the last admin', async () => {
  const rows = [stored('me@x.org', { admin: true }), stored('other@x.org', { admin: true })]
  const file = 'email,admin,active\nme@x.org,no,\nother@x.org,,no'
  expect(await dry(file, rows)).toEqual([
    '2 me@x.org: invalid This is your account. Change it by itself.',
    '3 other@x.org: differs Active {"active":false}',
  ])
  expect(await dry(file, rows, [])).toEqual([
    '2 me@x.org: invalid This may be your account. Change it by itself.',
    '3 other@x.org: invalid This may be your account. Change it by itself.',
  ])
  expect(await dry('email,admin\nother@x.org,no', rows.slice(1))).toEqual([
    '2 other@x.org: invalid This is the last active admin. Change it by itself.',
  ])
})

test('without a list every email is sent, and each once', async () => {
  expect(await dry('a@x.org\nb@x.org\na@x.org', undefined)).toEqual([
    '1 a@x.org: create',
    '2 b@x.org: create',
    '3 a@x.org: twice also in line 1',
  ])
})

test('the export of this console is read again without a difference', async () => {
  const rows = [
    stored('a@x.org', { admin: true }),
    stored("'=1+1@x.org", { active: false }),
    stored('no email; -x'),
    stored('unreadable@x.org', { admin: undefined, active: undefined }),
  ]
  const names = keysOf(userResource.columns)
  const file = csvFile([
    names.map((name) => userResource.columns[name].exported.head),
    ...rows.map((row) => names.map((name) => userResource.columns[name].exported.cell(row, { unit: 'milliseconds' }))),
  ])
  expect(await dry(file.slice(1), rows)).toEqual(rows.map(({ email }, at) => `${at + 2} ${email}: same`))
})
