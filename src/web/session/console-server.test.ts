import { expect, test, vi } from 'vitest'
import { mayHaveBeenApplied, ServiceError } from '#api/problem.ts'
import type { Fetch } from '#api/client/request.ts'
import { openConsoleServer, proofStorageKey, pendingSignOutStorageKey, type ConsoleServer } from './console-server.ts'

const origin = 'http://console.test/'
const view = { identity: 'me', age: 0, idle: { left: 9e5, limit: 9e5 }, absolute: { left: 2e7, limit: 2e7 } }
const service = { address: 'https://query.acme.test/base/', example: false }
const sessions = { idle: 9e5, absolute: 2e7 }
const marker = (more: object = {}) => ({ host: 'query-admin', service, sessions, ...more })

const nothing = undefined as Response | undefined
const headers = { 'x-query-admin-host': '9' }

async function openedBy(fetch: Fetch): Promise<ConsoleServer> {
  const dependencies = { fetch, origin, now: Date.now, storage: localStorage }
  const opened = await openConsoleServer(dependencies, new AbortController().signal)
  if ('why' in opened) throw new Error(opened.why)
  return opened
}

/** A tab that is signed in with the first of two proofs, and a console server that takes only `valid`. */
async function tabAtServer() {
  localStorage.setItem(proofStorageKey(origin), 'P1')
  const server = { valid: 'P1', isDown: false, meanwhile: (): unknown => undefined, ends: 204, inFront: () => nothing }
  const proofs: (string | null)[] = []
  const fetch = async (url: string, init: RequestInit) => {
    server.meanwhile()
    if (server.isDown) throw new TypeError('network')
    const answer = server.inFront()
    if (answer !== undefined) return answer
    if (init.method === 'DELETE')
      return new Response(server.ends === 204 ? null : '{}', { status: server.ends, headers })
    if (url.endsWith('console-host.json')) return Response.json(marker(), { headers })
    const proof = new Headers(init.headers).get('x-query-admin-proof')
    proofs.push(proof)
    const isOwn = proof === server.valid
    if (url.endsWith('console-session'))
      return Response.json(isOwn ? { session: view } : { session: null, other: true }, { headers })
    return isOwn
      ? Response.json({ data: [] }, { headers })
      : new Response('{}', { status: 401, headers: { ...headers, 'x-query-admin-session': 'other' } })
  }
  const { signal } = new AbortController()
  const backend = await openedBy(fetch)
  const resume = () => backend.resume(signal)
  const first = await resume()
  if (first === undefined || 'refused' in first) throw new Error('not signed in')
  /** Another tab signs in, and this one hears of it. */
  const signInElsewhere = () => {
    server.valid = 'P2'
    localStorage.setItem(proofStorageKey(origin), 'P2')
  }
  return { server, backend, first: first.signed, resume, signInElsewhere, proofs }
}

test('a tab that could not ask about a sign-in elsewhere still learns from the next call that its session is over', async () => {
  const { server, first, resume, signInElsewhere } = await tabAtServer()
  signInElsewhere()
  server.isDown = true
  expect(await resume()).toMatchObject({ refused: { why: 'problem' } })
  server.isDown = false
  await expect(first.service.tokens.list()).rejects.toThrow('signed-out')
  expect(first.state.get()).toMatchObject({ status: 'ended', by: { by: 'replaced' } })
})

test('a sign-in elsewhere is noticed by the timer of a tab, too', async () => {
  const { server, first, resume, signInElsewhere } = await tabAtServer()
  signInElsewhere()
  server.isDown = true
  await resume()
  server.isDown = false
  first.timer.refresh()
  await vi.waitFor(() => expect(first.state.get()).toMatchObject({ status: 'ended', by: { by: 'replaced' } }))
})

test('its timer keeps asking with its own proof while another sign-in is being read', async () => {
  const { server, first, resume, signInElsewhere, proofs } = await tabAtServer()
  signInElsewhere()
  server.isDown = true
  await resume()
  server.isDown = false
  proofs.length = 0
  first.timer.extend()
  await vi.waitFor(() => expect(proofs).toEqual(['P1']))
  first.leave()
})

test('a proof that another tab stored meanwhile is not removed with a former one', async () => {
  const { server, resume } = await tabAtServer()
  server.valid = 'P2'
  server.meanwhile = () => localStorage.setItem(proofStorageKey(origin), 'P2')
  expect(await resume()).toEqual({ refused: { why: 'session-replaced' } })
  expect(localStorage.getItem(proofStorageKey(origin))).toBe('P2')
})

test('that the stored proof is gone ends the session only if the console server confirms it', async () => {
  const { server, backend } = await tabAtServer()
  expect(await backend.followSignOut()).toBeUndefined()
  expect(localStorage.getItem(proofStorageKey(origin))).toBe('P1')
  server.valid = 'nobody’s'
  expect(await backend.followSignOut()).toBe('ended')
  expect(localStorage.length).toBe(0)
})

