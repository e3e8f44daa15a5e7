import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileAnswer, type Files, filesIn } from './files.ts'

const dir = mkdtempSync(join(tmpdir(), 'query-admin-files-'))
let files: Files

const elsewhere = mkdtempSync(join(tmpdir(), 'query-admin-elsewhere-'))

beforeAll(() => {
  writeFileSync(join(elsewhere, 'private.txt'), 'outside the build')
  mkdirSync(join(dir, 'assets'))
  mkdirSync(join(dir, '.vite'))
  for (const [name, text] of [
    ['index.html', '<!doctype html>'],
    ['assets/main-1a2b3c4d.js', 'export {}'],
    ['assets/main-1a2b3c4d.js.br', 'brotli'],
    ['assets/main-1a2b3c4d.js.gz', 'gzip'],
    ['.vite/manifest.json', '{}'],
    ['.env', 'SECRET=1'],
  ] as const) {
    writeFileSync(join(dir, name), text)
  }
  symlinkSync('/etc/passwd', join(dir, 'passwd'))
  symlinkSync('/etc/passwd', join(dir, 'index.html.gz'))
  symlinkSync(elsewhere, join(dir, 'folder'))
  files = filesIn(dir)
})
afterAll(() => [dir, elsewhere].forEach((path) => rmSync(path, { recursive: true })))

async function ask(path: string, headers: Record<string, string> = {}) {
  const file = files.get(path)
  if (!file) throw new Error(`${path} is not served`)
  return fileAnswer(file, new Request('http://127.0.0.1/', { headers }))
}

test('only what a build makes is served: no dot file, no manifest, no link, no compressed form by name', () => {
  expect([...files.keys()].toSorted()).toEqual(['/', '/assets/main-1a2b3c4d.js', '/index.html'])
})

test('a link among the compressed forms, or to a folder, serves nothing from outside the build', async () => {
  const answer = await ask('/', { 'accept-encoding': 'gzip' })
  expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([null, '<!doctype html>'])
  expect([...files.keys()].filter((path) => path.includes('private'))).toEqual([])
})

test('an answer holds the stored bytes themselves, not a copy', async () => {
  const [first, second] = [await ask('/'), await ask('/')].map((answer) => answer.body?.getReader())
  const stored = files.get('/')?.bytes.buffer
  expect((await first?.read())?.value?.buffer).toBe(stored)
  expect((await second?.read())?.value?.buffer).toBe(stored)
})

test('what carries its hash in its name is kept for ever, the page is asked for each time', async () => {
  expect((await ask('/assets/main-1a2b3c4d.js')).headers.get('cache-control')).toContain('immutable')
  const page = await ask('/')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
})

test.each([
  ['gzip, deflate, br, zstd', 'br', 'brotli'],
  ['gzip;q=1.0', 'gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip', 'gzip'],
  ['', null, 'export {}'],
])('a browser that accepts %o gets %s', async (accepted, coding, text) => {
  const answer = await ask('/assets/main-1a2b3c4d.js', { 'accept-encoding': accepted })
  expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([coding, text])
  expect(answer.headers.get('vary')).toBe('accept-encoding')
})

test('a browser that has the file gets 304', async () => {
  const etag = (await ask('/')).headers.get('etag') ?? ''
  const again = await ask('/', { 'if-none-match': `"other", W/${etag}` })
  expect([again.status, again.body]).toEqual([304, null])
})
