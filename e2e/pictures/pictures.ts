import { join } from 'node:path'
import { expect } from '@playwright/test'
import { printed, test } from '#e2e/rig/demo.ts'
import { nameOf } from '#e2e/tokens/tokens-page.ts'
import { signIn } from '#e2e/rig/fixture.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme })
    test('tokens', async ({ page, host }) => {
      await page.goto(host.origin)
      await signIn(page, printed(host, 'Access token'))
      await expect(nameOf(page, 'grafana')).toBeVisible()
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      await page.mouse.move(0, 0)
      await page.screenshot({ path: join(import.meta.dirname, `tokens-${colorScheme}.png`) })
    })
  })
}
