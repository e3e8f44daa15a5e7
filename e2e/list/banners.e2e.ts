import type { Locator } from '@playwright/test'
import { nameOf } from '#e2e/tokens/tokens-page.ts'
import { expect, test } from '#e2e/rig/fixture.ts'

test.use({ examples: true, readings: 'query-server' })

type Box = Awaited<ReturnType<Locator['boundingBox']>>
const overlap = (a: Box, b: Box) =>
  a && b ? Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)) : Number.NaN

for (const [width, scrolled] of [
  [1440, 0],
  [360, 0],
  [360, 400],
] as const) {
  test.describe(`at ${width} px, scrolled by ${scrolled} px`, () => {
    test.use({ viewport: { width, height: 900 } })
    test(`banners that come and go move no row${scrolled > 0 ? ' of a scrolled list' : ''}`, async ({
      signedIn: page,
      context,
    }) => {
      const row = nameOf(page, scrolled > 0 ? 'mobile-app' : 'backup-nightly')
      await expect(row).toBeVisible()
      await expect(page.getByText(/^1 value needs repair/)).toBeAttached()
      await page.evaluate((top) => scrollTo(0, top), scrolled)
      const top = () => row.evaluate((name) => Math.round(name.getBoundingClientRect().top))
      const before = await top()
      await context.setOffline(true)
      await expect(page.getByText('This browser is offline.', { exact: true })).toBeAttached()
      await expect(page.getByRole('button', { name: /^\d notices$/ })).toBeAttached()
      expect(await top()).toBe(before)
      const bars = await page.getByRole('group', { name: 'Expiry' }).boundingBox()
      const banner = await page.locator('.banners .banner').boundingBox()
      expect(overlap(bars, banner), 'the banner is over the bars').toBe(0)
      await context.setOffline(false)
      await expect(page.getByText('This browser is offline.', { exact: true })).toHaveCount(0)
      expect(await top()).toBe(before)
    })
  })
}
