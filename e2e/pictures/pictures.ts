import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { printed, test } from '#e2e/rig/demo.ts'
import { nameOf } from '#e2e/tokens/tokens-page.ts'
import { signIn } from '#e2e/rig/fixture.ts'
import { picturesDir, takePictures } from './take-pictures.ts'

test('the tokens of the demo, as the README shows them', async ({ page, host }) => {
  await page.goto(host.origin)
  await signIn(page, printed(host, 'Access token'))
  await expect(nameOf(page, 'grafana')).toBeVisible()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.mouse.move(0, 0)
  await takePictures(page, 'tokens of the demo')
  for (const theme of ['light', 'dark']) {
    const taken = join(picturesDir, `tokens-of-the-demo.1440.${theme}.png`)
    copyFileSync(taken, join(import.meta.dirname, `tokens-${theme}.png`))
  }
})
