import { connect } from 'node:http2'
import { request } from 'node:https'
import { frontProxies, openFrontProxy, withoutFrontProxy } from '#e2e/rig/front-proxies.ts'
import { openHost } from '#e2e/rig/fronts.ts'
import { actOf, flip, nameOf, switchOf, valueOf } from '#e2e/tokens/tokens-page.ts'
import { expect, signIn, signOut, test } from '#e2e/rig/world.ts'

test.use({ readings: 'documented', ignoreHTTPSErrors: true })

/** GET over HTTP/1.1. */
function get(host: string, port: number, path: string) {
  return new Promise<{ status: number | undefined; location: string | undefined; coding: string | undefined }>(
    (resolve, reject) => {
      const headers = {
        'accept-encoding': 'gzip',
        accept: '*/*',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      }
      request({ host, port, path, headers, rejectUnauthorized: false }, (response) => {
        response.resume()
        const { location, 'content-encoding': coding } = response.headers
        resolve({ status: response.statusCode, location, coding })
      })
        .on('error', reject)
        .end()
    },
  )
}

/** The status of the same over HTTP/2. */
function getByHttp2(origin: string, path: string) {
  return new Promise<number>((resolve, reject) => {
    const session = connect(origin, { rejectUnauthorized: false })
    session.on('error', reject)
    session.request({ ':path': path }).on('response', (headers) => {
      resolve(headers[':status'] ?? 0)
      session.destroy()
    })
  })
}

for (const name of frontProxies) {
  test(`behind ${name}, at a path and over TLS: sign in, list, reveal, write and sign out`, async ({ page, world }) => {
    const missing = withoutFrontProxy(name)
    test.skip(missing !== undefined, missing)
    await world.service.addToken({ name: 'ci' })
    const host = await openHost(world.proxy.url, { ALLOW_PLAIN_HTTP: 'behind-proxy' })
    const proxy = await openFrontProxy(name, [host.origin])
    await page.goto(proxy.origin)
    await signIn(page, world.admin.bearer)
    await expect(nameOf(page, 'ci')).toBeVisible()
    await actOf(page, 'Reveal', 'ci').click()
    await expect(valueOf(page, 'ci')).toHaveText(await world.service.value('ci'))
    await flip(page, 'ci', 'active')
    await expect(switchOf(page, 'ci', 'active')).not.toBeChecked()
    await expect.poll(() => world.service.token('ci')).toMatchObject({ active: false })
    await signOut(page)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()

    expect(await get('127.0.0.1', proxy.port, '/query')).toMatchObject({ status: 301, location: /\/query\/$/ })
    expect(await get('127.0.0.1', proxy.port, '/query/')).toMatchObject({ status: 200, coding: 'gzip' })
    expect((await get('::1', proxy.port, '/query/')).status, 'over IPv6').toBe(200)
    expect(await getByHttp2(`https://127.0.0.1:${proxy.port}`, '/query/')).toBe(200)
    await page.close()
    await proxy.stop()
    await host.stop()
  })
}
