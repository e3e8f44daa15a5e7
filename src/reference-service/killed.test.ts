import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { openReference } from './embedded.ts'
import { PRESETS } from './readings.ts'

/** Built inside the repo, since only there its libraries are found. */
const out = join(process.cwd(), 'node_modules', '.tmp', `reference-test-${process.pid}`)
const dir = mkdtempSync(join(tmpdir(), 'reference-killed-'))
afterAll(() => [out, dir].forEach((path) => rmSync(path, { recursive: true, force: true })))

/** Creates tokens in eight lanes, and prints the name of each that was acknowledged. */
const writing = `
  const { openReference } = await import(${JSON.stringify(join(out, 'embedded.js'))})
  const readings = ${JSON.stringify(PRESETS['query-server'])}
  const { fetch, bearer } = await openReference({ dir: ${JSON.stringify(dir)}, readings, empty: true })
  const lane = async (_, at) => {
    for (let number = 0; ; number += 1) {
      const name = at + '-' + number
      const headers = { authorization: 'Bearer ' + bearer }
      const body = JSON.stringify({ name })
      const { ok } = await fetch(new Request('http://x/_/token', { method: 'POST', headers, body }))
      if (ok) console.log(name)
    }
  }
  await Promise.all(Array.from({ length: 8 }, lane))`

test('nothing that was acknowledged is lost by a kill -9 in the middle of writing', async () => {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: { ssr: 'src/reference-service/embedded.ts', outDir: out },
  })
  const child = spawn(process.execPath, ['--input-type=module', '-e', writing], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const acknowledged: string[] = []
  for await (const name of createInterface({ input: child.stdout })) {
    if (acknowledged.push(name) === 120) child.kill('SIGKILL')
  }
  const reference = await openReference({ dir, readings: PRESETS['query-server'], empty: true })
  const headers = { authorization: `Bearer ${reference.bearer}` }
  const { data } = (await (await reference.fetch(new Request('http://x/_/token', { headers }))).json()) as {
    data: { name: string }[]
  }
  reference.close()
  expect(acknowledged.length).toBeGreaterThanOrEqual(120)
  expect(data.map(({ name }) => name)).toEqual(expect.arrayContaining(acknowledged))
}, 30_000)
