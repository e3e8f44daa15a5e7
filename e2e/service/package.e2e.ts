import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { start } from '#e2e/rig/processes.ts'
import { flip, nameOf, switchOf } from '#e2e/tokens/tokens-page.ts'
import { expect, signIn, test } from '#e2e/rig/fixture.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')

/** Packs the build as it is, and installs it offline in an empty folder. */
async function installed() {
  const dir = await mkdtemp(join(tmpdir(), 'query-admin-package-'))
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--pack-destination', dir, root], { cwd: dir })
  const packed = join(dir, stdout.trim().split('\n').at(-1) ?? '')
  await writeFile(join(dir, 'package.json'), '{ "private": true }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', packed], { cwd: dir })
  const home = join(dir, 'node_modules', 'query-admin')
  return { dir, home, program: join(home, '.build', 'server', 'query-admin.js') }
}

const failing = async (program: string, args: string[] = [], env: Record<string, string> = {}) => {
  try {
    await run(process.execPath, [program, ...args], { env: { PATH: process.env['PATH'] ?? '', ...env } })
    return ''
  } catch (error) {
    return (error as { stderr: string }).stderr
  }
}

test.use({ readings: 'documented' })

test('the package installs offline without anything else, and serves the console of a service', async ({
  page,
  site,
}) => {
  const { dir, home, program } = await installed()
  // As the README has it, in one step.
  const once = await run('npx', ['--yes', '--offline', './query-admin-1.0.0.tgz', '--version'], { cwd: dir })
  expect(once.stdout).toBe('1.0.0\n')
  const manifest = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as Record<string, object>
  expect(manifest['dependencies']).toBeUndefined()
  expect(Object.keys(manifest['scripts'] ?? {}).filter((name) => /install|^prepare$/.test(name))).toEqual([])
  expect((await readdir(join(dir, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual(['query-admin'])
  const files = await readdir(home, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    files.filter((file) => file.isFile()).map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(3_000_000)
  for (const licences of ['.build/server/.vite/license.md', 'dist/.vite/license.md'])
    expect(await readFile(join(home, licences), 'utf8')).toContain('zod')

  const bin = join(dir, 'node_modules', '.bin', 'query-admin')
  expect((await run(bin, ['--version'])).stdout).toBe('1.0.0\n')
  expect(await failing(program, ['demo'])).toMatch(
    /^The demo needs packages that are not installed: npm install libsql .+\n$/,
  )
  const store = {
    SESSION_STORE: 'redis://127.0.0.1:1',
    SESSION_KEY: 'ab'.repeat(32),
    QUERY_SERVICE_URL: site.proxy.url,
  }
  expect(await failing(program, ['serve', '--port', '0'], store)).toBe(
    'SESSION_STORE needs packages that are not installed: npm install @redis/client\n',
  )
  expect(await failing(program)).toContain('Name the service')
  const host = await start({
    program,
    args: ['--port', '0'],
    env: { QUERY_SERVICE_URL: site.proxy.url },
    ready: /Query Admin +\S+\/\n/,
  })
  await site.service.addToken({ name: 'ci' })
  await page.goto(/http:\/\/\S+\//.exec(host.output())?.[0] ?? '')
  await signIn(page, site.admin.bearer)
  await expect(nameOf(page, 'ci')).toBeVisible()
  await flip(page, 'ci', 'write')
  await expect(switchOf(page, 'ci', 'write')).toBeChecked()
  const exported = await run(process.execPath, [program, 'export', 'tokens', '--query-service-url', site.proxy.url], {
    env: { PATH: process.env['PATH'] ?? '', QUERY_BEARER: site.admin.bearer },
  })
  expect(exported.stdout).toContain('"ci"')
  await page.close()
  await host.stop()
  await rm(dir, { recursive: true })
})
