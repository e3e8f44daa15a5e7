import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { HostMarker, pageHeader } from '#contract/console-host.ts'

const root = join(import.meta.dirname, '..', '..')

test('`npm run dev` serves the page from its sources, with the host and the example behind it', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'query-admin-dev-'))
  const env = { PATH: process.env['PATH'], NO_COLOR: '1', DATA_DIR: dir }
  const vite = spawn(process.execPath, [join('node_modules', 'vite', 'bin', 'vite.js'), '--port', '0'], {
    cwd: root,
    env,
  })
  const ended = new Promise((resolve) => vite.on('close', resolve))
  onTestFinished(async () => {
    vite.kill('SIGTERM')
    await ended
    rmSync(dir, { recursive: true })
  })
  let output = ''
  for (const stream of [vite.stdout, vite.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const address = () => /Local: +(http:\S+)\//.exec(output)?.[1]
  await expect.poll(() => vite.exitCode ?? address(), { timeout: 20_000 }).toMatch(/^http/)

  const page = await (await fetch(`${address()}/`)).text()
  const [, script = ''] = /src="(\/src\/web\/[^"?]+)/.exec(page) ?? []
  const source = await fetch(`${address()}${script}`)
  expect(source.headers.get('content-type')).toContain('javascript')
  expect(await source.text()).toContain('/src/web/app/app.tsx')

  const ofPage = { [pageHeader]: '/' }
  const marker = await fetch(`${address()}/console-host.json`, { headers: ofPage })
  expect(HostMarker.parse(await marker.json()).service.example).toBe(true)
  expect((await fetch(`${address()}/_/token`, { headers: ofPage })).status).toBe(401)
})