test('a sign-out that failed is made again by the next sign-in, which is refused and not sent while it fails', async () => {
  const { server, backend, proofs } = await tabAtServer()
  server.ends = 500
  expect(await backend.signOut()).toBe('left-on-console-server')
  proofs.length = 0
  const signIn = () => backend.signIn({ by: 'bearer', bearer: 'b' }, new AbortController().signal)
  expect(await signIn()).toMatchObject({ refused: { why: 'problem', problem: { status: 500 } } })
  expect(proofs).toEqual([])
  server.ends = 204
  await signIn()
  expect(proofs).not.toEqual([])
  expect(localStorage.length).toBe(0)
})

test.each([
  ['the browser did not send its cookie', { session: null }, 'session-not-kept'],
  ['another console server answers', { session: null, unknown: true }, 'session-elsewhere'],
])('a sign-in that is not found afterwards, because %s', async (_, answer, why) => {
  localStorage.clear()
  const fetch = async (url: string, { method }: RequestInit) => {
    if (method === 'POST') return Response.json({ session: view, proof: 'P1' }, { status: 201, headers })
    return Response.json(url.endsWith('.json') ? marker() : answer, { headers })
  }
  const { signal } = new AbortController()
  const backend = await openedBy(fetch)
  expect(await backend.signIn({ by: 'bearer', bearer: 'b' }, signal)).toEqual({ refused: { why } })
})

test('without a proof nobody is signed in, and the console server gets no request about the session', async () => {
  const { resume, proofs } = await tabAtServer()
  localStorage.clear()
  proofs.length = 0
  expect(await resume()).toBeUndefined()
  expect(proofs).toEqual([])
})

test('a sign-out removes the proof only after the console server has answered: other windows ask it as soon as they hear', async () => {
  const { server, backend } = await tabAtServer()
  const proofs: (string | null)[] = []
  server.meanwhile = () => proofs.push(localStorage.getItem(proofStorageKey(origin)))
  expect(await backend.signOut()).toBe('ended')
  expect(proofs).toEqual(['P1'])
  expect(localStorage.length).toBe(0)
})

test.each([200, 401, 403, 421, 429, 500, 502])(
  'a %i to a sign-out is no success, neither here nor everywhere: the next one ends the session',
  async (status) => {
    const { server, backend, first } = await tabAtServer()
    server.ends = status
    await expect(first.activeSessions.end()).rejects.toBeInstanceOf(ServiceError)
    expect(await backend.signOut()).toBe('left-on-console-server')
    expect(localStorage.getItem(pendingSignOutStorageKey(origin))).toBe('P1')
    server.ends = 204
    await backend.resume(new AbortController().signal)
    expect(localStorage.length).toBe(0)
  },
)

const inFront: readonly [string, number, () => Response][] = [
  ['a 401', 401, () => new Response('<h1>401 Authorization Required</h1>', { status: 401 })],
  ['a 403', 403, () => new Response('', { status: 403 })],
  ['a redirect', 302, () => new Response('', { status: 302, headers: { location: 'https://sso.test/' } })],
  ['a redirect that the browser hides', 0, () => Response.error()],
  ['a page of its own', 200, () => new Response('<!doctype html><title>Sign in</title>')],
  ['an object of its own', 200, () => Response.json({ data: [], session: null })],
  ['a 502', 502, () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 })],
]
const draft = { name: 'ci', active: true, write: false }
const finding = { value: 'v', reads: false, signal: new AbortController().signal, onProgress: () => undefined }

test.each(inFront)(
  '%s from a server in front of the console is told as such by each call, and the session stays',
  async (_, status, answer) => {
    const { server, backend, first } = await tabAtServer()
    const { service, findToken, activeSessions, timer } = first
    server.inFront = answer
    const failure = { problem: { kind: 'in-front', status } }
    for (const call of [
      () => service.tokens.list(),
      () => service.users.read(new Set(['a'])),
      () => service.tokens.value('ci'),
      () => service.tokens.create(draft),
      () => findToken(finding),
      () => activeSessions.read(finding.signal),
      () => activeSessions.end(),
    ])
      await expect(Promise.resolve(call())).rejects.toMatchObject(failure)
    timer.refresh()
    expect(await backend.resume(finding.signal)).toMatchObject({ refused: { why: 'problem', ...failure } })
    expect(first.state.get()).toEqual({ status: 'active', isVerifying: false })
    expect(first.inFront.get()).toMatchObject({ status })
    expect(localStorage.getItem(proofStorageKey(origin))).toBe('P1')
    server.inFront = () => undefined
    await service.tokens.list()
    expect(first.inFront.get()).toBeUndefined()
    first.leave()
  },
)

test('a request that a server in front of the console answers 401 changed nothing; after a 502 or a redirect nobody knows', async () => {
  const { server, first } = await tabAtServer()
  const responseOf = async (status: number) => {
    server.inFront = () => new Response('', { status })
    return first.service.tokens.create(draft).catch((error: ServiceError) => mayHaveBeenApplied(error.problem))
  }
  expect(await Promise.all([401, 403, 429].map(responseOf))).toEqual([false, false, false])
  expect(await Promise.all([200, 302, 404, 502].map(responseOf))).toEqual([true, true, true, true])
})
