import { openHost } from '#e2e/rig/front-servers.ts'
import { withoutFrontProxy } from '#e2e/rig/front-proxies.ts'
import { openWebServer } from '#e2e/rig/web-server.ts'
import { nameOf } from '#e2e/tokens/tokens-page.ts'
import { expect, signIn, signOut, test } from '#e2e/rig/fixture.ts'

test.use({ readings: 'documented' })

/** Two console servers in front of one service, at two paths of one host name. */
async function openTwo(service: string) {
  test.skip(withoutFrontProxy('nginx') !== undefined, withoutFrontProxy('nginx'))
  const hosts = [await openHost(service), await openHost(service)]
  const locations = hosts.map(({ origin }, at) => {
    const pass = `proxy_pass ${origin}; proxy_set_header Host $http_host; proxy_buffering off;`
    return `location /${['a', 'b'][at]}/ { ${pass} }`
  })
  const front = await openWebServer('nginx', ({ port, dir }) => {
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (folder) => `${folder}_temp_path "${dir}/${folder}";`,
    )
    const server = `server { listen 127.0.0.1:${port}; ${locations.join(' ')} }`
    return `pid "${dir}/nginx.pid"; error_log stderr crit; events {} http { access_log off; ${folders.join(' ')} ${server} }`
  })
  if (front === undefined) throw new Error('nginx did not start')
  return {
    at: (path: 'a' | 'b') => `${front.origin}${path}/`,
    stop: async () => {
      await front.stop()
      for (const host of hosts) await host.stop()
    },
  }
}

test('two consoles at two paths of one host name stay apart: sessions, and all that the browser keeps', async ({
  page: first,
  context,
  site,
}) => {
  await site.service.addToken({ name: 'ci' })
  const { at, stop } = await openTwo(site.proxy.url)
  const second = await context.newPage()
  for (const [page, path] of [
    [first, 'a'],
    [second, 'b'],
  ] as const) {
    await page.goto(at(path))
    await signIn(page, site.admin.bearer)
    await expect(nameOf(page, 'ci')).toBeVisible()
  }
  expect((await context.cookies()).map(({ name }) => name.replace(/^query-admin-\d+-[\da-f]{8}$/, 'apart'))).toEqual([
    'apart',
    'apart',
  ])

  // What the first one has chosen is kept under its own address.
  await first.evaluate(() => localStorage.clear())
  await first.getByRole('button', { name: /^Account menu/ }).click()
  await first.getByRole('menuitemradio', { name: 'Dark' }).click()
  const keys = await second.evaluate(() => Object.keys(localStorage))
  expect(keys.length).toBeGreaterThan(0)
  expect(keys.filter((key) => !key.includes(at('a')))).toEqual([])
  await first.keyboard.press('Escape')

  await signOut(first)
  await expect(first.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await second.reload()
  await expect(nameOf(second, 'ci')).toBeVisible()
  await first.reload()
  await expect(first.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await first.close()
  await second.close()
  await stop()
})
