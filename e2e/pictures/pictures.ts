import { join } from 'node:path'
import { nameOf } from '../tokens.ts'
import { expect, test } from '../world.ts'

test.use({ examples: true })

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme })
    test('tokens', async ({ signedIn: page }) => {
      await expect(nameOf(page, 'grafana')).toBeVisible()
      await page.evaluate(() => document.fonts.ready)
      await page.mouse.move(0, 0)
      await page.screenshot({ path: join(import.meta.dirname, `tokens-${colorScheme}.png`) })
    })
  })
}
