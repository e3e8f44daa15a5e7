import { expect, onTestFinished, test } from 'vitest'
import { FindLine } from '#api/client/find-token.ts'
import type { Limits } from '#server/limits.ts'
import { hostAround, ofPage } from '#server/testing/sockets.ts'
import { trialSession } from '#server/testing/trial-site.ts'
import { inProcessUpstream } from '#server/upstream.ts'
import { limits } from '#server/limits.ts'
import { createFindRoute } from '#server/find-route.ts'

const iat = 1_800_000_000
const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url')
/** A value in the form of a JWT, issued at that second. */
const jwtOf = (name: string, issuedAt = iat) =>
  `${part({ alg: 'none' })}.${part({ iss: 'token', sub: name, iat: issuedAt, exp: issuedAt + 900 })}.${name}-signed`

interface Scripted {
  /** The names, in the order of the list. */
  names: readonly string[]
  /** Whether rows carry their values. */
  carried?: boolean
  /** What a read of a value meets instead of its answer. */
  meets?: (name: string) => Response | Promise<Response> | undefined
}

/** A console server before a scripted service, which notes the values that are read, and how many at once. */
async function openHost({ names, carried = false, meets = () => undefined }: Scripted, changed: Partial<Limits> = {}) {
  const reads: string[] = []
  let [running, most] = [0, 0]
  const upstream = inProcessUpstream(async ({ url, signal }) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname === '/_/token') {
      const rows = names.map((name, index) => ({
        name,
        active: true,
        write: true,
        expiration_date: iat + index * 1000 + 900,
        updated_at: iat + index * 1000,
        ...(carried && { token: jwtOf(name) }),
      }))
      return Response.json({ data: rows })
    }
    const name = searchParams.get('name') ?? ''
    reads.push(name)
    running += 1
    most = Math.max(most, running)
    const answer = meets(name)
    if (answer === undefined) await new Promise((go) => setTimeout(go, 5))
    const abort = new Promise<never>((_, fail) => signal.addEventListener('abort', () => fail(new Error('cut'))))
    abort.catch(() => undefined)
    try {
      return await Promise.race([answer ?? Response.json({ value: jwtOf(name) }), abort])
    } finally {
      running -= 1
    }
  })
  const host = await hostAround(upstream, changed)
  onTestFinished(host.close)
  const find = (
    value: string,
    more: { reads?: boolean; headers?: Record<string, string>; signal?: AbortSignal } = {},
  ) =>
    fetch(`${host.origin}/console-find`, {
      method: 'POST',
      headers: { ...ofPage, 'content-type': 'application/json', ...more.headers },
      body: JSON.stringify({ value, reads: more.reads ?? false }),
      signal: more.signal ?? null,
    })
  return { ...host, upstream, reads, mostAtOnce: () => most, find }
}

async function linesOf(answer: Response): Promise<FindLine[]> {
  const lines = (await answer.text()).trim().split('\n')
  return lines.filter((line) => line !== '{}').map((line) => FindLine.parse(JSON.parse(line)))
}

const names = Array.from({ length: 20 }, (_, index) => `token-${index}`)

test('rows that carry their values are compared while the list is read, and no value is requested', async () => {
  const { find, reads } = await openHost({ names, carried: true })
  const answer = await find(jwtOf('token-7'))
  const text = await answer.text()
  expect(text).toBe('{"result":{"name":"token-7"}}\n')
  expect(await linesOf(await find(jwtOf('token-7').slice(0, -1)))).toEqual([{ result: { tokens: 20, unreadable: 0 } }])
  expect(await linesOf(await find(jwtOf('gone')))).toEqual([{ result: { tokens: 20, unreadable: 0 } }])
  expect(reads).toEqual([])
})

test('values that the list leaves out are read only if that is agreed, at most four at once, up to the match', async () => {
  const { find, reads, mostAtOnce } = await openHost({ names })
  const value = jwtOf('token-12', iat + 12_000)
  const { find: findAll } = await openHost({ names })
  expect(await linesOf(await find(value))).toEqual([{ result: { toRead: 20 } }])
  expect(reads).toEqual([])
  // The value that the service answers has other dates than the one that is searched, so nothing matches.
  const lines = await linesOf(await find(value, { reads: true }))
  expect(lines.at(-1)).toEqual({ result: { tokens: 20, unreadable: 0 } })
  expect(lines.at(-2)).toEqual({ read: 20, of: 20 })
  expect(reads.toSorted()).toEqual(names.toSorted())
  expect(mostAtOnce()).toBe(4)
  expect(await linesOf(await findAll(jwtOf('token-0'), { reads: true }))).toContainEqual({
    result: { name: 'token-0' },
  })
})

test('reading stops at the match', async () => {
  const { find, reads } = await openHost({ names })
  const lines = await linesOf(await find(jwtOf('token-0'), { reads: true }))
  expect(lines.at(-1)).toEqual({ result: { name: 'token-0' } })
  expect(reads.length).toBeLessThanOrEqual(8)
})

