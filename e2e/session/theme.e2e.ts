import type { Page } from '@playwright/test'
import { accountMenu, expect, signOut, test } from '#e2e/rig/fixture.ts'

const canvas = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

test('a theme that was chosen outlives a reload and signing out', async ({ signedIn: page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await canvas(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await canvas(page)
  expect(dark).not.toBe(light)
  await accountMenu(page).click()
  const moving = await page.getByRole('menuitemradio', { name: 'Light' }).evaluate((item: HTMLElement) => {
    item.click()
    return new Promise<number>((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(document.getAnimations().length)))
    })
  })
  expect(moving, 'colours that still change after the theme has').toBe(0)
  await expect.poll(() => canvas(page)).toBe(light)
  await page.keyboard.press('Escape')
  await page.reload()
  expect(await canvas(page)).toBe(light)
  await signOut(page)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await canvas(page)).toBe(light)
})
