// Plain JavaScript, since Node 20 strips no types: builds what is missing or older than its sources, then runs it.
//   node src/host/start.mjs host | check | export [arguments] | build [--sourcemap]
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = dirname(dirname(import.meta.dirname))
const built = join(root, '.build')
const products = { server: join(built, 'server', 'query-admin.js'), web: join(root, 'dist', 'index.html') }
let said = false
const [what, ...args] = process.argv.slice(2)
const sourcemap = what === 'build' && args.includes('--sourcemap')

if (what === 'build') {
  await locked(buildServer)
  await locked(buildWeb)
} else if (['host', 'check', 'export'].includes(what)) {
  await buildIfOlder('server', buildServer)
  if (what === 'host') await buildIfOlder('web', buildWeb)
  const isNamed = process.env.QUERY_SERVICE_URL || args.some((arg) => /^--query-service-url(=|$)/.test(arg))
  const command = { host: isNamed ? 'serve' : 'demo' }[what] ?? what
  process.argv = [process.execPath, products.server, command, ...args]
  await import(pathToFileURL(products.server).href)
} else {
  console.error('Say what to start: host, check, export or build.')
  process.exit(2)
}

async function buildIfOlder(part, build) {
  const isBuilt = () => existsSync(products[part]) && readIfThere(stampOf(part)) === sources(part)
  if (isBuilt()) return // a directory that cannot be written will do
  await locked(async () => {
    if (isBuilt()) return // by whoever had the lock before
    // Of a log in JSON every line is.
    if (!said && process.env.LOG !== 'json') console.log('Building…')
    said = true
    await build()
  })
}

async function buildWeb() {
  const vite = await viteForProduction('web')
  const from = sources('web')
  const configFile = join(root, 'vite.config.ts')
  await vite.build({ root, configFile, mode: 'production', logLevel: 'warn', build: { sourcemap } })
  writeFileSync(stampOf('web'), from)
}

async function buildServer() {
  const vite = await viteForProduction('server')
  const from = sources('server')
  const packed = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const input = { 'query-admin': join(root, 'src/host/cli/main.ts') }
  await vite.build({
    root,
    configFile: false,
    mode: 'production',
    logLevel: 'warn',
    publicDir: false,
    // Everything is bundled but what only the demo and the session store need, and what cannot be: see package.json.
    ssr: { noExternal: true, external: Object.keys(packed.peerDependencies ?? {}) },
    build: {
      ssr: true,
      target: 'node20',
      outDir: join(built, 'server'),
      emptyOutDir: true,
      license: true,
      sourcemap,
      rolldownOptions: { input, output: { entryFileNames: '[name].js' } },
    },
  })
  writeFileSync(stampOf('server'), from)
}

/** React's production build is chosen by NODE_ENV, which a test run or a shell may have set to something else. */
async function viteForProduction(part) {
  process.env.NODE_ENV = 'production'
  rmSync(stampOf(part), { force: true }) // who starts now waits for this build
  return import('vite')
}

function stampOf(part) {
  return join(built, `${part}.stamp`)
}

/** What a build depends on: each file with its size and time, so that a deleted or an older file counts as well. */
function sources(part) {
  const others = (part === 'web' ? ['host', 'reference'] : ['web']).map((layer) => join(root, 'src', layer))
  const files = ['index.html', 'package.json', 'package-lock.json', 'vite.config.ts']
  for (const dir of ['src', 'public'].filter((name) => existsSync(join(root, name)))) {
    for (const entry of readdirSync(join(root, dir), { withFileTypes: true, recursive: true })) {
      const isOther = others.some((layer) => entry.parentPath.startsWith(layer)) || /\.test\.tsx?$/.test(entry.name)
      if (entry.isFile() && !isOther) files.push(join(entry.parentPath, entry.name))
    }
  }
  return files.toSorted().map(described).join('\n')
}

function described(file) {
  const path = file.startsWith(root) ? file : join(root, file)
  const stat = statSync(path, { throwIfNoEntry: false })
  return `${path} ${stat?.size} ${stat?.mtimeMs}`
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** One build at a time: hosts that a test run starts together wait for the first one's. */
async function locked(work) {
  const lock = join(built, 'lock')
  let isOurs = false
  try {
    mkdirSync(built, { recursive: true })
    while (!(isOurs = taken(lock))) await new Promise((resolve) => setTimeout(resolve, 100))
    await work()
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  } finally {
    if (isOurs) rmSync(lock, { force: true })
  }
  if (process.exitCode) process.exit()
}

function taken(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isStale(lock)) rmSync(lock, { force: true })
    return false
  }
}

/** Process ids repeat in containers, so our own is that of an earlier process. A full disk leaves a lock without one. */
function isStale(lock) {
  const holder = Number(readIfThere(lock))
  if (holder > 0) return holder === process.pid || !isRunning(holder)
  const writtenAt = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
  return writtenAt < Date.now() - 1000
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
