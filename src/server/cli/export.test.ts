import { expect, test } from 'vitest'
import { serviceAt } from '#server/testing/sockets.ts'
import { startBuilt } from '#server/testing/start.ts'

/** Exports tokens of a service with this list; `reads`: whether somebody reads the output. */
async function exported(tokens: readonly object[], reads = true) {
  const body = JSON.stringify({ data: tokens })
  const service = await serviceAt((_, outgoing) => outgoing.setHeader('content-type', 'application/json').end(body))
  const env = { PATH: process.env['PATH'], QUERY_BEARER: 'any' }
  const { child, ended, out, err } = startBuilt(['export', 'tokens', '--query-service-url', service.url.href], { env })
  if (!reads) child.stdout?.destroy()
  const code = await ended
  await service.close()
  return { code, out: out().replace('Building…\n', ''), err: err() }
}

const heads = '"name","expiration_date","active","write","created_at","updated_at"'

test('an empty list still has its column names; what is not given is an empty cell', async () => {
  expect(await exported([])).toEqual({ code: 0, out: `\ufeff${heads}\n`, err: '' })
  const dates = { created_at: 1_700_000_000_000, updated_at: 1_700_000_000_000 }
  const { out } = await exported([{ name: 'ci', expiration_date: null, active: true, write: false, ...dates }])
  const date = '"2023-11-14T22:13:20.000Z"'
  expect(out).toBe(`\ufeff${heads}\r\n"ci","","true","false",${date},${date}\n`)
})

test('a reader that has read enough, such as head, is no failure', async () => {
  const tokens = Array.from({ length: 5_000 }, (_, index) => ({ name: `token-${index}`, active: true, write: false }))
  expect(await exported(tokens, false)).toMatchObject({ err: '' })
})
