import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ServerMarker, pageHeader } from '#api/console-server.ts'
import { start } from './testing/start.ts'

test('`npm run dev` serves the page from its sources, with the console server and the demo service behind it', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'query-admin-dev-'))
  onTestFinished(() => rmSync(dir, { recursive: true })) // after the server has ended: last in, first out
  const env = { PATH: process.env['PATH'], NO_COLOR: '1', DATA_DIR: dir }
  const vite = start([join('node_modules', 'vite', 'bin', 'vite.js'), '--port', '0'], { env })
  const [, address = ''] = await vite.waitForText(/Local: +(http:\S+)\//)

  const page = await (await fetch(`${address}/`)).text()
  const [, script = ''] = /src="(\/src\/web\/[^"?]+)/.exec(page) ?? []
  const source = await fetch(`${address}${script}`)
  expect(source.headers.get('content-type')).toContain('javascript')
  expect(await source.text()).toContain('/src/web/app/app.tsx')

  const ofPage = { [pageHeader]: '/' }
  const marker = await fetch(`${address}/console-host.json`, { headers: ofPage })
  expect(ServerMarker.parse(await marker.json()).service.example).toBe(true)
  expect((await fetch(`${address}/_/token`, { headers: ofPage })).status).toBe(401)
})
