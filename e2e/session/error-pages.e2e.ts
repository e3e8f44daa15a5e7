import { expect, test } from '@playwright/test'
import { expectAccessible } from '#e2e/accessibility/expect-accessible.ts'
import { openHost } from '#e2e/rig/front-servers.ts'

const way = { 'X-Forwarded-For': '192.0.2.1' }

test('opened at an address that cannot work, the console says so, and which setting to change', async ({ browser }) => {
  const host = await openHost('http://127.0.0.1:9', { ALLOW_PLAIN_HTTP: 'behind-proxy' })
  const plain = await browser.newPage({ extraHTTPHeaders: { ...way, 'X-Forwarded-Proto': 'http' } })
  expect((await plain.goto(host.origin))?.status()).toBe(426)
  await expect(plain.getByRole('heading', { name: 'This console needs https' })).toBeVisible()
  await expectAccessible(plain, 'the page over plain http')

  const secure = await browser.newPage({ extraHTTPHeaders: { ...way, 'X-Forwarded-Proto': 'https' } })
  expect((await secure.goto(host.origin))?.status()).toBe(200)

  // This machine, by a host name that the console server does not know.
  const other = await browser.newPage({ extraHTTPHeaders: way })
  const { port } = new URL(host.origin)
  expect((await other.goto(`http://elsewhere.localhost:${port}/`))?.status()).toBe(421)
  await expect(other.getByRole('heading', { name: 'Unknown host name' })).toBeVisible()
  await expect(other.getByText('PUBLIC_HOSTS').first()).toBeVisible()
  await expect(other.locator('body')).not.toContainText('elsewhere')
  await expectAccessible(other, 'the page under another name')
  for (const page of [plain, secure, other]) await page.close()
  await host.stop()
})
