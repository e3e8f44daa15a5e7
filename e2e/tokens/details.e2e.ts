import { expectAccessible, atWidths } from '#e2e/accessibility/expect-accessible.ts'
import { expect, signIn, test } from '#e2e/rig/world.ts'
import { clipboard, nameOf, openMenu, toastOf } from './tokens-page.ts'

test.use({ examples: true, permissions: ['clipboard-read', 'clipboard-write'] })

atWidths(3, () => {
  test('a link opens the details of its row after signing in, and the details copy the same link', async ({
    page,
    world,
  }) => {
    await page.goto('./#/tokens?name=grafana')
    await signIn(page, world.admin.bearer)
    const details = page.getByRole('dialog', { name: 'grafana' })
    await expect(details.getByText(/^expiration_date: \d+$/)).toBeVisible()
    expect(page.url()).not.toContain('grafana')
    await expectAccessible(page, 'details')
    await details.getByRole('button', { name: 'Copy link' }).click()
    await expect(toastOf(page)).toHaveText('Link copied.')
    const link = await clipboard(page)
    await page.keyboard.press('Escape')
    await expect(nameOf(page, 'grafana')).toBeFocused()
    await page.evaluate((to) => void (location.href = to), link)
    await expect(details).toBeVisible()
  })
})

test('a link to a row that is not there says so; a name that looks like a secret leaves the address', async ({
  signedIn: page,
}) => {
  await page.evaluate(() => void (location.hash = '#/tokens?name=gone'))
  await expect(toastOf(page)).toHaveText('There is no token named “gone” in this list. It may have been deleted.')
  await page.evaluate(() => void (location.hash = '#/tokens?name=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0'))
  await expect.poll(() => page.url()).not.toContain('eyJ')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('with the keyboard alone, details are opened, a field is copied, and a duplicate is made', async ({
  signedIn: page,
  world,
}) => {
  await openMenu(page, 'grafana')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const details = page.getByRole('dialog', { name: 'grafana' })
  await expect(details).toBeVisible()
  const copy = details.getByRole('button', { name: 'Copy Created as stored' })
  for (let tabs = 0; tabs < 20 && !(await copy.evaluate((node) => node === document.activeElement)); tabs += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toHaveText('Created as stored copied.')
  await expect(details.getByText(`created_at: ${await clipboard(page)}`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'More for grafana', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Duplicate grafana' })
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(nameOf(page, 'grafana-copy')).toBeFocused()
  const value = await world.service.value('grafana-copy')
  expect(value).not.toBe('')
})
