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
    ['the api importing the web', 'api/a.ts', "import '#web/b.ts'", /api may not import web/],
    [
      'the api re-exporting the reference-service',
      'api/a.ts',
      "export { b } from '#reference-service/b.ts'\n" + ok,
      /api may not import reference-service/,
    ],
    [
      'the web importing the server, as a type',
      'web/a.ts',
      "import type { B } from '#server/b.ts'",
      /web may not import server/,
    ],
    [
      'the web importing the reference-service inside a type',
      'web/a.ts',
      "type B = import('#reference-service/b.ts').B",
      /web may not import reference-service/,
    ],
    [
      'the reference-service importing the server dynamically',
      'reference-service/a.ts',
      "const b = import('#server/b.ts')",
      /reference-service may not import server/,
    ],
    [
      'the server importing the reference-service at its start',
      'server/a.ts',
      "import { b } from '#reference-service/b.ts'",
      /only dynamically/,
    ],
    ['zod classic in the api', 'api/a.ts', "import * as z from 'zod'", /may not use the package zod/],
    ['zod classic in the web', 'web/a.ts', "import * as z from 'zod/v4'", /may not use the package zod/],
    ['node in the api', 'api/a.ts', "import 'node:fs'", /may not use/],
    ['react in the server', 'server/a.ts', "import 'react'", /may not use/],
    ['libsql in the server', 'server/a.ts', "import 'libsql'", /may not use/],
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
      "import type { B } from '#web/forms/b/c.ts'",
      /web\/jobs may not import web\/forms/,
    ],
    [
      'the session importing the app',
      'web/session/a.ts',
      "import '#web/app/b.ts'",
      /web\/session may not import web\/app/,
    ],
    ['the list importing tokens', 'web/list/a.ts', "import '#web/tokens/b.ts'", /web\/list may not import web\/tokens/],
    ['the sheets importing users', 'web/forms/a.ts', "import('#web/users/b.ts')", /web\/forms may not import/],
    ['the reference-service importing the api', 'reference-service/a.ts', "import '#api/b.ts'", /may not import api/],
    [
      'a question which resource it is',
      'web/list/a.ts',
      "export const a = (b: string) => b === 'tokens'",
      /which resource it is: === 'tokens'/,
    ],
    ['the same, the other way round', 'api/list/a.ts', "let b = ''; let a = 'users' !== b", /which resource/],
    [
      'a request of the tokens page outside of its hooks',
      'web/tokens/a.tsx',
      "import { runAction as run } from '#web/jobs/run-action.ts'",
      /only hooks.ts may import runAction/,
    ],
    [
      'a query of the users page outside of its hooks',
      'web/users/a.tsx',
      "import { useQuery } from '@tanstack/react-query'",
      /only hooks.ts may import useQuery/,
    ],
    [
      'a value that is read elsewhere in the page',
      'web/secrets/a.ts',
      "export const a = ({ tokens }: ApiClient) => tokens.value('ci')",
      /may read a value/,
    ],
    ['source importing an end-to-end rig', 'web/a.ts', "import '#e2e/rig/b.ts'", /for tests/],
    ['ui knowing the api', 'web/ui/a.ts', "import '#api/b.ts'", /ui may not import api/],
    ['ui knowing a query', 'web/ui/a.ts', "import '@tanstack/react-query'", /ui knows no query/],
    ['an import upwards', 'web/ui/a.test.ts', "import '../b.ts'", /imports upwards/],
    ['source importing what is for tests', 'web/a.ts', "import './testing/b.ts'", /for tests/],
    ['a file of 451 lines', 'web/a.test.ts', '\n'.repeat(450) + 'let a', /451 lines/],
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
    ['an export of the api without a docstring', 'api/a.ts', '// Says.\nexport const a = 1', /no docstring on a/],
    [
      'an export of the server whose docstring is for another',
      'server/a.ts',
      `${ok}export interface B {}`,
      /no docstring on B/,
    ],
  ])('%s', (_, file, text, fault) => expect(faultsOf({ [file]: text })).toEqual([expect.stringMatching(fault)]))

  test('a folder of 26 source files; tests do not count', () => {
    const named = (count: number, end: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`web/a/b${index}${end}`, '']))
    expect(faultsOf(named(26, '.ts'))).toEqual(['web/a: 26 files'])
    expect(faultsOf({ ...named(25, '.ts'), ...named(25, '.test.ts') })).toEqual([])
  })
})

test('the import rules let through what the layers allow', () => {
  const allowed = {
    'api/a.ts':
      "import * as z from 'zod/mini'\n/** Says. */\nexport const A = z.string()\nexport type A = z.infer<typeof A>\n",
    'server/a.ts':
      "import 'node:fs'\nimport '#api/a.ts'\nconst b = () => import('#reference-service/a.ts')\n// import('react')",
    'reference-service/a.ts': "import 'libsql'",
    'api/token.ts': "let a = ''; let b = a === 'tokens'",
    'web/list/a.test.ts': "import '#web/tokens/a.tsx'; let a = ''; let b = a === 'tokens'",
    'web/users/hooks.ts': "import { useMutation } from '@tanstack/react-query'",
    'web/tokens/a.tsx': "import worker from './b.ts?worker&url'\nimport '#web/ui/a.tsx'\nimport('./c.tsx')",
    'web/ui/a.tsx': "import 'react'\nimport './a.module.css'",
    'api/a.test.ts': "import '#reference-service/a.ts'\nimport 'fast-check'",
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
