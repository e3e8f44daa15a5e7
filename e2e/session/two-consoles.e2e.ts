import type { Page } from '@playwright/test'
import { openHost } from '#e2e/rig/fronts.ts'
import { withoutNginx } from '#e2e/rig/nginx.ts'
import { openWebServer } from '#e2e/rig/web-server.ts'
import { nameOf } from '#e2e/tokens/tokens-page.ts'
import { expect, signIn, signOut, test } from '#e2e/rig/world.ts'

test.use({ readings: 'documented' })

const bar = (page: Page) => page.getByRole('region', { name: 'Selected tokens' })
const report = (page: Page) => page.getByRole('dialog')

/** Two console servers in front of one service, at two paths of one host name. */
async function openTwo(service: string) {
  test.skip(withoutNginx() !== undefined, withoutNginx())
  const hosts = [await openHost(service), await openHost(service)]
  const locations = hosts.map(({ origin }, at) => {
    const pass = `proxy_pass ${origin}; proxy_set_header Host $http_host; proxy_buffering off;`
    return `location /${['a', 'b'][at]}/ { ${pass} }`
  })
  const front = await openWebServer('nginx', ({ port, dir }) => {
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path "${dir}/${of}";`)
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
  world,
  watch,
}) => {
  for (const name of ['old-1', 'old-2', 'ci']) await world.service.addToken({ name })
  const { at, stop } = await openTwo(world.proxy.url)
  const second = await context.newPage()
  for (const [page, path] of [
    [first, 'a'],
    [second, 'b'],
  ] as const) {
    await page.goto(at(path))
    await signIn(page, world.admin.bearer)
    await expect(nameOf(page, 'ci')).toBeVisible()
  }
  expect((await context.cookies()).map(({ name }) => name.replace(/^query-admin-\d+-[\da-f]{8}$/, 'apart'))).toEqual([
    'apart',
    'apart',
  ])

  // A run at the first one, whose tab is gone: its report waits there, for nobody at the second.
  let go = () => {}
  world.proxy.fail('PUT /_/token', { until: new Promise<void>((resolve) => (go = resolve)) })
  watch.allowFailure('/_/token', 'net::ERR_ABORTED')
  await first.getByLabel('Search tokens').fill('old')
  await first.getByRole('checkbox', { name: 'Select all shown' }).check()
  await bar(first).getByRole('button', { name: 'Deactivate', exact: true }).click()
  await first.getByRole('alertdialog').getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(report(first)).toHaveAccessibleName('Deactivating 2 tokens')
  await first.goto('about:blank')
  go()
  await second.reload()
  await expect(nameOf(second, 'ci')).toBeVisible()
  const keys = await second.evaluate(() => Object.keys(localStorage))
  expect(keys.filter((key) => key.includes(' run ')).length).toBeGreaterThan(0)
  expect(keys.filter((key) => !key.includes(`${at('a')}`) && !key.includes(at('b')))).toEqual([])
  await expect(report(second)).toHaveCount(0)
  await first.goto(at('a'))
  await expect(report(first)).toBeVisible()
  await report(first).getByRole('button', { name: 'Close' }).last().click()

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
