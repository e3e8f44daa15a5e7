import { staticHeaders } from '#host/samples/sample.ts'
import { openNginx, withoutNginx } from '#e2e/rig/nginx.ts'
import { passwordFile } from '#e2e/rig/proxies.ts'
import { nameOf } from '#e2e/tokens/tokens-page.ts'
import { expect, signIn, test } from '#e2e/rig/world.ts'

const missing = withoutNginx()
test.skip(missing !== undefined, missing ?? '')

test('behind nginx every answer of every status has the headers, and errors are JSON', async ({ world, request }) => {
  const nginx = await openNginx(world.proxy.url)
  if (!nginx) return
  const { origin } = nginx
  const asset = /assets\/[^"]+\.js/.exec(await (await request.get(origin)).text())?.[0] ?? ''
  const json = { authorization: `Bearer ${world.admin.bearer}`, 'content-type': 'application/json' }
  world.proxy.fail('GET /_/user', { status: 302, headers: { location: 'https://evil.example', 'set-cookie': 'a=b' } })
  world.proxy.fail('PUT /_/user', { reset: true })
  const requests: [method: string, path: string, status: number, cache: string, body?: string][] = [
    ['GET', '', 200, 'no-cache'],
    ['HEAD', '', 200, 'no-cache'],
    ['GET', 'index.html', 200, 'no-cache'],
    ['GET', 'icon.svg', 200, 'no-cache'],
    ['GET', asset, 200, 'public, max-age=31536000, immutable'],
    ['GET', `${asset}.gz`, 404, 'no-store'],
    ['GET', 'assets/none-12345678.js', 404, 'no-store'],
    ['GET', 'assets', 404, 'no-store'],
    ['GET', 'console-host.json', 404, 'no-store'],
    ['GET', '.vite/manifest.json', 404, 'no-store'],
    ['GET', '_/typo', 404, 'no-store'],
    ['GET', '_/token/', 404, 'no-store'],
    ['POST', '', 405, 'no-store', '{}'],
    ['OPTIONS', '_/token', 405, 'no-store'],
    ['PATCH', '_/token', 405, 'no-store', '{}'],
    ['GET', '_/token', 200, 'no-store'],
    ['GET', '_/token/value?name=none', 404, 'no-store'],
    ['PUT', '_/token', 413, 'no-store', 'x'.repeat(65_537)],
    ['GET', '_/user', 502, 'no-store'],
    ['PUT', '_/user', 502, 'no-store', '{}'],
  ]
  for (const [method, path, status, cache, body] of requests) {
    const answer = await request.fetch(origin + path, {
      method,
      headers: json,
      maxRedirects: 0,
      ...(body === undefined ? {} : { data: body }),
    })
    const headers = answer.headers()
    expect([method, path, answer.status()]).toEqual([method, path, status])
    for (const [name, value] of staticHeaders) expect(headers[name], `${method} ${path}: ${name}`).toBe(value)
    expect([path, headers['cache-control']]).toEqual([path, cache])
    for (const name of ['set-cookie', 'location', 'x-query-admin-host']) expect(headers[name]).toBeUndefined()
    if (status === 405) expect(headers['allow']).toContain('GET')
    if (status >= 400) expect([path, headers['content-type']]).toEqual([path, 'application/json'])
  }
  console.log(`nginx: ${staticHeaders.length} headers complete on ${requests.length} URLs × statuses`)
  const sent = world.proxy.calls.map(({ method, path }) => `${method} ${path}`)
  expect(sent).toEqual(['GET /_/token', 'GET /_/token/value?name=none', 'GET /_/user', 'PUT /_/user'])
  for (const { headers } of world.proxy.calls) {
    expect(headers.host).toBe(new URL(world.proxy.url).host)
    expect(headers['x-forwarded-for'] ?? headers.cookie).toBeUndefined()
  }
  await nginx.stop()
})

test('behind nginx an admin signs in by bearer and sees the list', async ({ world, page, watch }) => {
  watch.allowFailure('/console-host.json', 404) // the page asks for it to find out whether there is a console server
  await world.service.addToken({ name: 'behind-nginx' })
  const nginx = await openNginx(world.proxy.url)
  if (!nginx) return
  await page.goto(nginx.origin)
  await signIn(page, world.admin.bearer)
  await expect(nameOf(page, 'behind-nginx')).toBeVisible()
  await page.goto('about:blank')
  await nginx.stop()
})

test('if nginx asks for basic authentication, the page says that it can’t work in tab mode', async ({
  world,
  browser,
}) => {
  const { file, username, password, forget } = await passwordFile()
  const nginx = await openNginx(world.proxy.url, `auth_basic staff; auth_basic_user_file "${file}";`)
  if (!nginx) return
  const context = await browser.newContext({ httpCredentials: { username, password } })
  const page = await context.newPage()
  await page.goto(nginx.origin)
  await signIn(page, world.admin.bearer)
  await expect(page.getByText('asks for its own sign-in (401). That can’t work')).toBeVisible()
  expect(world.proxy.calls).toEqual([])
  await context.close()
  await nginx.stop()
  await forget()
})
