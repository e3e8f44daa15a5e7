// Plain JavaScript, since Node 20 strips no types: builds what is missing or older than its sources, then runs it.
//   node src/server/start.mjs serve | check | export [arguments] | build [--sourcemap]
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = dirname(dirname(import.meta.dirname))
const [what, ...args] = process.argv.slice(2)
const products = {
  server: { folder: join(root, '.build', 'server'), main: 'query-admin.js', others: ['web'] },
  web: { folder: join(root, 'dist'), main: 'index.html', others: ['server', 'reference-service'] },
}

if (!['serve', 'check', 'export', 'build'].includes(what)) {
  console.error('Say what to start: serve, check, export or build.')
  process.exit(2)
}
const parts = what === 'serve' || what === 'build' ? ['server', 'web'] : ['server']
const old = what === 'build' ? parts : parts.filter(isOld)
if (what !== 'build' && old.length > 0 && process.env.LOG !== 'json') console.log('Building…') // of a log in JSON every line is
try {
  for (const part of old) await build(part)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
if (what !== 'build') {
  const main = join(products.server.folder, products.server.main)
  const isNamed = process.env.QUERY_SERVICE_URL || args.some((arg) => /^--query-service-url(=|$)/.test(arg))
  process.argv = [process.execPath, main, what === 'serve' ? (isNamed ? 'serve' : 'demo') : what, ...args]
  await import(pathToFileURL(main).href)
}

/** Whether it is missing, or older than one of its sources. Of a deleted file the folder is younger. */
function isOld(part) {
  const { folder, main, others } = products[part]
  const folders = ['src', 'public'].map((name) => join(root, name)).filter((path) => existsSync(path))
  const inside = folders.flatMap((path) =>
    readdirSync(path, { recursive: true, withFileTypes: true }).map(({ parentPath, name }) => join(parentPath, name)),
  )
  const isOther = (path) => others.some((layer) => path.startsWith(join(root, 'src', layer))) || /\.test\./.test(path)
  const files = ['index.html', 'package.json', 'package-lock.json', 'vite.config.ts'].map((name) => join(root, name))
  const changed = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs
  const youngest = [...files, ...inside].filter((path) => !isOther(path)).map((path) => changed(path) ?? 0)
  return (changed(join(folder, main)) ?? 0) < Math.max(...youngest)
}

async function build(part) {
  process.env.NODE_ENV = 'production' // React's production build is chosen by it
  const vite = await import('vite')
  const began = new Date()
  const { folder, main } = products[part]
  const outDir = join(root, '.build', `new-${process.pid}`)
  mkdirSync(dirname(outDir), { recursive: true })
  mkdirSync(outDir) // says in a line that it may not be written
  const sourcemap = args.includes('--sourcemap')
  const all = { root, mode: 'production', logLevel: 'warn' }
  const packed = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const input = { 'query-admin': join(root, 'src', 'server', 'cli', 'main.ts') }
  const output = { entryFileNames: '[name].js' }
  const server = { ssr: true, target: 'node20', license: true, rolldownOptions: { input, output } }
  // Everything is bundled but what only the demo and the session store need, and what cannot be: see package.json.
  const ssr = { noExternal: true, external: Object.keys(packed.peerDependencies ?? {}) }
  const ofServer = { configFile: false, publicDir: false, ssr }
  await vite.build({
    ...all,
    ...(part === 'web' ? { configFile: join(root, 'vite.config.ts') } : ofServer),
    build: { ...(part === 'server' && server), outDir, emptyOutDir: true, sourcemap },
  })
  // File by file, so that consoles which are started meanwhile find each whole.
  if (what === 'build') rmSync(folder, { recursive: true, force: true })
  for (const entry of readdirSync(outDir, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())) {
    const to = join(folder, relative(outDir, entry.parentPath), entry.name)
    mkdirSync(dirname(to), { recursive: true })
    renameSync(join(entry.parentPath, entry.name), to)
  }
  rmSync(outDir, { recursive: true })
  utimesSync(join(folder, main), began, began) // what was edited meanwhile is younger
}
