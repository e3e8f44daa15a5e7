import { ServerSessionResponse, pageHeaders } from '#api/console-server.ts'
import { callsBy, ways, type Way } from '#e2e/rig/front-calls.ts'
import { frontProxies, openFrontProxy, withoutFrontProxy, type FrontProxyName } from '#e2e/rig/front-proxies.ts'
import { openHost } from '#e2e/rig/front-servers.ts'
import { openPrivateService } from '#e2e/rig/private-service.ts'
import { rowButton, flip, nameOf, switchOf, valueOf } from '#e2e/tokens/tokens-page.ts'
import { expect, signIn, signOut, test, type Site } from '#e2e/rig/fixture.ts'

test.use({ readings: 'documented', ignoreHTTPSErrors: true })

/** A console server at a path behind a proxy and TLS, whose service has a certificate from a private authority. */
async function openBehind(name: FrontProxyName, { proxy: service }: Site) {
  const missing = withoutFrontProxy(name)
  test.skip(missing !== undefined, missing)
  const privateService = await openPrivateService(service.url)
  const env = { ALLOW_PLAIN_HTTP: 'behind-proxy', NODE_EXTRA_CA_CERTS: privateService.authority }
  const host = await openHost(privateService.url, env)
  const proxy = await openFrontProxy(name, [host.origin])
  return {
    proxy,
    stop: async () => {
      await proxy.stop()
      await host.stop()
      await privateService.stop()
    },
  }
}

/** Signs in, lists, reveals, writes and signs out as the page does, one call after the other. */
async function useBy(way: Way, port: number, { admin, service }: Site): Promise<void> {
  const ask = callsBy(way, port)
  const page = `https://${way.host}:${port}/query/`
  const signedIn = await ask(
    'POST',
    '/query/console-session',
    pageHeaders(page),
    JSON.stringify({ by: 'bearer', bearer: admin.bearer }),
  )
  expect(signedIn.status).toBe(201)
  const { proof } = ServerSessionResponse.parse(JSON.parse(signedIn.text))
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
  expect(cookie).toMatch(/^__Host-query-admin-[\da-f]{8}=/)
  const own = { ...pageHeaders(page, proof), cookie }
  const list = await ask('GET', '/query/_/token', own)
  expect(list).toMatchObject({ status: 200, text: expect.stringContaining('"ci"') })
  const value = await ask('GET', '/query/_/token/value?name=ci', own)
  expect(JSON.parse(value.text)).toEqual({ value: await service.value('ci') })
  const before = await service.token('ci')
  const { updated_at: _, ...row } = before ?? { updated_at: 0, active: false }
  const written = await ask('PUT', '/query/_/token', own, JSON.stringify({ ...row, active: !row.active }))
  expect(written.status).toBe(200)
  expect(await service.token('ci')).toMatchObject({ active: !row.active })
  expect((await ask('DELETE', '/query/console-session', own)).status).toBe(204)
  expect((await ask('GET', '/query/_/token', own)).status).toBe(401)

  const opened = {
    'sec-fetch-site': 'none',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
    accept: 'text/html',
  }
  expect(await ask('GET', '/query', opened)).toMatchObject({
    status: 301,
    headers: { location: expect.stringMatching(/\/query\/$/) },
  })
  const html = await ask('GET', '/query/', opened)
  expect(html).toMatchObject({ status: 200, text: expect.stringContaining('<div id="root">') })
  expect(html.headers['content-encoding']).toBe(way.coding === 'gzip' ? 'gzip' : undefined)
}

for (const name of frontProxies) {
  test(`behind ${name}, at a path, over IPv6 and with a private authority: sign in, list, reveal, write and sign out`, async ({
    page,
    site,
  }) => {
    await site.service.addToken({ name: 'ci' })
    const { proxy, stop } = await openBehind(name, site)
    await page.goto(`https://[::1]:${proxy.port}/query`)
    expect(page.url(), 'without its slash').toMatch(/\/query\/$/)
    await signIn(page, site.admin.bearer)
    await expect(nameOf(page, 'ci')).toBeVisible()
    await rowButton(page, 'Reveal', 'ci').click()
    await expect(valueOf(page, 'ci')).toHaveText(await site.service.value('ci'))
    await flip(page, 'ci', 'active')
    await expect(switchOf(page, 'ci', 'active')).not.toBeChecked()
    await expect.poll(() => site.service.token('ci')).toMatchObject({ active: false })
    await signOut(page)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await page.close()
    for (const way of ways) await test.step(Object.values(way).join(', '), () => useBy(way, proxy.port, site))
    await stop()
  })
}
