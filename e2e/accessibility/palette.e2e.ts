import type { Page } from '@playwright/test'
import { nameOf, valueOf } from '#e2e/tokens/tokens-page.ts'
import { emailOf } from '#e2e/users/users-page.ts'
import { expect, onePreset, test } from '#e2e/rig/fixture.ts'
import { atWidths, expectAccessible } from './expect-accessible.ts'

test.use({ examples: true, permissions: ['clipboard-read', 'clipboard-write'] })

const field = (page: Page) => page.getByRole('textbox', { name: 'Search or run' })
const item = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name })
const openPalette = async (page: Page) => {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field(page)).toBeFocused()
}

onePreset(1, () => {
  test('by keyboard alone the palette copies and reveals a value, edits a token and opens the pages', async ({
    signedIn: page,
    site,
    watch,
  }) => {
    watch.allowFailure('/_/user', 404)
    await expect(nameOf(page, 'grafana')).toBeVisible()
    const value = await site.service.value('grafana')
    await openPalette(page)
    await page.keyboard.type('grafana')
    const chosen = item(page, /^Copy value/)
    await expect(chosen).toHaveAttribute('data-focused', 'true')
    await expect(field(page)).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? 'none')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(value)
    await expect(nameOf(page, 'grafana')).toBeFocused()

    // With nothing typed the pages come first, then the actions on the row with the focus.
    await openPalette(page)
    for (let at = 0; at < 5; at += 1) await page.keyboard.press('ArrowDown')
    await expect(item(page, /^Reveal value/)).toHaveAttribute('data-focused', 'true')
    await page.keyboard.press('Enter')
    await expect(valueOf(page, 'grafana')).toHaveText(value)

    await openPalette(page)
    // On a slow computer, typed fast: Enter runs what the text says now.
    const browser = await page.context().newCDPSession(page)
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 20 })
    await page.keyboard.type('open')
    await page.keyboard.press('Enter')
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await expect(page.getByRole('dialog', { name: 'grafana', exact: true })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    await expect(field(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(nameOf(page, 'grafana')).toBeFocused()

    await openPalette(page)
    await page.keyboard.press('Escape')
    await expect(nameOf(page, 'grafana')).toBeFocused()
    await openPalette(page)
    await page.keyboard.type('users')
    await expect(item(page, /^Users$/)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
    await openPalette(page)
    await page.keyboard.type('ci-deploy-staging')
    await page.keyboard.press('Enter')
    await expect(nameOf(page, 'ci-deploy-staging')).toBeFocused()
  })
})

for (const at of [0, 1]) {
  atWidths(at, (width) => {
    test(`the palette is accessible, and by pointer it finds a row (${at})`, async ({ signedIn: page }) => {
      await expect(nameOf(page, 'grafana')).toBeVisible()
      await page.getByRole('button', { name: 'Search or run…' }).click()
      await expect(field(page)).toBeFocused()
      await expectAccessible(page, 'the palette')
      await field(page).fill('ci')
      await expect(page.getByRole('group', { name: /^ci-deploy/ })).toBeVisible()
      await expectAccessible(page, 'the palette with matches')
      if (width < 500) await expect(page.locator('kbd').first()).toBeHidden()
      await item(page, /^ci-deploy-staging/).click()
      await expect(nameOf(page, 'ci-deploy-staging')).toBeFocused()
      await expect(emailOf(page, 'li.wei@example.test')).toHaveCount(0)
    })
  })
}
