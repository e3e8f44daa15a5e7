import type { Page } from '@playwright/test'
import {
  accountForm,
  answer,
  askToDeleteUser,
  emailOf,
  openAccount,
  signInByPassword,
  toUsers,
  typeEmail,
  userSheet,
  userSwitch,
} from './users-page.ts'
import { expect, test } from '#e2e/rig/fixture.ts'

const me = { email: 'me@example.test', password: 'was long enough', admin: true, active: true }
const other = { email: 'other@example.test', password: 'was long enough', admin: true, active: true }
const refuses = /You signed in with this account\. You will be signed out, and only another admin can let you in again/
const perhaps = /If this is your account, you will be signed out, and only another admin can let you in again/

for (const readings of ['documented', 'query-server'] as const) {
  test.describe(readings, () => {
    test.use({ readings })
    test.beforeEach(async ({ site }) => site.service.addUser(me))

    test('each action on your own account asks for the email, and Cancel sends nothing; once it is typed the request is sent', async ({
      page,
      site,
      watch,
    }) => {
      await page.goto('.')
      await signInByPassword(page, me.email, me.password)
      await toUsers(page)
      await test.step('turning off admin, with a button that keeps its place, size and border', async () => {
        await userSwitch(page, me.email, 'admin').click()
        const question = page.getByRole('alertdialog', { name: `Turn admin off for “${me.email}”?` })
        await expect(question.getByText(refuses)).toBeVisible()
        await expect(question.getByLabel('Type the email to continue')).toBeFocused()
        const go = question.getByRole('button', { name: 'Turn admin off' })
        const shape = () =>
          go.evaluate((node) => {
            const { x, y, width, height } = node.getBoundingClientRect()
            const { borderWidth, borderStyle, borderRadius, padding } = getComputedStyle(node)
            return { x, y, width, height, borderWidth, borderStyle, borderRadius, padding }
          })
        await expect(go).toBeDisabled()
        await expect(go).toHaveClass(/primary|danger/)
        await question.getByLabel('Type the email to continue').fill('me@example.tes')
        await expect(go).toBeDisabled()
        const before = await shape()
        await question.getByLabel('Type the email to continue').fill(me.email)
        await expect(go).toBeEnabled()
        expect(await shape()).toEqual(before)
        await question.getByRole('button', { name: 'Cancel' }).click()
        await expect(question).toBeHidden()
        await expect(userSwitch(page, me.email, 'admin')).toBeChecked()
        expect(await site.service.user(me.email)).toMatchObject({ admin: true })
      })

      await test.step('deactivating', async () => {
        await userSwitch(page, me.email, 'active').click()
        const off = page.getByRole('alertdialog', { name: `Deactivate “${me.email}”?` })
        await expect(off.getByText(refuses)).toBeVisible()
        await expect(off.getByRole('button', { name: 'Deactivate' })).toBeDisabled()
        await off.getByRole('button', { name: 'Cancel' }).click()
      })

      await test.step('deleting', async () => {
        await askToDeleteUser(page, me.email)
        const gone = page.getByRole('alertdialog', { name: `Delete “${me.email}”?` })
        await expect(gone.getByText(refuses)).toBeVisible()
        await expect(gone.getByRole('button', { name: 'Delete user' })).toBeDisabled()
        await gone.getByRole('button', { name: 'Cancel' }).click()
        expect(site.proxy.callsTo('DELETE /_/user')).toHaveLength(0)
        expect(site.proxy.callsTo('PUT /_/user')).toHaveLength(0)
      })

      await test.step('renaming', async () => {
        await emailOf(page, me.email).click()
        const sheet = userSheet(page, me.email)
        await sheet.getByRole('button', { name: 'Change the email' }).click()
        await sheet.getByLabel('New email', { exact: true }).fill('mine@example.test')
        await sheet.getByRole('button', { name: 'Save changes' }).click()
        const renamed = page.getByRole('alertdialog', { name: `Change the email of “${me.email}”?` })
        await expect(renamed.getByText(/Sign in with the new email from then on/)).toBeVisible()
        await renamed.getByLabel('Type the email to continue').fill(me.email)
        await renamed.getByRole('button', { name: 'Change email' }).click()
        await expect(emailOf(page, 'mine@example.test')).toBeVisible()
        expect(site.proxy.callsTo('PUT /_/user')).toHaveLength(1)
        expect(await site.service.signIn('mine@example.test', me.password)).toBeDefined()
      })

      await test.step('turning off admin ends the session, and the page shows what the service then answers', async () => {
        await userSwitch(page, 'mine@example.test', 'admin').click()
        watch.expectFailure('/_/user', 401)
        watch.allowFailure('/_/token', 401)
        await typeEmail(page, 'mine@example.test', 'Turn admin off')
        await expect.poll(() => site.service.user('mine@example.test')).toMatchObject({ admin: false, active: true })
        await expect(page.getByRole('dialog', { name: 'Signed out' })).toBeVisible()
        expect(site.proxy.callsTo('PUT /_/user')).toHaveLength(2)
      })
    })
  })

  test.describe(`${readings}, by a pasted bearer`, () => {
    test.use({ readings })

    test('an action on the last active admin asks for the email, and one on any admin if the owner of the access token is unknown', async ({
      signedIn: page,
      site,
    }) => {
      await toUsers(page)
      const { email } = site.admin
      await userSwitch(page, email, 'admin').click()
      const last = page.getByRole('alertdialog', { name: `Turn admin off for “${email}”?` })
      await expect(last.getByText(/This is the last active admin in this list/)).toBeVisible()
      await expect(last.getByRole('button', { name: 'Turn admin off' })).toBeDisabled()
      await last.getByRole('button', { name: 'Cancel' }).click()
      expect(site.proxy.callsTo('PUT /_/user')).toHaveLength(0)

      await site.service.addUser(me)
      await page.getByRole('button', { name: 'Refresh', exact: true }).click()
      await userSwitch(page, me.email, 'admin').click()
      const question = page.getByRole('alertdialog', { name: `Turn admin off for “${me.email}”?` })
      await expect(question.getByText(perhaps)).toBeVisible()
      await typeEmail(page, me.email, 'Turn admin off')
      await expect(userSwitch(page, me.email, 'admin')).not.toBeChecked()
      expect(await site.service.user(me.email)).toMatchObject({ admin: false, active: true })
      expect(site.proxy.callsTo('PUT /_/user')).toHaveLength(1)
    })
  })
}

