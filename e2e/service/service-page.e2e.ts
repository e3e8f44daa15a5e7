import type { Page } from '@playwright/test'
import { expect, presets, test } from '#e2e/rig/fixture.ts'

const fact = (page: Page, term: string) =>
  page.getByRole('definition').filter({ has: page.locator(`xpath=preceding-sibling::dt[normalize-space()="${term}"]`) })

async function toService(page: Page) {
  await page.getByRole('link', { name: 'Service', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Service', level: 1 })).toBeVisible()
}

for (const readings of presets) {
  test.describe(readings, () => {
    test.use({ readings, examples: true })
    test('says where the service is, where the access token is, and in which unit it counts time', async ({
      signedIn: page,
      site,
    }) => {
      await expect(page.getByRole('table', { name: 'Tokens' })).toBeVisible()
      await toService(page)
      await expect(fact(page, 'Address')).toContainText(site.proxy.url)
      await expect(fact(page, 'Access token')).toHaveText(
        'Stored on the console server. Signing out doesn’t revoke it.',
      )
      await expect(fact(page, 'Signed in as')).toContainText('Unknown (signed in with an access token)')
      await page.getByText('Technical details').click()
      const unit = readings === 'query-server' ? 'Seconds' : 'Milliseconds'
      await expect(fact(page, 'Unit of dates')).toContainText(new RegExp(`^${unit}, from \\d+ tokens`))
      expect(await page.content()).not.toContain(site.admin.bearer)
    })
  })
}

test('the Service page says that the service is unreachable', async ({ signedIn: page, site, watch }) => {
  watch.expectFailure('/_/token', 502)
  watch.allowFailure('/_/user', 502)
  await site.proxy.refuseConnections()
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByText(/Unreachable since/)).toBeVisible()
  await toService(page)
  await expect(page.getByText('Not answering as expected')).toBeVisible()
  await site.proxy.acceptConnections()
})

test('on a phone the facts come before the sessions, and on a wide screen beside them', async ({ signedIn: page }) => {
  await toService(page)
  const top = async (name: string) => (await page.getByRole('region', { name, exact: true }).boundingBox())?.y ?? NaN
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await top('Good to know')).toBeGreaterThan(await top('Connection'))
  expect(await top('Sessions')).toBeGreaterThan(await top('Good to know'))
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await top('Good to know')).toBe(await top('Connection'))
  expect(await top('Sessions')).toBeGreaterThan(await top('Connection'))
})
