// npm run bench: installs and builds the peers, builds the console, then runs main.ts. It is plain JavaScript because Node
// 20 does not run TypeScript.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'

const here = import.meta.dirname
const peers = join(here, 'peers')
const root = join(here, '..', '..')
const args = process.argv.slice(2)

if (isOlder(join(peers, 'node_modules', '.package-lock.json'), join(peers, 'package-lock.json')))
  run('npm', ['ci'], peers)
for (const peer of ['tanstack', 'react-admin']) buildPeer(peer)
run(process.execPath, [join('src', 'server', 'start.mjs'), 'build'], root)

const vite = await createServer({
  root,
  configFile: false,
  appType: 'custom',
  server: { middlewareMode: true, ws: false },
})
try {
  const { main } = await vite.ssrLoadModule(join(here, 'main.ts'))
  await main(args)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  await vite.close()
}

/** Builds one peer. Each has its own build, so that no page contains code of another. */
function buildPeer(peer) {
  const vite = join('node_modules', 'vite', 'bin', 'vite.js')
  const from = [peer, '--config', 'vite.config.ts']
  const to = ['--outDir', join(here, 'dist', peer), '--base', `/${peer}/`, '--emptyOutDir', '--logLevel', 'warn']
  run(process.execPath, [vite, 'build', ...from, ...to], peers)
}

function run(program, given, cwd) {
  const { status } = spawnSync(program, given, { cwd, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

function isOlder(product, source) {
  return !existsSync(product) || statSync(product).mtimeMs < statSync(source).mtimeMs
}
