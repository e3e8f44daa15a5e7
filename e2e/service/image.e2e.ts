import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { freePort } from '#server/testing/ports.ts'
import { buildFolder, carriedOut, type Image } from '#e2e/rig/dockerfile.ts'
import { startCommand } from '#e2e/rig/processes.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const isDeep = process.env['DEEP'] === '1'
/** Runs a command where nothing can be written, but into the folder that $1 names: that one is new, and in memory. */
const readOnly = [
  'unshare',
  '-rm',
  'sh',
  '-ec',
  '[ -z "$1" ] || mount -t tmpfs -o mode=700 tmpfs "$1"; mount -o remount,bind,ro /; shift; exec "$@"',
  'sh',
]
/** Whether this machine lets us. */
const isAllowed = spawnSync('unshare', [...readOnly.slice(1), '', 'true']).status === 0

let dir = ''
let stages: Image[] = []
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  test.setTimeout(600_000)
  // Two levels deeper than the clone, and with a blank: neither is to be seen in a build.
  dir = await mkdtemp(join(tmpdir(), 'query-admin image-'))
  stages = await carriedOut(dir, { isShort: !isDeep })
})
test.afterAll(() => rm(dir, { recursive: true, force: true }))

const ofBuild = () => stages[0]?.workdir ?? ''
const image = (): Image => {
  const last = stages.at(-1)
  if (last === undefined) throw new Error('The Dockerfile has no stage.')
  return last
}

/** Starts the image, or another command of its program, with a read-only root file system. */
function started(env: Record<string, string>, ready: RegExp, command?: string) {
  const words = image().command.map((word) => (word === 'node' ? process.execPath : word))
  if (command !== undefined) words.splice(-1, 1, command)
  if (isAllowed) words.unshift(...readOnly, env['DATA_DIR'] ?? '')
  return startCommand({ command: words, folder: image().workdir, env: { ...image().env, ...env }, ready })
}

const isHealthy = (PORT: number) => {
  const [node = '', ...args] = image().healthcheck
  expect(node).toBe('node')
  return spawnSync(process.execPath, args, { env: { PORT: `${PORT}` } }).status === 0
}

test('two builds in two folders give the same package to the byte, and the image holds that and the optional packages', async () => {
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', dir, root], { cwd: dir })
  const [ours, theirs] = await Promise.all([dir, ofBuild()].map((at) => readFile(join(at, 'query-admin-1.0.0.tgz'))))
  expect(theirs?.equals(ours ?? Buffer.of())).toBe(true)

  expect(image().user).toBe('node')
  expect(await readdir(image().folder)).toEqual(['app'])
  expect(await readdir(image().workdir)).toEqual(['node_modules'])
  const inside = await readdir(join(image().workdir, 'node_modules'), { recursive: true })
  const packages = inside.flatMap((path) => /^((@[^/]+\/)?[^./@][^/]*)\/package\.json$/.exec(path)?.[1] ?? [])
  const optional = ['@node-rs/argon2', '@redis/client', 'hono', 'jose', 'libsql']
  expect(packages).toEqual(expect.arrayContaining(['query-admin', ...optional]))
  for (const tool of ['vite', 'react', 'typescript', 'playwright']) expect(packages).not.toContain(tool)
  expect(inside.filter((path) => path.startsWith(`query-admin${sep}src`))).toEqual([])
})

test('the image serves a console from a read-only root, with the health check of the image, and the store within reach', async () => {
  const port = await freePort()
  const plain = await started({ PORT: `${port}` }, /./).catch((error: Error) => error.message)
  expect(plain).toContain('HOST is reachable from other machines')
  expect(isHealthy(port)).toBe(false)
  const env = { PORT: `${port}`, ALLOW_PLAIN_HTTP: 'behind-proxy', QUERY_SERVICE_URL: 'http://127.0.0.1:1' }
  // Nobody listens at that address: it starts all the same, and finds the package for it.
  const store = { SESSION_STORE: 'redis://127.0.0.1:1', SESSION_KEY: randomBytes(32).toString('base64') }
  const host = await started({ ...env, ...store }, /Query Admin .+\n/)
  expect(host.output()).toContain(`http://0.0.0.0:${port}/`)
  expect(isHealthy(port)).toBe(true)
  const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-forwarded-for': '10.0.0.1' } })
  expect(await page.text()).toContain('<div id="root">')
  await host.stop()
  expect(isHealthy(port)).toBe(false)
})

test('the image has the demo inside, which writes into DATA_DIR alone', async () => {
  const DATA_DIR = join(dir, 'data')
  await mkdir(DATA_DIR, { mode: 0o700 })
  const port = await freePort()
  const host = await started({ HOST: '127.0.0.1', PORT: `${port}`, DATA_DIR }, /Sign-in details .+\n/, 'demo')
  expect(isHealthy(port)).toBe(true)
  await host.stop()
})

test('every package with code or a file in the build is named in the list of licences, with its text', async () => {
  test.setTimeout(240_000)
  const again = await buildFolder(join(dir, 'again'))
  await run(process.execPath, ['src/server/start.mjs', 'build', '--sourcemap'], { cwd: again })
  for (const part of ['dist', '.build/server']) {
    const list = await readFile(join(again, part, '.vite', 'license.md'), 'utf8')
    expect(list).toBe(await readFile(join(root, part, '.vite', 'license.md'), 'utf8'))
    const files = await readdir(join(again, part), { recursive: true })
    const maps = await Promise.all(
      files.filter((name) => name.endsWith('.map')).map((name) => readFile(join(again, part, name), 'utf8')),
    )
    const sources = maps.flatMap((map) => (JSON.parse(map) as { sources: string[] }).sources)
    const manifest = part === 'dist' ? await readFile(join(again, 'dist', '.vite', 'manifest.json'), 'utf8') : '{}'
    const assets = Object.values(JSON.parse(manifest) as Record<string, { src?: string }>).map(({ src = '' }) => src)
    const found = [...sources, ...assets].flatMap((path) => /.*node_modules\/((@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])
    const packages = [...new Set(found)]
    expect(packages).toContain(part === 'dist' ? '@fontsource-variable/geist-mono' : 'prom-client')
    for (const name of packages) expect(list).toMatch(new RegExp(`\n## ${name} - \\S+ \\(\\S+\\)\n\n.{100}`, 's'))
  }
})
