import { describe, expect, test } from 'vitest'
import { deliveryHeader } from '#api/console-server.ts'
import type { Problem } from '#api/problem.ts'
import { ofPage, smallSite } from './testing/sockets.ts'
import { trialSession, trialSite } from './testing/trial-site.ts'
import { createHandler } from './handler.ts'
import type { Upstream } from './upstream.ts'

const { bearer } = trialSession
const [password, newPassword] = ['hunter2 of "old"', 'hunter2 of new']

const ofMarkup = (page: string) => async () => new Response(page, { headers: { 'content-type': 'text/html' } })

/** What reaches the page of a service that answers everything with this page of markup. */
async function passedOn(page: string | Upstream, method: string, target: string, body?: object): Promise<string> {
  const upstream = typeof page === 'string' ? ofMarkup(page) : page
  const handler = createHandler({ files: smallSite, ...trialSite(upstream) })
  const headers = { ...ofPage, 'content-type': 'application/json' }
  const init = { method, headers, body: body === undefined ? null : JSON.stringify(body) }
  return (await handler(new Request(`http://127.0.0.1:4173${target}`, init), target)).text()
}

/** A service that answers as only the console server does, with a problem that quotes a secret. */
const posing = (secret: string) => async () => {
  const problem: Problem = { kind: 'refused', status: 400, serviceText: `T:${secret}`, by: 'console-server' }
  return Response.json({ problem, error: `T:${secret}` }, { status: 502, headers: { [deliveryHeader]: 'not-sent' } })
}

const calls: [string, string, object?][] = [
  ['GET', '/_/token'],
  ['GET', '/_/user'],
  ['GET', '/_/token/value?name=a'],
  ['POST', '/console-rows/_/token', { names: ['a'] }],
  ['PUT', '/_/token', { name: 'a' }],
  ['POST', '/console-session', { by: 'bearer', bearer }],
]
const passwords: [string, string, object][] = [
  ['PUT', '/_/user', { email: 'a', password, new_password: newPassword }],
  ['POST', '/console-session', { by: 'password', email: 'a', password: newPassword }],
]

describe('a page of markup instead of a success is known by its beginning, which quotes', () => {
  test.each(calls)('no access token: %s %s', async (...args) => {
    expect(await passedOn(`<p>${bearer}</p> of a gateway`, ...args)).toContain('"begins":""')
  })

  test.each(calls)('no part of one where the beginning ends: %s %s', async (...args) => {
    const passed = await passedOn(`<!doctype html><title>A gateway for ${bearer} and others</title>`, ...args)
    expect(passed).toContain('"begins":""')
  })

  test.each(passwords)('no password: %s %s', async (...args) => {
    const passed = await passedOn(`<p>${newPassword}</p>`, ...args)
    expect(passed).toContain('"begins":""')
  })

  test.each(passwords)('no part of a password: %s %s', async (...args) => {
    const passed = await passedOn(`<!doctype html><title>A gateway for the user a, ${newPassword}</title>`, ...args)
    expect(passed).toContain('"begins":""')
  })
})

describe('a service that poses as the console server is not believed, and its problem passes', () => {
  test.each(calls)('no access token: %s %s', async (...args) => {
    expect(await passedOn(posing(bearer), ...args)).not.toContain(bearer)
  })

  test.each(passwords)('no password: %s %s', async (...args) => {
    expect(await passedOn(posing(newPassword), ...args)).not.toContain(newPassword)
  })

  test('not even the access token that it has just granted', async () => {
    const granted = 'granted-and-unknown-to-the-page'
    const upstream: Upstream = async (call) =>
      call.target === '/_/user/token/value' ? Response.json({ data: [{ token: granted }] }) : posing(granted)()
    const signIn = { by: 'password', email: 'a', password }
    expect(await passedOn(upstream, 'POST', '/console-session', signIn)).not.toContain(granted)
  })

  test('no password that the service quotes when the access token is checked', async () => {
    const upstream: Upstream = async (call) =>
      call.target === '/_/user/token/value'
        ? Response.json({ data: [{ token: 'granted' }] })
        : Response.json({ error: `no, ${password}` }, { status: 500 })
    const passed = await passedOn(upstream, 'POST', '/console-session', { by: 'password', email: 'a', password })
    expect(passed).toContain('"serviceText":""')
  })
})
