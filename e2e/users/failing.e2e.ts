import type { Page } from '@playwright/test'
import { askToDeleteUser, emailOf, newUser, toUsers, userSwitch } from './users-page.ts'
import { pairs, sampled } from '#e2e/rig/sample.ts'
import { expect, signIn, test } from '#e2e/rig/fixture.ts'

const li = { email: 'li@example.test', password: 'was long enough', admin: false, active: true }

/** Each action, up to the button that sends it. */
const acts = {
  'POST /_/user': async (page: Page) => {
    const sheet = await newUser(page, 'new@example.test', 'correct donkey')
    await sheet.getByRole('switch', { name: 'Admin' }).click()
    await sheet.getByRole('button', { name: 'Create user' }).click()
  },
  'PUT /_/user': async (page: Page) => userSwitch(page, li.email, 'admin').click(),
  'DELETE /_/user': async (page: Page) => {
    await askToDeleteUser(page, li.email)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete user' }).click()
  },
} as const

const failures = [
  [400, { status: 400, body: 'the moon is full' }, /400.*“the moon is full”/],
  [409, { status: 409, body: '{"error":"taken"}' }, /409.*“taken”/],
  [413, { status: 413 }, /too large \(413\)/],
  [429, { status: 429, headers: { 'retry-after': '30' } }, /limits requests\. Try again in 30 s \(429\)/],
  [500, { status: 500, body: 'Internal Server Error' }, /500.*it may still go through/],
  [502, { reset: true }, /it may still go through|unreachable/],
] as const

test.beforeEach(async ({ site }) => site.service.addUser(li))

for (const [[noted, fault, says], [call, act]] of pairs(failures, Object.entries(acts))) {
  const what = 'reset' in fault ? 'no answer' : noted
  test(`${call} with ${what} is reported as it is, and the row shows what is stored`, async ({
    signedIn: page,
    site,
    watch,
  }) => {
    await toUsers(page)
    await expect(emailOf(page, li.email)).toBeVisible()
    site.proxy.fail(call, fault)
    watch.expectFailure('/_/user', noted)
    await act(page)
    await expect(page.getByText(says).first()).toBeVisible()
    await expect(page.getByText(/\bSaved\b(?! with)/)).toHaveCount(0)
    await expect(userSwitch(page, li.email, 'admin')).toHaveAttribute('aria-checked', 'false')
    expect(await site.service.users()).toHaveLength(2)
    expect(await site.service.user(li.email)).toEqual({ email: li.email, admin: false, active: true })
    expect(site.proxy.callsTo(call)).toHaveLength(1)
    if (!call.startsWith('POST')) return

    const sheet = page.getByRole('dialog', { name: 'New user' })
    await expect(sheet.getByLabel('Email', { exact: true })).toHaveValue('new@example.test')
    await expect(sheet.getByLabel('Password', { exact: true })).toHaveValue('correct donkey')
    await expect(sheet.getByRole('switch', { name: 'Admin' })).toBeChecked()
    await sheet.getByRole('button', { name: 'Create user' }).click()
    await expect(emailOf(page, 'new@example.test')).toBeFocused()
    expect(await site.service.user('new@example.test')).toMatchObject({ admin: true, active: true })
  })
}

for (const [call, act] of sampled(Object.entries(acts), 1, 0)) {
  test(`${call} answered OK by a service that did nothing is found out`, async ({ signedIn: page, site }) => {
    await toUsers(page)
    await expect(emailOf(page, li.email)).toBeVisible()
    site.proxy.fail(call, { status: 200 })
    await act(page)
    await expect(page.getByText(/[Tt]he service answered OK, but/).first()).toBeVisible()
    expect(await site.service.user(li.email)).toEqual({ email: li.email, admin: false, active: true })
  })
}

test.describe('users turned off', () => {
  test.use({ readings: 'query-server,turned-off=users' })
  test('the users page says why and has no list, and the tokens page works', async ({ page, site, watch }) => {
    watch.expectFailure('/_/user', 404) // requested at once, because no token shows the unit
    await page.goto('.')
    await signIn(page, site.admin.bearer)
    await toUsers(page)
    await expect(
      page.getByRole('main').getByText(/no list of users, or user administration is turned off/),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Tokens' }).click()
    await expect(page.getByText('No tokens yet')).toBeVisible()
  })
})
