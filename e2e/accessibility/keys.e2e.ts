import { actOf, nameOf, valueOf } from '#e2e/tokens/tokens-page.ts'
import { expect, onePreset, reload, test, accountMenu } from '#e2e/rig/world.ts'
import { expectAccessible } from './expect-accessible.ts'

test.use({ examples: true, permissions: ['clipboard-read', 'clipboard-write'] })

onePreset(0, () => {
  test('single keys find, copy, reveal, select and edit a token, and none of them while somebody types', async ({
    signedIn: page,
    world,
  }) => {
    await expect(nameOf(page, 'grafana')).toBeVisible()
    const press = (key: string) => page.keyboard.press(key)
    const search = page.getByLabel('Search tokens')
    await press('/')
    await expect(search).toBeFocused()
    await page.keyboard.type('grafana')
    await expect(search).toHaveValue('grafana')
    await press('ArrowDown')
    await expect(nameOf(page, 'grafana')).toBeFocused()
    await press('c')
    const value = await world.service.value('grafana')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(value)
    await press('r')
    await expect(valueOf(page, 'grafana')).toHaveText(value)
    await press('r')
    await expect(valueOf(page, 'grafana')).toHaveCount(0)
    await press('x')
    const bar = page.getByRole('region', { name: 'Selected tokens' })
    await expect(bar).toBeVisible()
    await press('F6')
    await expect(bar.getByRole('button').first()).toBeFocused()
    await press('Escape')
    await nameOf(page, 'grafana').focus()
    await press('e')
    const sheet = page.getByRole('dialog', { name: 'grafana', exact: true })
    await expect(sheet).toBeVisible()
    await press('n')
    await press('?')
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await press('Escape')
    await expect(nameOf(page, 'grafana')).toBeFocused()
    await press('Delete')
    await expect(page.getByRole('alertdialog', { name: 'Delete “grafana”?' })).toBeVisible()
    await press('Escape')
    await expect(nameOf(page, 'grafana')).toBeFocused()
  })
})

test('the list of keys is accessible, and single keys that were turned off stay off after a reload', async ({
  signedIn: page,
  world,
}) => {
  await nameOf(page, 'grafana').focus()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByRole('switch', { name: 'Single keys' })).toBeFocused()
  await expectAccessible(page, 'the list of keys')
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await expect(nameOf(page, 'grafana')).toBeFocused()
  await page.keyboard.press('x')
  await reload(page, world)
  await nameOf(page, 'grafana').focus()
  for (const key of ['x', 'r', 'e', 'n', '?', '/', 'Delete']) await page.keyboard.press(key)
  await expect(nameOf(page, 'grafana')).toBeFocused()
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0)
  await expect(actOf(page, 'Reveal', 'grafana')).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('region', { name: 'Selected tokens' })).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(nameOf(page, 'grafana')).not.toBeFocused()

  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await sheet.getByRole('switch', { name: 'Single keys' }).press('Space')
  await page.keyboard.press('Escape')
  await expect(accountMenu(page)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByRole('region', { name: 'Selected tokens' })).toBeVisible()
})
