import type { Locator } from '@playwright/test'
import { expectAccessible, atWidths } from '#e2e/accessibility/expect-accessible.ts'
import { expect, signIn, test } from '#e2e/rig/fixture.ts'
import { clipboard, nameOf, openMenu, sheetOf, toastOf } from './tokens-page.ts'

test.use({ examples: true, permissions: ['clipboard-read', 'clipboard-write'] })

atWidths(3, (width) => {
  test('a link opens the sheet of its row after signing in, and the sheet copies the same link', async ({
    page,
    site,
  }) => {
    await page.goto('./#/tokens?name=grafana')
    await signIn(page, site.admin.bearer)
    const sheet = sheetOf(page, 'grafana')
    await sheet.getByText('Raw data').click()
    await expect(sheet.getByText(/"expiration_date": \d+/)).toBeVisible()
    await expectAccessible(page, 'the sheet of a token')
    if (width < 720) await sheet.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole(width < 720 ? 'menuitem' : 'button', { name: 'Copy link' }).click()
    await expect(toastOf(page)).toHaveText('Link copied.')
    const link = await clipboard(page)
    await page.keyboard.press('Escape')
    await expect(nameOf(page, 'grafana')).toBeFocused()
    await expect(page).not.toHaveURL(/grafana/)
    await page.evaluate((to) => void (location.href = to), link)
    await expect(sheet).toBeVisible()
  })
})

test('a link to a row that is not there says so; a name that looks like a secret leaves the address', async ({
  signedIn: page,
}) => {
  await page.evaluate(() => void (location.hash = '#/tokens?name=gone'))
  await expect(toastOf(page)).toHaveText('There is no token named “gone” in this list. It may have been deleted.')
  expect(page.url()).not.toContain('gone')
  await page.evaluate(() => void (location.hash = '#/tokens?name=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0'))
  await expect.poll(() => page.url()).not.toContain('eyJ')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('with the keyboard alone, a sheet is opened, its fields are copied, and a duplicate is made', async ({
  signedIn: page,
  site,
}) => {
  await openMenu(page, 'grafana')
  await page.keyboard.press('Enter')
  const sheet = sheetOf(page, 'grafana')
  await expect(sheet).toBeVisible()
  const tabTo = async (to: Locator) => {
    for (let tabs = 0; tabs < 20 && !(await to.evaluate((node) => node === document.activeElement)); tabs += 1)
      await page.keyboard.press('Tab')
    await expect(to).toBeFocused()
  }
  await tabTo(sheet.locator('summary', { hasText: 'Raw data' }))
  await page.keyboard.press('Enter')
  await tabTo(sheet.getByRole('button', { name: 'Copy JSON' }))
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toHaveText('JSON copied.')
  const { updated_at } = (await site.service.token('grafana')) ?? {}
  expect(JSON.parse(await clipboard(page))).toMatchObject({ name: 'grafana', updated_at })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'More for grafana', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Copy of grafana' })
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(nameOf(page, 'grafana-copy')).toBeFocused()
  const value = await site.service.value('grafana-copy')
  expect(value).not.toBe('')
})
