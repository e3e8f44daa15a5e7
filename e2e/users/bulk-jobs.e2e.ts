import { atWidths, expectAccessible } from '#e2e/accessibility/expect-accessible.ts'
import { sampled } from '#e2e/rig/sample.ts'
import { expect, test } from '#e2e/rig/fixture.ts'
import { toUsers } from './users-page.ts'

const password = 'was long enough'

// A service without a list of users has no rows to select.
for (const readings of sampled(['documented', 'query-server'] as const, 1, 2)) {
  test.describe(readings, () => {
    test.use({ readings })
    atWidths(1, (width) => {
      test('admin is turned off for all but the last active admin, who is named and left out', async ({
        signedIn: page,
        site,
      }) => {
        for (const at of [1, 2, 3])
          await site.service.addUser({ email: `u${at}@example.test`, password, admin: at < 3, active: true })
        await toUsers(page)
        await page.getByRole('button', { name: 'Refresh', exact: true }).click()
        await page.getByRole('checkbox', { name: 'Select u1@example.test' }).check()
        const bar = page.getByRole('region', { name: 'Selected users' })
        const more = bar.getByRole('button', { name: 'More', exact: true })
        if (width < 500) {
          await more.click()
          await page.getByRole('menuitem', { name: /^Select all/ }).click()
          await more.click()
          await page.getByRole('menuitem', { name: 'Turn admin off' }).click()
        } else {
          await bar.getByRole('button', { name: /^Select all/ }).click()
          await bar.getByRole('button', { name: 'Turn admin off' }).click()
        }
        const question = page.getByRole('alertdialog', { name: 'Turn admin off for 2 users?' })
        await expect(question).toContainText('1 of 4 is the last active admin')
        await expect(question).toContainText('1 of 4 is not allowed to administer')
        await expectAccessible(page, 'the question before a run over users')
        // It may be the admin's own account: the number has to be typed.
        const count = question.getByLabel('Type 2 to continue')
        if (await count.isVisible()) await count.fill('2')
        await question.getByRole('button', { name: 'Turn admin off' }).click()
        await expect(page.getByRole('dialog', { name: 'Admin turned off for 2 users' })).toBeVisible({
          timeout: 30_000,
        })
        await expectAccessible(page, 'the report of a run over users')
        const admins = (await site.service.users()).filter(({ admin }) => admin)
        expect(admins).toHaveLength(1)
      })
    })
  })
}