test.describe('a service without a list of users', () => {
  test.use({ readings: 'bare,sign-in=offered' })
  test.beforeEach(async ({ site }) => site.service.addUser(me))
  const askToDelete = async (page: Page, email: string) => {
    await accountForm(page).getByLabel('Email', { exact: true }).fill(email)
    await accountForm(page).getByRole('button', { name: 'Delete…' }).click()
    return page.getByRole('alertdialog', { name: `Delete “${email}”?` })
  }

  test('deleting your own account asks for the email', async ({ page, site }) => {
    await page.goto('.')
    await signInByPassword(page, me.email, me.password)
    await toUsers(page)
    const question = await askToDelete(page, me.email)
    await expect(question.getByText(refuses)).toBeVisible()
    await expect(question.getByRole('button', { name: 'Delete without checking' })).toBeDisabled()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(accountForm(page).getByRole('button', { name: 'Delete…' })).toBeFocused()
    expect(site.proxy.callsTo('DELETE /_/user')).toHaveLength(0)
  })

  test('signed in by access token, an action on any account asks for the email', async ({ signedIn: page, site }) => {
    await site.service.addUser(other)
    await toUsers(page)
    const question = await askToDelete(page, other.email)
    await expect(question.getByText(perhaps)).toBeVisible()
    await typeEmail(page, other.email, 'Delete without checking')
    await expect.poll(() => site.service.user(other.email)).toBeUndefined()
    const sheet = await openAccount(page, me.email)
    await answer(sheet, 'Admin', 'Off')
    await answer(sheet, 'Active', 'On')
    await sheet.getByRole('button', { name: 'Save changes' }).click()
    expect(site.proxy.callsTo('PUT /_/user')).toHaveLength(0)
    await typeEmail(page, me.email, 'Save changes')
    await expect.poll(() => site.service.user(me.email)).toMatchObject({ admin: false, active: true })
  })
})
