import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { installed } from '#e2e/rig/installed.ts'
import { expect, test, type Site } from '#e2e/rig/fixture.ts'

const root = join(import.meta.dirname, '..', '..')
const samples = 'src/server/deploy-examples'

/** Commands that this test doesn't run, and why. */
const elsewhere: readonly (readonly [command: RegExp, why: string])[] = [
  [/^npm ci$/, 'it replaces what this test runs on; .ci/run begins with it in a clean clone'],
  [/^npm (test|run check)$/, 'this test is a part of it'],
  [/^(npm run bench|node e2e\/bench\/sessions\.mjs)$/, 'it measures, and wants an idle machine'],
  [/^docker /, 'it needs a Docker daemon; service/image runs the lines of the Dockerfile without one'],
  [/^npm install --prefix \/opt/, 'it needs a registry; service/package installs the package'],
  [/^(useradd|systemctl) /, 'it changes the machine, and needs systemd as its first process'],
  ...(installed('openssl') === undefined ? [[/^openssl /, 'it is not installed'] as const] : []),
]

/** The commands of the documents: those of shell blocks, of sentences for users, and of the heads of samples. */
async function commands(): Promise<string[]> {
  const textOf = (file: string) => readFile(join(root, file), 'utf8')
  const forUsers = `${await textOf('README.md')}\n${await textOf('.github/OPERATING.md')}`
  const found = [...forUsers.matchAll(/`((?:npm|npx|node|openssl|query-admin|docker|systemctl) [^`\n]+)`/g)]
  for (const text of [forUsers, await textOf('.github/CONTRIBUTING.md')])
    found.push(
      ...[...text.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) => [...block.matchAll(/^(.+)$/gm)]),
    )
  const files = await readdir(join(root, samples), { recursive: true, withFileTypes: true })
  for (const file of files.filter((entry) => entry.isFile())) {
    const text = await readFile(join(file.parentPath, file.name), 'utf8')
    found.push(...text.matchAll(/^# .*?(?:with|demo|details|and): ((?:[a-z]+) .+?)(?:;.*)?$/gm))
  }
  const each = found.flatMap(([, line = '']) => line.replace(/ +#.*$/, '').split(' && '))
  return [...new Set(each.map((command) => command.trim()))]
}

/** Runs a command until it ends, or, if it serves something, until that has answered. */
async function run(command: string, cwd: string, env: Record<string, string>) {
  // A group of its own, so that its end is the end of all that npm started.
  const child = spawn('sh', ['-c', command], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal)),
  )
  const served = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        const address = /(?:Query Admin|Local:)\W+(http:\/\/\S+\/)/.exec(stripVTControlCharacters(output))?.[1]
        if (address !== undefined) resolve(address)
      })
    }
  })
  const first = await Promise.race([ended, served])
  if (typeof first === 'string' && first.startsWith('http')) {
    const page = await fetch(first)
    process.kill(-(child.pid ?? 0), 'SIGTERM')
    await ended
    return { result: page.status, output }
  }
  return { result: first, output }
}

async function surroundings({ proxy, admin }: Site) {
  const dir = await mkdtemp(join(tmpdir(), 'query-admin-commands-'))
  const env = {
    PATH: `${join(dir, 'bin')}:${process.env['PATH'] ?? ''}`,
    HOME: dir,
    DATA_DIR: join(dir, 'data'),
    PORT: '0',
    QUERY_BEARER: admin.bearer,
    npm_config_cache: join(dir, 'cache'),
    npm_config_prefix: dir,
    npm_config_offline: 'true',
    npm_config_yes: 'true',
    npm_config_ignore_scripts: 'true',
    npm_config_pack_destination: dir,
  }
  const here = (command: string) =>
    command.replaceAll('https://query.example.org', proxy.url).replaceAll(/--port \d+/g, '--port 0')
  return { dir, env, here }
}

test.use({ readings: 'documented' })

test('every command of the documents and samples runs as it stands there, or has a reason not to', async ({ site }) => {
  const all = await commands()
  expect(all.length).toBeGreaterThan(15)
  for (const [pattern] of elsewhere) expect(all.filter((command) => pattern.test(command))).not.toEqual([])
  const { dir, env, here } = await surroundings(site)
  for (const command of all.filter((candidate) => !elsewhere.some(([pattern]) => pattern.test(candidate)))) {
    const cwd = command.includes(' ./query-admin-') ? dir : root
    await test.step(command, async () => {
      const { result, output } = await run(here(command), cwd, env)
      expect([0, 200], `${command}\n${output}`).toContain(result)
    })
  }
  await rm(dir, { recursive: true })
})
