import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serviceAt } from '#host/testing/sockets.ts'

/** Exports tokens of a service with this list; `reads`: whether somebody reads the output. */
async function exported(tokens: readonly object[], reads = true) {
  const body = JSON.stringify({ data: tokens })
  const service = await serviceAt((_, outgoing) => outgoing.setHeader('content-type', 'application/json').end(body))
  const starter = join(import.meta.dirname, '..', 'start.mjs')
  const child = spawn(process.execPath, [starter, 'export', 'tokens', '--query-service-url', service.url.href], {
    env: { PATH: process.env['PATH'] ?? '', QUERY_BEARER: 'any' },
  })
  let [out, err] = ['', '']
  if (reads) child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  else child.stdout.destroy()
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  await service.close()
  return { code, out: out.replace('Building…\n', ''), err }
}

const heads = '"name","expiration_date","active","write","created_at","updated_at"'

test('an empty list still has its column names; what is not given is an empty cell', async () => {
  expect(await exported([])).toEqual({ code: 0, out: `\ufeff${heads}\n`, err: '' })
  const dates = { created_at: 1_700_000_000_000, updated_at: 1_700_000_000_000 }
  const { out } = await exported([{ name: 'ci', expiration_date: null, active: true, write: false, ...dates }])
  const date = '"2023-11-14T22:13:20.000Z"'
  expect(out).toBe(`\ufeff${heads}\r\n"ci","","true","false",${date},${date}\n`)
}, 60_000)

test('a reader that has read enough, such as head, is no failure', async () => {
  const tokens = Array.from({ length: 5_000 }, (_, at) => ({ name: `token-${at}`, active: true, write: false }))
  expect(await exported(tokens, false)).toMatchObject({ err: '' })
}, 60_000)
