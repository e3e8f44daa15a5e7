// Compares what the Tokens page loads before the first click, according to Vite's manifest, with its budgets.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const dist = join(import.meta.dirname, '..', 'dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'))

const scripts = new Set()
const queue = ['index.html']
while (queue.length > 0) {
  const chunk = manifest[queue.pop()]
  if (chunk === undefined || scripts.has(chunk.file)) continue
  scripts.add(chunk.file)
  queue.push(...(chunk.imports ?? [])) // dynamic ones come later
}
const page = readFileSync(join(dist, 'index.html'), 'utf8')
const styles = new Set([...page.matchAll(/href="\.\/([^"]+\.css)"/g)].map(([, file]) => file))
const assets = join(dist, 'assets')
const fonts = readdirSync(assets).filter((name) => name.endsWith('.woff2'))
const packed = (files) => sum([...files].map((file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length))

const measures = [
  // What no list needs (verified writes, what is said of them, sheets, questions, reports) is loaded while the page is idle.
  { what: 'initial JavaScript, gzip', bytes: packed(scripts), budget: 175_000, of: scripts.size },
  { what: 'initial CSS, gzip', bytes: packed(styles), budget: 15_000, of: styles.size },
  {
    what: 'fonts',
    bytes: sum(fonts.map((name) => statSync(join(assets, name)).size)),
    budget: 55_000,
    of: fonts.length,
  },
]
for (const { what, bytes, budget, of } of measures) {
  const verdict = of === 0 ? 'NOTHING FOUND' : bytes > budget ? 'TOO MUCH' : 'good'
  console.log(`${what}: ${(bytes / 1000).toFixed(1)} of ${budget / 1000} kB in ${of} files: ${verdict}`)
  if (verdict !== 'good') process.exitCode = 1
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}
