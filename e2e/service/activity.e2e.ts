import type { Page } from '@playwright/test'
import { exportedBy } from '#e2e/rig/csv-export.ts'
import { askToDelete, copyNew, copyOf, expires, flip, nameOf, newToken } from '#e2e/tokens/tokens-page.ts'
import { newUser, toUsers } from '#e2e/users/users-page.ts'
import { expect, signIn, signOut, test } from '#e2e/rig/fixture.ts'

test.use({
  examples: true,
  readings: 'documented,list-secret=carried,value-on-put=new',
  permissions: ['clipboard-read', 'clipboard-write'],
})

const formula = '=HYPERLINK("https://example.test","x")'

async function openActivity(page: Page) {
  await page.getByRole('button', { name: 'Activity', exact: true }).click()
  return page.getByRole('dialog', { name: 'Activity' })
}

test('the activity lists actions with their results, and signing out clears it', async ({ signedIn: page, site }) => {
  const empty = await openActivity(page)
  await expect(empty.getByText('Nothing yet')).toBeVisible()
  await expect(empty.getByRole('button', { name: 'Export CSV' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await flip(page, 'grafana', 'write')
  await copyNew(page, 'grafana')
  await (await askToDelete(page, 'mobile-app')).getByRole('button', { name: 'Delete token' }).click()
  await expect(nameOf(page, 'mobile-app')).toHaveCount(0)
  site.proxy.fail('PUT /_/token', { status: 200, body: '' })
  await flip(page, 'ci-deploy', 'write')
  await expect(page.getByText(/Not saved: the service answered OK/).first()).toBeVisible()
  const sheet = await openActivity(page)
  const deeds = sheet.getByRole('listitem')
  await expect(deeds).toHaveCount(4)
  await expect(deeds.nth(0)).toContainText(
    /^\d\d:\d\dci-deployNot saved: the service answered OK, but “write” is still on\.$/,
  )
  await expect(deeds.nth(1)).toContainText(/^\d\d:\d\dmobile-appDeleted\.$/)
  await expect(deeds.nth(2)).toContainText(/^\d\d:\d\dgrafanaValue copied\.$/)
  await expect(deeds.nth(3)).toContainText(/^\d\d:\d\dgrafanaSaved, write o(n|ff)\. New value\./)
  await page.keyboard.press('Escape')
  await signOut(page)
  await signIn(page, site.admin.bearer)
  await expect((await openActivity(page)).getByText('Nothing yet')).toBeVisible()
})

test('the exported activity contains no secret, and no cell that a spreadsheet would run', async ({
  signedIn: page,
  site,
}) => {
  const form = await newToken(page, formula)
  await expires(form, '90 days')
  await form.getByRole('button', { name: 'Create token' }).click()
  await expect(nameOf(page, formula)).toBeFocused()
  const value = await site.service.value(formula)
  expect(await copyOf(page, formula)).toBe(value)
  await toUsers(page)
  const user = await newUser(page, 'new@example.test', 'correct donkey')
  await user.getByRole('button', { name: 'Create user' }).click()
  await expect(user).toBeHidden()
  await page.getByRole('link', { name: 'Tokens', exact: true }).click()

  const sheet = await openActivity(page)
  const { name, text: csv } = await exportedBy(page, sheet)
  expect(name).toBe('query-admin-activity.csv')
  const [head, ...lines] = csv.split('\r\n')
  expect(head).toBe('\ufeff"When (UTC)","What","Name","Act","Result","Details"')
  expect(lines).toHaveLength(3)
  expect(csv).toContain(`"'=HYPERLINK(""https://example.test"",""x"")"`)
  expect(csv).not.toMatch(/(^|,)"?=/m)
  expect(csv).toContain('new@example.test')
  for (const secret of [value, site.admin.bearer, 'correct donkey']) {
    expect(csv).not.toContain(secret)
    await expect(sheet).not.toContainText(secret)
  }
})
