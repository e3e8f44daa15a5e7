import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Files and folders of the project, from its top level. */
const paths = ['src', 'e2e', '.github', '.ci'].flatMap((top) => [
  top,
  ...readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
    .map((path) => `${top}/${path.replaceAll('\\', '/')}`)
    .filter((path) => !path.includes('node_modules')),
])

/** `web/list/selection.tsx`, `job-store.ts` and `src/web/ui/` are the ends of paths; `heap-cycles` is a test's file. */
function isThere(name: string): boolean {
  const end = name.replace(/\/$/, '')
  const endings = [end, `${end}.test.ts`, `${end}.e2e.ts`]
  return paths.some((path) => endings.some((ending) => path === ending || path.endsWith(`/${ending}`)))
}

test.each(['README.md', '.github/OPERATING.md', '.github/CONTRIBUTING.md', '.github/SECURITY.md'])(
  'every file that %s names is there',
  (document) => {
    const text = readFileSync(join(root, document), 'utf8')
    const named = [
      ...text.matchAll(
        /`((?:src|e2e|web|api|server|reference-service)\/[\w./-]*|[\w./-]+\.(?:tsx?|mjs|css|conf|cfg))`/g,
      ),
    ].map(([, name = '']) => name)
    const linked = [...text.matchAll(/\]\((?:\.\.\/)?((?:src|e2e|\.github)\/[^)#]+)/g)].map(([, name = '']) => name)
    expect(named.length + linked.length).toBeGreaterThan(3)
    expect([...named, ...linked].filter((name) => !isThere(name))).toEqual([])
  },
)

test('README is for users: at most 110 lines, and no line of a table has more than 160 characters', () => {
  const lines = readFileSync(join(root, 'README.md'), 'utf8').trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(110)
  expect(lines.filter((line) => line.startsWith('|') && line.length > 160)).toEqual([])
})

test('the workflow runs the README’s test command on every Node that the package names, needs no secret and publishes nothing', () => {
  const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')
  const workflow = read('.github', 'workflows', 'ci.yml')
  const command = /^npm ci && npm test$/m.exec(read('README.md'))?.[0]
  expect(command).toBeDefined()
  expect(workflow).toContain(`- run: ${command}\n`)
  const engines = /"node": "(.+)"/.exec(read('package.json'))?.[1] ?? ''
  const majors = [...engines.matchAll(/\^(\d+)/g)].map(([, major]) => major)
  expect(workflow).toContain(`node: [${majors.join(', ')}]\n`)
  expect(workflow).toContain('npm run test:more\n')
  expect(workflow).not.toMatch(/secrets\.|push: true/)
})

test('every promise of SECURITY.md has a test of that name', () => {
  const text = readFileSync(join(root, '.github', 'SECURITY.md'), 'utf8')
  const rows =
    text
      .split('## Promises and their tests')[1]
      ?.split('\n## ')[0]
      ?.match(/^\| .*\|$/gm) ?? []
  const tests = rows.slice(2).flatMap((row) => [...(row.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)])
  expect(rows.length).toBeGreaterThan(15)
  expect(tests.length).toBeGreaterThanOrEqual(rows.length - 2)
  expect(tests.map(([, name = '']) => name).filter((name) => !isThere(name))).toEqual([])
})
