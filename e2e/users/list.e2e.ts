import { storedIn } from '#e2e/rig/guard.ts'
import { askToDeleteUser, emailOf, newUser, toUsers, typeEmail, userSwitch } from './users-page.ts'
import { sampled } from '#e2e/rig/sample.ts'
import { expect, test } from '#e2e/rig/world.ts'

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
    test.beforeEach(async ({ world }) => world.service.addUser(li))

    for (const [admin, active] of sampled(flags, 2, at)) {
      test(`a user created with admin ${admin} and active ${active} is stored with exactly that`, async ({
        signedIn: page,
        world,
      }) => {
        await toUsers(page)
        const sheet = await newUser(page, 'new@example.test', 'correct donkey')
        if (admin) await sheet.getByRole('switch', { name: 'Admin' }).click()
        if (!active) await sheet.getByRole('switch', { name: 'Active' }).click()
        await sheet.getByRole('button', { name: 'Create user' }).click()
        await expect(emailOf(page, 'new@example.test')).toBeFocused()
        expect(await world.service.user('new@example.test')).toEqual({ email: 'new@example.test', admin, active })
        await expect(userSwitch(page, 'new@example.test', 'admin')).toBeChecked({ checked: admin })
        await expect(userSwitch(page, 'new@example.test', 'active')).toBeChecked({ checked: active })
        expect((await world.service.signIn('new@example.test', 'correct donkey')) !== undefined).toBe(active)
        expect(await page.content()).not.toContain('correct donkey')
        expect(await storedIn(page)).not.toContain('correct donkey')
        const [sent] = world.proxy.callsTo('POST /_/user')
        expect(JSON.parse(sent?.body ?? '')).toEqual({
          email: 'new@example.test',
          password: 'correct donkey',
          admin,
          active,
        })
      })
    }

    test('in the row, admin is switched at once, and deactivating first says what it does not do', async ({
      signedIn: page,
      world,
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
      expect(world.proxy.callsTo('PUT /_/user')).toHaveLength(1)
      // A pasted access token does not show its owner, and li is an admin by now.
      await typeEmail(page, li.email, 'Deactivate')
      await expect(userSwitch(page, li.email, 'active')).not.toBeChecked()
      expect(await world.service.user(li.email)).toEqual({ email: li.email, admin: true, active: false })
      await userSwitch(page, li.email, 'active').click()
      await expect(userSwitch(page, li.email, 'active')).toBeChecked()
      expect(world.proxy.callsTo('PUT /_/user').map(({ body }) => JSON.parse(body) as unknown)).toEqual([
        { email: li.email, admin: true, active: true },
        { email: li.email, admin: true, active: false },
        { email: li.email, admin: true, active: true },
      ])
    })

    test('a new password works and the old one does not; the field appears only on request', async ({
      signedIn: page,
      world,
    }) => {
      await toUsers(page)
      await emailOf(page, li.email).click()
      const sheet = page.getByRole('dialog', { name: `Edit ${li.email}` })
      await expect(sheet.getByLabel('New password', { exact: true })).toHaveCount(0)
      await sheet.getByRole('button', { name: 'Set a new password' }).click()
      await sheet.getByLabel('New password', { exact: true }).fill('correct donkey')
      await expect(sheet.getByText('Access tokens issued before keep working.')).toBeVisible()
      await sheet.getByRole('button', { name: 'Save changes' }).click()
      await expect(sheet).toBeHidden()
      await expect(emailOf(page, li.email)).toBeFocused()
      expect(await world.service.signIn(li.email, li.password)).toBeUndefined()
      expect(await world.service.signIn(li.email, 'correct donkey')).toBeDefined()
      expect(await page.content()).not.toContain('correct donkey')
      expect(await storedIn(page)).not.toContain('correct donkey')
      expect(JSON.parse(world.proxy.callsTo('PUT /_/user')[0]?.body ?? '')).toEqual({
        email: li.email,
        new_password: 'correct donkey',
        admin: false,
        active: true,
      })
    })

    test('after a change of email the row shows the new one, and the password still works', async ({
      signedIn: page,
      world,
    }) => {
      await toUsers(page)
      await emailOf(page, li.email).click()
      const sheet = page.getByRole('dialog', { name: `Edit ${li.email}` })
      await sheet.getByLabel('New email', { exact: true }).fill('li.wei@example.test')
      await sheet.getByRole('button', { name: 'Save changes' }).click()
      await expect(emailOf(page, 'li.wei@example.test')).toBeVisible()
      await expect(emailOf(page, li.email)).toHaveCount(0)
      expect(await world.service.user(li.email)).toBeUndefined()
      expect(await world.service.signIn('li.wei@example.test', li.password)).toBeDefined()
      const [sent] = world.proxy.callsTo('PUT /_/user')
      expect(sent?.body).not.toContain('new_password')
    })

    test('a deletion asks first, then is one DELETE with the email in its body', async ({ signedIn: page, world }) => {
      await toUsers(page)
      await askToDeleteUser(page, li.email)
      const question = page.getByRole('alertdialog', { name: `Delete “${li.email}”?` })
      await expect(question.getByText('Token values this person copied keep working.')).toBeVisible()
      await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
      await question.getByRole('button', { name: 'Delete user' }).click()
      await expect(emailOf(page, li.email)).toHaveCount(0)
      await expect(emailOf(page, world.admin.email)).toBeFocused()
      expect(await world.service.user(li.email)).toBeUndefined()
      const calls = world.proxy.callsTo('DELETE /_/user')
      expect(calls.map(({ path, body }) => [path, JSON.parse(body) as unknown])).toEqual([
        ['/_/user', { email: li.email }],
      ])
    })

    test('the page never contains a password hash', async ({ signedIn: page }) => {
      await toUsers(page)
      expect(await page.content()).not.toContain('$argon2')
      expect(await storedIn(page)).not.toContain('$argon2')
    })

    test('an existing email gets an error beside its field', async ({ signedIn: page, world }) => {
      await toUsers(page)
      const sheet = await newUser(page, world.admin.email, 'correct donkey')
      await sheet.getByRole('button', { name: 'Create user' }).click()
      await expect(sheet.getByText(/already exists/)).toBeVisible()
      expect(world.proxy.callsTo('POST /_/user')).toHaveLength(0)
      expect(await world.service.signIn(world.admin.email, world.admin.password)).toBeDefined()
    })
  })
}

test('text that is not an email gets a warning once, and can be used anyway', async ({ signedIn: page, world }) => {
  await toUsers(page)
  const sheet = await newUser(page, 'admin', 'correct donkey')
  await sheet.getByRole('button', { name: 'Create user' }).click()
  await expect(sheet.getByText('This doesn’t look like an email address.')).toBeVisible()
  expect(world.proxy.callsTo('POST /_/user')).toHaveLength(0)
  await sheet.getByRole('button', { name: 'Use anyway' }).click()
  await expect(emailOf(page, 'admin')).toBeFocused()
  expect(await world.service.user('admin')).toBeDefined()
})

test('a generated password works', async ({ signedIn: page, world }) => {
  await toUsers(page)
  const sheet = await newUser(page, 'new@example.test', '')
  await sheet.getByRole('button', { name: 'Generate' }).click()
  const password = await sheet.getByLabel('Password', { exact: true }).inputValue()
  expect(password.length).toBeGreaterThanOrEqual(20)
  await sheet.getByRole('button', { name: 'Create user' }).click()
  await expect(emailOf(page, 'new@example.test')).toBeFocused()
  expect(await world.service.signIn('new@example.test', password)).toBeDefined()
  expect(await page.content()).not.toContain(password)
})
