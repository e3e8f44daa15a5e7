import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { faultsOf } from './import-rules.ts'

test('the codebase keeps its import rules', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  expect(files.length).toBeGreaterThan(20)
  const source = Object.fromEntries(
    files.map((file) => [posix.relative(import.meta.dirname, file), readFileSync(file, 'utf8')]),
  )
  expect(faultsOf(source)).toEqual([])
})

describe('an import rule stops', () => {
  const ok = '/** Says. */\nexport const a = 1\n'
  test.each<[string, string, string, RegExp]>([
    ['the contract importing the web', 'contract/a.ts', "import '#web/b.ts'", /contract may not import web/],
    [
      'the contract re-exporting the reference',
      'contract/a.ts',
      "export { b } from '#reference/b.ts'\n" + ok,
      /contract may not import reference/,
    ],
    [
      'the web importing the host, as a type',
      'web/a.ts',
      "import type { B } from '#host/b.ts'",
      /web may not import host/,
    ],
    [
      'the web importing the reference inside a type',
      'web/a.ts',
      "type B = import('#reference/b.ts').B",
      /web may not import reference/,
    ],
    [
      'the reference importing the host dynamically',
      'reference/a.ts',
      "const b = import('#host/b.ts')",
      /reference may not import host/,
    ],
    [
      'the host importing the reference at its start',
      'host/a.ts',
      "import { b } from '#reference/b.ts'",
      /only dynamically/,
    ],
    ['zod classic in the contract', 'contract/a.ts', "import * as z from 'zod'", /may not use the package zod/],
    ['zod classic in the web', 'web/a.ts', "import * as z from 'zod/v4'", /may not use the package zod/],
    ['node in the contract', 'contract/a.ts', "import 'node:fs'", /may not use/],
    ['react in the host', 'host/a.ts', "import 'react'", /may not use/],
    ['libsql in the host', 'host/a.ts', "import 'libsql'", /may not use/],
    ['an unknown package in the web', 'web/a.ts', "const a = () => import('date-fns')", /may not use/],
    ['tokens importing users', 'web/tokens/a.ts', "import '#web/users/b.ts'", /web\/tokens may not import web\/users/],
    [
      'the session importing a resource',
      'web/session/a.ts',
      "import('#web/resource/b.ts')",
      /web\/session may not import web\/resource/,
    ],
    [
      'the jobs importing the sheets',
      'web/jobs/a.ts',
      "import type { B } from '#web/sheet/b/c.ts'",
      /web\/jobs may not import web\/sheet/,
    ],
    [
      'the session importing the app',
      'web/session/a.ts',
      "import '#web/app/b.ts'",
      /web\/session may not import web\/app/,
    ],
    ['the list importing tokens', 'web/list/a.ts', "import '#web/tokens/b.ts'", /web\/list may not import web\/tokens/],
    ['the sheets importing users', 'web/sheet/a.ts', "import('#web/users/b.ts')", /web\/sheet may not import/],
    ['the reference importing the contract', 'reference/a.ts', "import '#contract/b.ts'", /may not import contract/],
    [
      'a question which resource it is',
      'web/list/a.ts',
      "export const a = (b: string) => b === 'tokens'",
      /which resource it is: === 'tokens'/,
    ],
    ['the same, the other way round', 'contract/list/a.ts', "let b = ''; let a = 'users' !== b", /which resource/],
    ['source importing an end-to-end rig', 'web/a.ts', "import '#e2e/rig/b.ts'", /for tests/],
    ['ui knowing the contract', 'web/ui/a.ts', "import '#contract/b.ts'", /ui may not import contract/],
    ['ui knowing a query', 'web/ui/a.ts', "import '@tanstack/react-query'", /ui knows no query/],
    ['an import upwards', 'web/ui/a.test.ts', "import '../b.ts'", /imports upwards/],
    ['source importing what is for tests', 'web/a.ts', "import './testing/b.ts'", /for tests/],
    ['a file of 401 lines', 'web/a.test.ts', '\n'.repeat(400) + 'let a', /401 lines/],
    ['a default export', 'web/a.ts', 'export default 1', /default export/],
    ['a default export in disguise', 'web/a.ts', 'const a = 1\nexport { a as default }', /default export/],
    ['a barrel', 'web/a.ts', "export { b } from './b.ts'", /barrel/],
    ['a star', 'web/a.ts', `export * from './b.ts'\n${ok}`, /barrel/],
    ...[
      'index.ts',
      'utils.ts',
      'token-helpers.ts',
      'common/a.ts',
      'types.ts',
      'session-manager.ts',
      'data.tsx',
      'user-info.ts',
    ].map((name): [string, string, string, RegExp] => [`the name ${name}`, `web/${name}`, ok, /banned name/]),
    ['a name in camels', 'web/tokenForm.tsx', ok, /kebab/],
    [
      'an export of the contract without a docstring',
      'contract/a.ts',
      '// Says.\nexport const a = 1',
      /no docstring on a/,
    ],
    [
      'an export of the host whose docstring is for another',
      'host/a.ts',
      `${ok}export interface B {}`,
      /no docstring on B/,
    ],
  ])('%s', (_, file, text, fault) => expect(faultsOf({ [file]: text })).toEqual([expect.stringMatching(fault)]))

  test('a folder of 26 source files; tests do not count', () => {
    const named = (count: number, end: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`web/a/b${at}${end}`, '']))
    expect(faultsOf(named(26, '.ts'))).toEqual(['web/a: 26 files'])
    expect(faultsOf({ ...named(25, '.ts'), ...named(25, '.test.ts') })).toEqual([])
  })
})

test('the import rules let through what the layers allow', () => {
  const allowed = {
    'contract/a.ts':
      "import * as z from 'zod/mini'\n/** Says. */\nexport const A = z.string()\nexport type A = z.infer<typeof A>\n",
    'host/a.ts':
      "import 'node:fs'\nimport '#contract/a.ts'\nconst b = () => import('#reference/a.ts')\n// import('react')",
    'reference/a.ts': "import 'libsql'",
    'contract/token.ts': "let a = ''; let b = a === 'tokens'",
    'web/list/a.test.ts': "import '#web/tokens/a.tsx'; let a = ''; let b = a === 'tokens'",
    'web/tokens/a.tsx': "import worker from './b.ts?worker&url'\nimport '#web/ui/a.tsx'\nimport('./c.tsx')",
    'web/ui/a.tsx': "import 'react'\nimport './a.module.css'",
    'contract/a.test.ts': "import '#reference/a.ts'\nimport 'fast-check'",
  }
  expect(faultsOf(allowed)).toEqual([])
})

test('a test that mocks a module, or loads one anew, leaves none of its modules to the next test of its worker', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.test\.tsx?$/.test(file) && file !== 'import-rules.test.ts',
  )
  const tests = files.map((file) => [file, readFileSync(join(import.meta.dirname, file), 'utf8')] as const)
  const mocking = tests.filter(([, text]) => /\bvi\.(mock|doMock|resetModules)\(/.test(text))
  expect(mocking.length).toBeGreaterThan(0)
  expect(mocking.filter(([, text]) => !text.includes('afterAll(() => void vi.resetModules())'))).toEqual([])
})
