import { accountForm, answer, emailOf, newUser, openAccount, toUsers, typeEmail, userSwitch } from './users-page.ts'
import { expect, test } from '#e2e/rig/fixture.ts'

/** A service without a list of users: the page shows the accounts of this session. */
test.use({ readings: 'bare' })

const li = { email: 'li@example.test', password: 'was long enough', admin: false, active: true }
const unlisted = 'Not confirmed. This service can’t list users.'

test.beforeEach(async ({ site }) => site.service.addUser(li))

test('the page says that there is no list and shows no empty table; a created user is not called done; a refusal keeps the form', async ({
  signedIn: page,
  site,
  watch,
}) => {
  await toUsers(page)
  await expect(page.getByRole('main').getByText(/This service has no list of users/)).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)

  const sheet = await newUser(page, 'new@example.test', 'correct donkey')
  await sheet.getByRole('switch', { name: 'Admin' }).click()
  await sheet.getByRole('button', { name: 'Create user' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('row', { name: 'About new@example.test' })).toContainText(unlisted)
  await expect(page.getByText(/\bSaved\b/)).toHaveCount(0)
  expect(await site.service.user('new@example.test')).toEqual({ email: 'new@example.test', admin: true, active: true })
  expect(await site.service.signIn('new@example.test', 'correct donkey')).toBeDefined()
  expect(await page.content()).not.toContain('correct donkey')
  // The account may have existed, with flags of its own.
  await page.getByRole('button', { name: 'Send flags of new@example.test' }).click()
  await expect
    .poll(() => site.proxy.callsTo('PUT /_/user').map(({ body }) => JSON.parse(body) as unknown))
    .toEqual([{ email: 'new@example.test', admin: true, active: true }])

  const form = await openAccount(page, 'nobody@example.test')
  for (const radio of await form.getByRole('radio').all()) await expect(radio).not.toBeChecked()
  await answer(form, 'Admin', 'Off')
  await answer(form, 'Active', 'On')
  watch.expectFailure('/_/user', 404)
  await form.getByRole('button', { name: 'Save changes' }).click()
  await typeEmail(page, 'nobody@example.test', 'Save changes')
  await expect(form.locator('.callout')).toContainText('Not saved')
  await expect(form.getByRole('switch', { name: 'Active' })).toBeChecked()
  expect(await site.service.user('nobody@example.test')).toBeUndefined()
})

test('flags, a new email and a new password are one PUT; deactivating and deleting ask with the email first', async ({
  signedIn: page,
  site,
}) => {
  const email = 'li.wei@example.test'
  await toUsers(page)
  const sheet = await openAccount(page, li.email)
  await answer(sheet, 'Admin', 'On')
  await answer(sheet, 'Active', 'On')
  await sheet.getByRole('button', { name: 'Change the email' }).click()
  await sheet.getByLabel('New email', { exact: true }).fill(email)
  await sheet.getByRole('button', { name: 'Password: set a new one…' }).click()
  await sheet.getByLabel('New password', { exact: true }).fill('correct donkey')
  await sheet.getByRole('button', { name: 'Save changes' }).click()
  await typeEmail(page, li.email, 'Save changes')
  await expect(page.getByRole('row', { name: `About ${email}` })).toContainText(unlisted)
  expect(site.proxy.callsTo('PUT /_/user')).toHaveLength(1)
  expect(await site.service.user(email)).toEqual({ email, admin: true, active: true })
  expect(await site.service.signIn(email, 'correct donkey')).toBeDefined()
  expect(await site.service.signIn(li.email, li.password)).toBeUndefined()

  await test.step('deactivating asks first, and sends both flags', async () => {
    await userSwitch(page, email, 'active').click()
    await expect(page.getByRole('alertdialog').getByLabel('Type the email to continue')).toBeFocused()
    expect(site.proxy.callsTo('PUT /_/user')).toHaveLength(1)
    await typeEmail(page, email, 'Deactivate')
    await expect.poll(() => site.service.user(email)).toEqual({ email, admin: true, active: false })
    await expect(userSwitch(page, email, 'active')).not.toBeChecked()
  })

  await test.step('a deletion asks with the email, and is one DELETE', async () => {
    await accountForm(page).getByLabel('Email', { exact: true }).fill(email)
    await accountForm(page).getByRole('button', { name: 'Delete…' }).click()
    await expect(page.getByRole('alertdialog', { name: `Delete “${email}”?` })).toBeVisible()
    await typeEmail(page, email, 'Delete without checking')
    await expect.poll(() => site.service.user(email)).toBeUndefined()
    await expect(emailOf(page, email)).toHaveCount(0)
    expect(site.proxy.callsTo('DELETE /_/user').map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ email }])
  })
})
