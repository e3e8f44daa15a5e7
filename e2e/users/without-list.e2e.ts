import type { Page } from '@playwright/test'
import { newUser, toUsers, typeEmail } from './users-page.ts'
import { expect, test } from '#e2e/rig/world.ts'

/** A service without a list of users never shows an empty table. */
test.use({ readings: 'bare' })

const li = { email: 'li@example.test', password: 'was long enough', admin: false, active: true }
const accountForm = (page: Page) => page.getByRole('form', { name: 'Act on an account' })
const submitted = (page: Page) => page.getByRole('table', { name: 'Accounts in this session' })

test.beforeEach(async ({ world }) => world.service.addUser(li))

async function answer(page: Page, flag: 'Admin' | 'Active', to: 'Yes' | 'No') {
  await accountForm(page).getByRole('group', { name: flag }).getByText(to, { exact: true }).click()
}

test('the page says that there is no list and preselects no flag; a created user is not called done; a refusal keeps the form', async ({
  signedIn: page,
  world,
  watch,
}) => {
  await toUsers(page)
  await expect(page.getByRole('main').getByText(/This service has no list of users/)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Users', exact: true })).toHaveCount(0)
  for (const radio of await accountForm(page).getByRole('radio').all()) await expect(radio).not.toBeChecked()
  await accountForm(page).getByLabel('Email', { exact: true }).fill(li.email)
  await expect(accountForm(page).getByRole('button', { name: 'Save changes' })).toBeDisabled()

  const sheet = await newUser(page, 'new@example.test', 'correct donkey')
  await sheet.getByRole('switch', { name: 'Admin' }).click()
  await sheet.getByRole('button', { name: 'Create user' }).click()
  await expect(submitted(page).getByText('new@example.test')).toBeVisible()
  await expect(submitted(page).getByText('Not confirmed')).toBeVisible()
  await expect(page.getByText(/Accepted. The service offers no way to check/).first()).toBeVisible()
  expect(await world.service.user('new@example.test')).toEqual({ email: 'new@example.test', admin: true, active: true })
  expect(await world.service.signIn('new@example.test', 'correct donkey')).toBeDefined()
  expect(await page.content()).not.toContain('correct donkey')

  await accountForm(page).getByLabel('Email', { exact: true }).fill('nobody@example.test')
  await answer(page, 'Admin', 'No')
  await answer(page, 'Active', 'Yes')
  watch.expectFailure('/_/user', 404)
  await accountForm(page).getByRole('button', { name: 'Save changes' }).click()
  await typeEmail(page, 'nobody@example.test', 'Turn admin off')
  await expect(submitted(page).getByText(/Refused\./)).toBeVisible()
  await expect(accountForm(page).getByLabel('Email', { exact: true })).toHaveValue('nobody@example.test')
  expect(await world.service.user('nobody@example.test')).toBeUndefined()
})

test('flags, a new email and a new password are one PUT; deactivating and deleting ask with the email first', async ({
  signedIn: page,
  world,
}) => {
  const email = 'li.wei@example.test'
  await toUsers(page)
  await accountForm(page).getByLabel('Email', { exact: true }).fill(li.email)
  await answer(page, 'Admin', 'Yes')
  await answer(page, 'Active', 'Yes')
  await accountForm(page).getByRole('button', { name: 'Change email' }).click()
  await accountForm(page).getByLabel('New email', { exact: true }).fill(email)
  await accountForm(page).getByRole('button', { name: 'Set a new password' }).click()
  await accountForm(page).getByLabel('New password', { exact: true }).fill('correct donkey')
  await accountForm(page).getByRole('button', { name: 'Save changes' }).click()
  await typeEmail(page, li.email, 'Change email')
  await expect(submitted(page).getByText('Not confirmed')).toBeVisible()
  expect(world.proxy.callsTo('PUT /_/user')).toHaveLength(1)
  expect(await world.service.user(email)).toEqual({ email, admin: true, active: true })
  expect(await world.service.signIn(email, 'correct donkey')).toBeDefined()
  expect(await world.service.signIn(li.email, li.password)).toBeUndefined()

  const isCleared = () => expect(accountForm(page).getByLabel('Email', { exact: true })).toHaveValue('')

  await test.step('deactivating asks first', async () => {
    await isCleared()
    await accountForm(page).getByLabel('Email', { exact: true }).fill(email)
    await answer(page, 'Admin', 'No')
    await answer(page, 'Active', 'No')
    await accountForm(page).getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('alertdialog').getByLabel('Type the email to continue')).toBeFocused()
    expect(world.proxy.callsTo('PUT /_/user')).toHaveLength(1)
    await typeEmail(page, email, 'Deactivate')
    await expect(submitted(page).getByText('Deactivate')).toBeVisible()
    await expect.poll(() => world.service.user(email)).toEqual({ email, admin: false, active: false })
  })

  await test.step('a deletion asks with the email, and is one DELETE', async () => {
    await isCleared()
    await accountForm(page).getByLabel('Email', { exact: true }).fill(email)
    await accountForm(page).getByRole('button', { name: 'Delete user…' }).click()
    await expect(page.getByRole('alertdialog', { name: `Delete “${email}”?` })).toBeVisible()
    await typeEmail(page, email, 'Delete without checking')
    await expect(submitted(page).getByText('Delete', { exact: true })).toBeVisible()
    await expect.poll(() => world.service.user(email)).toBeUndefined()
    expect(world.proxy.callsTo('DELETE /_/user').map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ email }])
  })
})
