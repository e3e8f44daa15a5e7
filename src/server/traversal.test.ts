import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sample, seeded, swarm } from '#api/testing/full-length.ts'
import { emptyService, hostAround, sendRaw } from './testing/sockets.ts'
import { trialSite } from './testing/trial-site.ts'
import { filesIn } from './files.ts'
import { createHandler, sitePaths } from './handler.ts'

const dir = mkdtempSync(join(tmpdir(), 'query-admin-traversal-'))
afterAll(() => rmSync(dir, { recursive: true }))

/** Stands in everything that is not to be had, as `inside` in everything that is. */
const outside = 'outside-the-build'
const inside = 'inside-the-build'

function build(): string {
  const dist = join(dir, 'dist')
  mkdirSync(join(dist, 'assets'), { recursive: true })
  mkdirSync(join(dist, '.vite'))
  for (const [name, text] of [
    ['secret.txt', outside],
    ['dist/index.html', inside],
    ['dist/assets/main-1a2b3c4d.js', inside],
    ['dist/.vite/manifest.json', outside],
    ['dist/.env', outside],
  ] as const) {
    writeFileSync(join(dir, name), text)
  }
  symlinkSync(join(dir, 'secret.txt'), join(dist, 'assets', 'link.txt'))
  symlinkSync(dir, join(dist, 'up'))
  return dist
}

const ups = [
  '..',
  '%2e%2e',
  '.%2e',
  '%252e%252e',
  '..;',
  '..%00',
  '%c0%ae%c0%ae',
  '%uff0e%uff0e',
  '....',
  '.',
  '\xc0\xae',
  '..%5c',
]
const slashes = ['/', '/', '/', '//', '\\', '%2f', '%5c', '%252f', '/./', '/;/', '%c0%af', '%2f%2f', '/\t']
const goals = [
  'secret.txt',
  'etc/passwd',
  '.vite/manifest.json',
  '.env',
  'dist/.env',
  'assets/link.txt',
  'up/secret.txt',
  'assets',
  'proc/self/environ',
  'index.html',
  'package.json',
]
const ends = ['', '', '', '?', '#', '%00.js', '.gz', '/', '?/../../', ';.js', '%20']

test('no spelling of a path reaches anything but the files of the build', async () => {
  const files = filesIn(build())
  const handler = createHandler({ files, ...trialSite(emptyService) })
  const allowed = { methodsOf: sitePaths(files), hosts: new Set(['127.0.0.1']) }
  const host = await hostAround(emptyService, { headers: 500 }, { handler, allowed })
  const random = seeded(7)
  const pick = (items: string[]) => items[Math.floor(random() * items.length)] ?? ''
  const count = sample(200, 50_000)
  let served = 0
  let leaked = 0
  await swarm(count, 100, async () => {
    const steps = Array.from({ length: Math.floor(random() * 6) }, () => pick(slashes) + pick(ups))
    const start = pick(['', '', '/assets', '/dist', '/_', 'file:///', 'http://127.0.0.1'])
    const target = `${start}${steps.join('')}${pick(slashes)}${dir.slice(1).repeat(random() < 0.1 ? 1 : 0)}${pick(goals)}${pick(ends)}`
    const received = await sendRaw(
      host.port,
      `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`,
      5_000,
    )
    const body = received.slice(received.indexOf('\r\n\r\n') + 4)
    if (received.includes('HTTP/1.1 200')) served += 1
    // Whole files of the build, or a refusal in our own words; nothing else at all.
    if (!/^(inside-the-build|\{"error":"[a-z-]+"\})$/.test(body) || received.includes(outside)) leaked += 1
  })
  await host.close()
  console.log(`traversal: ${count} paths, ${served} of them of a file of the build, ${leaked} answers of anything else`)
  expect(leaked).toBe(0)
  expect([...files.keys()].toSorted()).toEqual(['/', '/assets/main-1a2b3c4d.js', '/index.html'])
})
