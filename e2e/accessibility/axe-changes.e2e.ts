import type { Page } from '@playwright/test'
import { atWidths, expectAccessible, openActivity, pressInBanner } from './expect-accessible.ts'
import { askToReplace, flip, nameOf, switchOf } from '#e2e/tokens/tokens-page.ts'
import { toUsers, userSwitch } from '#e2e/users/users-page.ts'
import { expect, test } from '#e2e/rig/fixture.ts'

const question = (page: Page) => page.getByRole('alertdialog')
const cancel = async (page: Page) => {
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(question(page)).toHaveCount(0)
}

test.use({ examples: true })

atWidths(0, () => {
  test.describe('a service whose updates break values', () => {
    test.use({ readings: 'query-server' })

    test('warnings, values that need repair, and replacing a value are accessible', async ({ signedIn: page }) => {
      await expect(page.getByText(/1 value needs repair/)).toBeVisible()
      await switchOf(page, 'grafana', 'active').click()
      await expect(question(page)).toBeVisible()
      await expectAccessible(page, 'warning before switching off')
      await cancel(page)
      await switchOf(page, 'backup-nightly', 'write').click()
      await expect(question(page).getByText('The console saves it again until its value fits.')).toBeVisible()
      await expectAccessible(page, 'warning with repair')
      await cancel(page)
      await askToReplace(page, 'contractor-anna')
      await expect(question(page).getByText(/Its expiry has passed/)).toBeVisible()
      await expectAccessible(page, 'replace')
      await question(page).getByText('Custom…', { exact: true }).click()
      await expectAccessible(page, 'replace with a date')
      await cancel(page)
      await pressInBanner(page, 'Show')
      await expect(page.getByRole('button', { name: /^(Filter: Needs repair|Needs repair 1)$/ })).toBeVisible()
      await expectAccessible(page, 'rows that need repair')
    })
  })
})

atWidths(1, () => {
  test('a conflict, and a token that was not created again, are accessible', async ({
    signedIn: page,
    site,
    watch,
  }) => {
    await expect(nameOf(page, 'grafana')).toBeVisible()
    await site.service.changeToken({ name: 'grafana', write: true })
    await switchOf(page, 'grafana', 'active').click()
    await question(page).getByRole('button', { name: 'Deactivate' }).click()
    await expect(question(page).getByRole('button', { name: 'Save my change' })).toBeVisible()
    const top = () => page.getByRole('alertdialog').evaluate((dialog) => dialog.scrollTop)
    expect(await top(), 'its top is in view').toBe(0)
    await expectAccessible(page, 'conflict')
    await cancel(page)
    site.proxy.fail('POST /_/token', { status: 500, body: 'kaput' })
    watch.expectFailure('/_/token', 500)
    await (await askToReplace(page, 'ci-deploy')).getByRole('button', { name: 'Replace value' }).click()
    await expect(page.locator('.callout').getByText(/The old one is deleted/)).toBeVisible()
    await expectAccessible(page, 'a token that is missing')
  })
})

atWidths(2, () => {
  test('the dialog before locking yourself out is accessible', async ({ signedIn: page, site }) => {
    await toUsers(page)
    await userSwitch(page, site.admin.email, 'admin').click()
    await expect(page.getByLabel('Type the email to continue')).toBeVisible()
    await expectAccessible(page, 'lockout')
  })
})

atWidths(3, () => {
  test('the activity, empty and filled, is accessible', async ({ signedIn: page }) => {
    await openActivity(page)
    await expect(page.getByText('Nothing yet')).toBeVisible()
    await expectAccessible(page, 'no activity')
    await page.keyboard.press('Escape')
    const long = 'warehouse-replication-eu-central-1-to-ap-southeast-2-read-only-followers-of-the-order-history'
    await flip(page, long, 'write')
    await expect(page.getByText('Saved', { exact: true }).filter({ visible: true })).toBeVisible()
    await openActivity(page)
    await expect(page.getByRole('dialog', { name: 'Activity' }).getByRole('listitem')).toHaveCount(1)
    await expectAccessible(page, 'activity')
  })
})

atWidths(4, () => {
  test.describe('a service whose updates break values', () => {
    test.use({ readings: 'query-server' })

    test('the Service page is accessible', async ({ signedIn: page }) => {
      await page.getByRole('link', { name: 'Service', exact: true }).click()
      await expect(page.getByText('Its value is replaced, and the new one needs repair')).toBeVisible()
      await expectAccessible(page, 'the Service page')
    })
  })
})
