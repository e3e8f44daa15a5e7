import { storedIn } from '#e2e/rig/guard.ts'
import { askToDeleteUser, emailOf, newUser, toUsers, typeEmail, userSheet, userSwitch } from './users-page.ts'
import { sampled } from '#e2e/rig/sample.ts'
import { expect, test } from '#e2e/rig/fixture.ts'

const li = { email: 'li@example.test', password: 'was long enough', admin: false, active: true }

const flags = [
  [false, true],
  [true, true],
  [true, false],
  [false, false],
] as const

for (const [at, readings] of ['documented', 'query-server'].entries()) {
  test.describe(readings, () => {
    test.use({ readings })
    test.beforeEach(async ({ site }) => site.service.addUser(li))

    test('created users are stored with exactly the chosen flags, and a generated password works', async ({
      signedIn: page,
      site,
    }) => {
      await toUsers(page)
      expect(await page.content()).not.toContain('$argon2')
      for (const [admin, active] of sampled(flags, 2, at)) {
        const email = `admin-${admin}-active-${active}@example.test`
        const sheet = await newUser(page, email, 'correct donkey')
        if (admin) await sheet.getByRole('switch', { name: 'Admin' }).click()
        if (!active) await sheet.getByRole('switch', { name: 'Active' }).click()
        await sheet.getByRole('button', { name: 'Create user' }).click()
        await expect(emailOf(page, email)).toBeFocused()
        expect(await site.service.user(email)).toEqual({ email, admin, active })
        await expect(userSwitch(page, email, 'admin')).toBeChecked({ checked: admin })
        await expect(userSwitch(page, email, 'active')).toBeChecked({ checked: active })
        expect((await site.service.signIn(email, 'correct donkey')) !== undefined).toBe(active)
        expect(await page.content()).not.toContain('correct donkey')
        expect(await storedIn(page)).not.toContain('correct donkey')
        const sent = site.proxy.callsTo('POST /_/user').at(-1)
        expect(JSON.parse(sent?.body ?? '')).toEqual({ email, password: 'correct donkey', admin, active })
      }

      const sheet = await newUser(page, 'new@example.test', '')
      await sheet.getByRole('button', { name: 'Generate' }).click()
      const password = await sheet.getByLabel('Password', { exact: true }).inputValue()
      expect(password.length).toBeGreaterThanOrEqual(20)
      await sheet.getByRole('button', { name: 'Create user' }).click()
      await expect(emailOf(page, 'new@example.test')).toBeFocused()
      expect(await site.service.signIn('new@example.test', password)).toBeDefined()
      expect(await page.content()).not.toContain(password)
      expect(await page.content()).not.toContain('$argon2')
      expect(await storedIn(page)).not.toContain('$argon2')
    })

    test('in the row, admin is switched at once, and deactivating first says what it does not do; a deletion is one DELETE', async ({
      signedIn: page,
      site,
    }) => {
      await toUsers(page)
      await userSwitch(page, li.email, 'admin').click()
      await expect(userSwitch(page, li.email, 'admin')).toBeChecked()
      await userSwitch(page, li.email, 'active').click()
      const question = page.getByRole('alertdialog', { name: `Deactivate “${li.email}”?` })
      await expect(
        question.getByText(
          /can no longer sign in or administer\. Access tokens issued before may still read and write\s+data until the user is deleted/,
        ),
      ).toBeVisible()
      await expect(question.getByLabel('Type the email to continue')).toBeFocused()
      expect(site.proxy.callsTo('PUT /_/user')).toHaveLength(1)
      // A pasted access token does not show its owner, and li is an admin by now.
      await typeEmail(page, li.email, 'Deactivate')
      await expect(userSwitch(page, li.email, 'active')).not.toBeChecked()
      expect(await site.service.user(li.email)).toEqual({ email: li.email, admin: true, active: false })
      await userSwitch(page, li.email, 'active').click()
      await expect(userSwitch(page, li.email, 'active')).toBeChecked()
      expect(site.proxy.callsTo('PUT /_/user').map(({ body }) => JSON.parse(body) as unknown)).toEqual([
        { email: li.email, admin: true, active: true },
        { email: li.email, admin: true, active: false },
        { email: li.email, admin: true, active: true },
      ])

      await userSwitch(page, li.email, 'admin').click()
      await typeEmail(page, li.email, 'Turn admin off')
      await expect(userSwitch(page, li.email, 'admin')).not.toBeChecked()
      await askToDeleteUser(page, li.email)
      const deletion = page.getByRole('alertdialog', { name: `Delete “${li.email}”?` })
      await expect(deletion.getByText('Token values this person copied keep working.')).toBeVisible()
      await expect(deletion.getByRole('button', { name: 'Cancel' })).toBeFocused()
      await deletion.getByRole('button', { name: 'Delete user' }).click()
      await expect(emailOf(page, li.email)).toHaveCount(0)
      await expect(emailOf(page, site.admin.email)).toBeFocused()
      expect(await site.service.user(li.email)).toBeUndefined()
      const calls = site.proxy.callsTo('DELETE /_/user')
      expect(calls.map(({ path, body }) => [path, JSON.parse(body) as unknown])).toEqual([
        ['/_/user', { email: li.email }],
      ])
    })

    test('a new password works and the old one does not; after a change of email the row shows the new one', async ({
      signedIn: page,
      site,
    }) => {
      await toUsers(page)
      await emailOf(page, li.email).click()
      const sheet = userSheet(page, li.email)
      await expect(sheet.getByLabel('New password', { exact: true })).toHaveCount(0)
      await sheet.getByRole('button', { name: 'Password: set a new one…' }).click()
      await sheet.getByLabel('New password', { exact: true }).fill('correct donkey')
      await expect(sheet.getByText('Access tokens issued before keep working.')).toBeVisible()
      await sheet.getByRole('button', { name: 'Save changes' }).click()
      await expect(sheet).toBeHidden()
      await expect(emailOf(page, li.email)).toBeFocused()
      expect(await site.service.signIn(li.email, li.password)).toBeUndefined()
      expect(await site.service.signIn(li.email, 'correct donkey')).toBeDefined()
      expect(await page.content()).not.toContain('correct donkey')
      expect(await storedIn(page)).not.toContain('correct donkey')
      expect(JSON.parse(site.proxy.callsTo('PUT /_/user')[0]?.body ?? '')).toEqual({
        email: li.email,
        new_password: 'correct donkey',
        admin: false,
        active: true,
      })

      await emailOf(page, li.email).click()
      await sheet.getByRole('button', { name: 'Change the email' }).click()
      await sheet.getByLabel('New email', { exact: true }).fill('li.wei@example.test')
      await sheet.getByRole('button', { name: 'Save changes' }).click()
      await expect(emailOf(page, 'li.wei@example.test')).toBeVisible()
      await expect(emailOf(page, li.email)).toHaveCount(0)
      expect(await site.service.user(li.email)).toBeUndefined()
      expect(await site.service.signIn('li.wei@example.test', 'correct donkey')).toBeDefined()
      const sent = site.proxy.callsTo('PUT /_/user').at(-1)
      expect(sent?.body).not.toContain('new_password')
    })
  })
}
