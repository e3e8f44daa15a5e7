import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { pageHeader, proofHeader } from '#api/console-server.ts'
import { openHost } from '#e2e/rig/front-servers.ts'
import { cookieName, proofOf } from '#e2e/session/session-cookie.ts'
import { rowButton, nameOf, newToken, valueOf } from '#e2e/tokens/tokens-page.ts'
import { expect, signIn, signOut, test as base, waitUntilIdle } from '#e2e/rig/fixture.ts'

/** Another program at another port of the same host name. Browsers share cookies between ports, but not storage. */
interface Neighbour {
  origin: string
  /** The cookies of each request that it received. */
  received: string[]
  /** The cookies that it sets. */
  sets: string[]
}

const test = base.extend<{ neighbour: Neighbour }>({
  neighbour: async ({ site }, provide) => {
    const body = `<title>neighbour</title><a href="${site.origin}">console</a>`
    const received: string[] = []
    const sets: string[] = []
    const server = createServer((request, response) => {
      received.push(request.headers.cookie ?? '')
      response.setHeader('set-cookie', sets).setHeader('content-type', 'text/html').end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await provide({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received, sets })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  },
})

test.use({ examples: true, ownHost: {} })

/** Visits the neighbour in another tab of this browser. The neighbour then sets `cookies`. */
async function visit(page: Page, { origin, sets }: Neighbour, cookies: string[] = []): Promise<void> {
  sets.splice(0, Infinity, ...cookies)
  const tab = await page.context().newPage()
  await tab.goto(origin)
  expect(await tab.evaluate(() => Object.entries(localStorage))).toEqual([])
  await tab.close()
}

test('theft: the cookies of two consoles reach a neighbour, but give it access to nothing', async ({
  signedIn: page,
  site,
  neighbour,
  context,
}) => {
  const second = await openHost(site.proxy.url)
  const other = await context.newPage()
  await other.goto(second.origin)
  await signIn(other, site.admin.bearer)
  for (const each of [page, other]) await expect(nameOf(each, 'grafana')).toBeVisible()
  await visit(page, neighbour)
  const cookie = neighbour.received.at(-1) ?? ''
  expect(cookie.match(/query-admin-\d+=[\w-]{43}/g)).toHaveLength(2)

  const calls = site.proxy.calls.length
  const proofs = [undefined, 'x'.repeat(43), await proofOf(page), await proofOf(other)]
  let opened = 0
  let tried = 0
  for (const { origin, own } of [
    { origin: site.origin, own: 2 },
    { origin: second.origin, own: 3 },
  ]) {
    const anonymous = await (await fetch(origin)).text()
    for (const [at, proof] of proofs.entries()) {
      if (at === own) continue // only this console's page has this proof
      const headers = { cookie, [pageHeader]: '/', ...(proof !== undefined && { [proofHeader]: proof }) }
      const json = { ...headers, 'content-type': 'application/json' }
      const answers = await Promise.all([
        fetch(`${origin}_/token`, { headers }),
        fetch(`${origin}_/token/value?name=grafana`, { headers }),
        fetch(`${origin}_/token`, { method: 'DELETE', headers: json, body: '{"name":"grafana"}' }),
        fetch(`${origin}console-sessions`, { headers }),
        fetch(`${origin}console-sessions`, { method: 'DELETE', headers: json, body: '{}' }),
        fetch(`${origin}console-find`, { method: 'POST', headers: json, body: '{}' }),
      ])
      tried += answers.length
      opened += answers.filter(({ status }) => status !== 401).length
      expect((await (await fetch(`${origin}console-session`, { headers })).json()) as object).toMatchObject({
        session: null,
      })
      expect(await (await fetch(origin, { headers })).text()).toBe(anonymous)
    }
  }
  expect([opened, site.proxy.calls.length - calls]).toEqual([0, 0])
  for (const each of [page, other]) {
    await each.reload()
    await expect(nameOf(each, 'grafana')).toBeVisible()
  }
  await other.close() // it is still loading code in the background
  await second.stop()
  console.log(`theft: ${opened} of ${tried} calls with a stolen cookie opened anything`)
})

test('swap: with the attacker’s cookie the page sends nothing, and says that the cookie was replaced', async ({
  signedIn: page,
  site,
  neighbour,
  watch,
}) => {
  await site.service.addUser({ email: 'eve@example.test', password: 'another long one', admin: true, active: true })
  const json = { 'content-type': 'application/json', [pageHeader]: '/' }
  const way = { by: 'password', email: 'eve@example.test', password: 'another long one' }
  const answer = await fetch(`${site.origin}console-session`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(way),
  })
  const eves = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect(eves).toMatch(/^query-admin-\d+=/)
  const form = await newToken(page, 'of the admin')
  await visit(page, neighbour, [`${eves}; Path=/; HttpOnly; SameSite=Strict`])
  const calls = site.proxy.calls.length
  watch.expectFailure('/_/token', 401)
  await form.getByRole('button', { name: 'Create token' }).click()
  const sheet = page.getByRole('dialog', { name: 'Signed out' })
  await expect(sheet.getByText(/replaced this browser’s session cookie/)).toBeVisible()
  expect(site.proxy.calls.length - calls).toBe(0)
  await page.reload()
  await expect(page.getByText(/replaced this browser’s session cookie/)).toBeVisible()
  expect(site.proxy.calls.length - calls).toBe(0)
  await signIn(page, site.admin.bearer)
  await expect(nameOf(page, 'grafana')).toBeVisible()
})

test('lockout: cookies of the same name with longer paths change nothing', async ({
  signedIn: page,
  site,
  neighbour,
}) => {
  const name = cookieName(site)
  const paths = ['/_/', '/_/token', '/console-session', '/console-rows/', '/console-host.json']
  await visit(
    page,
    neighbour,
    paths.map((path) => `${name}=${'x'.repeat(43)}; Path=${path}; HttpOnly`),
  )
  await page.reload()
  await rowButton(page, 'Reveal', 'grafana').click()
  await expect(valueOf(page, 'grafana')).toHaveText(await site.service.value('grafana'))
  await signOut(page)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await signIn(page, site.admin.bearer)
  await expect(nameOf(page, 'grafana')).toBeVisible()
})

test('60 large cookies of a neighbour block the page, and a sentence says what to do', async ({
  signedIn: page,
  neighbour,
  watch,
}) => {
  await waitUntilIdle(page)
  for (const path of ['/', '/icon.svg', '/favicon.ico']) watch.allowFailure(path, 431)
  watch.allowFailure('/favicon.ico', 'net::ERR_CONNECTION_RESET')
  await visit(
    page,
    neighbour,
    Array.from({ length: 60 }, (_, at) => `large-${at}=${'x'.repeat(4000)}; Path=/`),
  )
  await page.reload()
  await expect(page.getByRole('heading', { name: 'The browser sends too many cookies' })).toBeVisible()
  await expect(page.getByText('Delete the cookies of this address, then reload.')).toBeVisible()
})

test('a link on a neighbour’s page opens the console, still signed in', async ({ signedIn: page, neighbour }) => {
  await page.goto(neighbour.origin)
  await page.getByRole('link', { name: 'console' }).click()
  await expect(nameOf(page, 'grafana')).toBeVisible()
})
