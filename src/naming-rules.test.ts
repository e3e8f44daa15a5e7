import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { namingFaults } from './naming-rules.ts'

test('the codebase keeps its naming rules', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  expect(files.length).toBeGreaterThan(20)
  const source = Object.fromEntries(
    files.map((file) => [posix.relative(import.meta.dirname, file), readFileSync(file, 'utf8')]),
  )
  expect(namingFaults(source)).toEqual([])
})

/** A file that is long enough. */
const long = (text: string) => `${text}\n${'//\n'.repeat(60)}`

const short = 'export const a = 1\n'
const importing = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [`web/${name}.ts`, long("import { a } from './short.ts'")]))

test.each<[string, Record<string, string>, RegExp]>([
  [
    'a name that two files export',
    { 'web/a.ts': long('export const row = 1'), 'reference-service/testing/b.ts': 'export interface row {}' },
    /^row is exported by web\/a\.ts and reference-service\/testing\/b\.ts$/,
  ],
  ['a short file that nobody imports', { 'web/short.ts': short }, /short and serves/],
  ['a short file with two importers', { 'web/short.ts': short, ...importing('b', 'c') }, /^web\/short\.ts is short/],
  ['a private word as a variable', { 'web/a.ts': long('const told = 1') }, /: told has/],
  [
    'a private word inside a member',
    { 'web/a.ts': long('interface A { isUnseenTold: boolean }') },
    /: isUnseenTold has/,
  ],
  ['a private word inside a component', { 'web/a.tsx': long('const a = <ForeignName />') }, /: ForeignName has/],
  ['a private word in a test', { 'web/a.test.ts': 'const usersDesk = 1' }, /: usersDesk has/],
  ['words as what a name is', { 'web/a.ts': long('function leakWords() {}') }, /: leakWords has/],
  ['an ordinary word as a type', { 'web/a.ts': long('type Seen = number') }, /: Seen has/],
])('a naming rule stops %s', (_, files, fault) =>
  expect(namingFaults(files, {})).toEqual([expect.stringMatching(fault)]),
)

test.each<[string, Record<string, string>]>([
  [
    'a schema and its type',
    {
      'api/a.ts': long("import * as z from 'zod/mini'\nexport const A = z.string()\nexport type A = z.infer<typeof A>"),
    },
  ],
  ['a short file with three importers', { 'web/short.ts': short, ...importing('b', 'c', 'd') }],
  ['a short chunk', { 'web/short.ts': short, 'web/b.ts': long("const b = () => import('./short.ts')") }],
  ['a short entry, test or helper of tests', { 'server/dev.ts': '', 'web/a.test.ts': '', 'web/testing/b.ts': '' }],
  ['ordinary words', { 'web/a.ts': long('const a = ({ kind, seen, given, words, updatedAt, moments }) => place') }],
  ['a private word in a text or a comment', { 'web/a.ts': long("const a = 'told' // told") }],
])('the naming rules let through %s', (_, files) => expect(namingFaults(files, {})).toEqual([]))

test('a reason for a short file that is gone, or long, is a fault', () => {
  expect(namingFaults({ 'web/a.ts': long('') }, { 'web/a.ts': 'b' })).toEqual(['web/a.ts needs no reason to be short'])
})

test('no more than fifteen short files have a reason', () => {
  const files = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`web/a${index}.ts`, '']))
  expect(namingFaults(files, files)).toEqual(['more than fifteen short files have a reason'])
})
