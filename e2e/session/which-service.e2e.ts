import { expectAccessible } from '#e2e/accessibility/expect-accessible.ts'
import { accountMenu, expect, openSignedIn, test } from '#e2e/rig/fixture.ts'
import { askToDelete } from '#e2e/tokens/tokens-page.ts'

test.use({
  ownHost: {
    SERVICE_NAME: 'Production',
    SERVICE_COLOR: 'red',
    OTHER_CONSOLES: 'Staging=https://staging.example.org/admin',
  },
})

test('sign-in page, header, tab and a deletion say which service it is; only the account menu leads to others', async ({
  page,
  site,
}) => {
  await site.service.addToken({ name: 'ci' })
  const { host } = new URL(site.proxy.url)
  const marker = page.waitForResponse((response) => response.url().endsWith('console-host.json'))
  await page.goto('.')
  await expect(page.getByText('Production', { exact: true })).toBeVisible()
  await expect(page).toHaveTitle('Sign in · Production · Query Admin')
  expect(await (await marker).text()).not.toContain('staging')
  await expectAccessible(page, 'a sign-in page with a name and a colour')

  await openSignedIn(page, site)
  const dialog = await askToDelete(page, 'ci')
  await expect(dialog.getByText(`Production · ${host}`)).toBeVisible()
  await expectAccessible(page, 'a deletion with a name and a colour')
  await page.keyboard.press('Escape')
  await expect(page).toHaveTitle(`Tokens · Production · ${host} · Query Admin`)
  const dot = accountMenu(page).locator('.svc-dot')
  const edge = await page.locator('.top').evaluate((top) => getComputedStyle(top, '::before').backgroundColor)
  expect(await dot.evaluate((square) => getComputedStyle(square).backgroundColor)).toBe(edge)
  for (const width of [1440, 700, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(accountMenu(page).getByText('Production')).toBeInViewport({ ratio: 1 })
  }
  await accountMenu(page).click()
  const staging = page.getByRole('menuitem', { name: 'Staging' })
  await expect(staging).toHaveAttribute('href', 'https://staging.example.org/admin')
  await expectAccessible(page, 'the account menu with other consoles')
})