test('values that cannot be read are counted, and five failures in a row give the service up', async () => {
  const failing = new Set(['token-3', 'token-9', 'token-15'])
  const some = await openHost({
    names,
    meets: (name) => (failing.has(name) ? new Response('no', { status: 500 }) : undefined),
  })
  const found = await linesOf(await some.find(jwtOf('gone'), { reads: true }))
  expect(found.at(-1)).toEqual({ result: { tokens: 20, unreadable: 3 } })

  const secret = jwtOf('gone')
  const all = await openHost({
    names,
    meets: () => new Response(`no ${secret} for the-bearer-of-the-session`, { status: 503 }),
  })
  const answer = await (await all.find(secret, { reads: true })).text()
  expect(FindLine.parse(JSON.parse(answer.trim().split('\n').at(-1) ?? ''))).toMatchObject({
    problem: { kind: 'failing', status: 503 },
  })
  expect(answer).not.toContain('gone-signed')
  expect(answer).not.toContain('the-bearer-of-the-session')
  expect(all.reads.length).toBeLessThan(12)
})

test('the value stands in no line of the log, and the path has no query', async () => {
  const { find, log, origin } = await openHost({ names })
  await (await find('kanarienvogel', { reads: true })).text()
  const headers = { ...ofPage, 'content-type': 'application/json' }
  const other = await fetch(`${origin}/console-find`, { method: 'POST', headers, body: '{"value":"kanarienvogel"}' })
  expect(other.status).toBe(400)
  expect(await other.text()).toBe('{"error":"bad-request"}')
  await expect.poll(() => log).toHaveLength(2)
  expect(log.join()).toContain('"path":"/console-find"')
  expect(log.join()).not.toContain('kanarienvogel')
})

test.each<[string, Record<string, string>, number]>([
  ['another origin', { origin: 'https://evil.example' }, 403],
  ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['no session', { cookie: '' }, 401],
  ['a form', { 'content-type': 'text/plain' }, 415],
])('a request of %s is refused before anything is read', async (_, headers, status) => {
  const { find, reads } = await openHost({ names })
  const answer = await find('a-value', { reads: true, headers })
  expect(answer.status).toBe(status)
  expect(reads).toEqual([])
})

test('a value that is too large is refused', async () => {
  const { find } = await openHost({ names })
  expect((await find('x'.repeat(70_000))).status).toBe(413)
  expect((await find('x'.repeat(40_000))).status).toBe(400)
  expect((await find('')).status).toBe(400)
})

test('the end of the session ends the search, and so does a page that goes away', async () => {
  const never = () => new Promise<Response>(() => undefined)
  const { upstream, reads } = await openHost({ names, meets: never })
  const session = { ...trialSession, abortController: new AbortController() }
  const route = createFindRoute(upstream, limits)
  const asking = (signal: AbortSignal) =>
    route(
      new Request('http://console.test/console-find', { method: 'POST', body: '{"value":"a","reads":true}' }),
      session,
      signal,
    )
  const answer = await asking(session.abortController.signal)
  await expect.poll(() => reads).toHaveLength(4)
  session.abortController.abort()
  expect(await linesOf(answer)).toEqual([
    { problem: { kind: 'signed-out', status: 401, serviceText: '', by: 'console-server' } },
  ])

  const other = await openHost({ names, meets: never })
  const leaving = new AbortController()
  const cancelledSearch = await other.find('a-value', { reads: true, signal: leaving.signal })
  await expect.poll(() => other.reads).toHaveLength(4)
  // Another search of the same session waits until that one is over.
  const waiting = linesOf(await other.find('a-value'))
  leaving.abort()
  await expect(cancelledSearch.text()).rejects.toThrow(/abort/i)
  expect(await waiting).toEqual([{ result: { toRead: 20 } }])
  expect(other.reads).toHaveLength(4)
})

test('a service that takes longer than the idle limit does not cut off the search', async () => {
  const slow = async () => {
    await new Promise((go) => setTimeout(go, 900))
    return Response.json({ value: 'other' })
  }
  const { find } = await openHost({ names: ['a'], meets: slow }, { idle: 300 })
  expect((await linesOf(await find('a-value', { reads: true }))).at(-1)).toEqual({
    result: { tokens: 1, unreadable: 0 },
  })
})

test('a list that cannot be read is told as a problem', async () => {
  const host = await hostAround(inProcessUpstream(async () => new Response('<html>', { status: 200 })))
  onTestFinished(host.close)
  const answer = await fetch(`${host.origin}/console-find`, {
    method: 'POST',
    headers: { ...ofPage, 'content-type': 'application/json' },
    body: '{"value":"a","reads":true}',
  })
  expect(await linesOf(answer)).toMatchObject([{ problem: { kind: 'unreadable' } }])
})
