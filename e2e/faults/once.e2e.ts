import type { Locator, Page } from '@playwright/test'
import { rowButton, askToDelete, nameOf, newToken, switchOf, valueOf } from '#e2e/tokens/tokens-page.ts'
import { askToDeleteUser, emailOf, newUser, toUsers } from '#e2e/users/users-page.ts'
import { sampled } from '#e2e/rig/sample.ts'
import { expect, waitUntilIdle, test } from '#e2e/rig/fixture.ts'

const li = { email: 'li@example.test', password: 'long enough to be one', admin: false, active: true }

/** For each call: opens the form or dialog, and returns the button that sends it. */
const buttons: Record<string, (page: Page) => Promise<Locator>> = {
  'POST /_/token': async (page) =>
    (await newToken(page, 'typed with care')).getByRole('button', { name: 'Create token' }),
  async 'PUT /_/token'(page) {
    await switchOf(page, 'here', 'active').click()
    return page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' })
  },
  'DELETE /_/token': async (page) => (await askToDelete(page, 'here')).getByRole('button', { name: 'Delete token' }),
  async 'POST /_/user'(page) {
    await toUsers(page)
    return (await newUser(page, 'new@example.test', li.password)).getByRole('button', { name: 'Create user' })
  },
  async 'PUT /_/user'(page) {
    await toUsers(page)
    await emailOf(page, li.email).click()
    const sheet = page.getByRole('dialog', { name: li.email, exact: true })
    await sheet.getByRole('switch', { name: 'Admin' }).click()
    return sheet.getByRole('button', { name: 'Save changes' })
  },
  async 'DELETE /_/user'(page) {
    await toUsers(page)
    await askToDeleteUser(page, li.email)
    return page.getByRole('alertdialog').getByRole('button', { name: 'Delete user' })
  },
}

test('a double click on Reveal reveals and hides again, and reads the value at most once', async ({
  signedIn: page,
  site,
}) => {
  site.proxy.fail('GET /_/token/value', { until: new Promise((resolve) => setTimeout(resolve, 500)) })
  await rowButton(page, 'Reveal', 'here').dblclick()
  await expect(rowButton(page, 'Reveal', 'here')).toHaveAttribute('aria-expanded', 'false')
  expect(site.proxy.callsTo('GET /_/token/value').length).toBeLessThanOrEqual(1)
  await rowButton(page, 'Reveal', 'here').click()
  await expect(valueOf(page, 'here')).toHaveText(await site.service.value('here'))
})

test.beforeEach(async ({ site }) => {
  await site.service.addToken({ name: 'here' })
  await site.service.addUser(li)
})

for (const [call, button] of sampled(Object.entries(buttons), 2)) {
  test(`a triple click sends ${call} once`, async ({ signedIn: page, site }) => {
    await expect(nameOf(page, 'here')).toBeVisible()
    site.proxy.fail(call, { until: new Promise((resolve) => setTimeout(resolve, 500)) }, Infinity)
    await (await button(page)).click({ clickCount: 3 })
    await expect.poll(() => site.proxy.callsTo(call)[0]?.answered).toBeDefined()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText('Saving…')).toHaveCount(0)
    expect(site.proxy.callsTo(call)).toHaveLength(1)
  })
}

for (const [call, button] of sampled(Object.entries(buttons), 2, 1)) {
  test(`${call} while offline is not sent, not even later, and the page says so`, async ({
    signedIn: page,
    site,
    watch,
  }) => {
    watch.allowFailure('/console-session', 'net::ERR_INTERNET_DISCONNECTED')
    await expect(nameOf(page, 'here')).toBeVisible()
    const press = await button(page)
    await waitUntilIdle(page)
    await page.context().setOffline(true)
    await expect(page.getByRole('main').getByText('This browser is offline.')).toBeVisible()
    await press.click({ force: true }) // it is marked as disabled, and says why when pressed
    // The toast: the banner says so before anything is pressed.
    await expect(page.locator('.toast').getByText('Read-only while the console server is unreachable.')).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByRole('main').getByText('This browser is offline.')).toHaveCount(0)
    await page.waitForTimeout(1_500)
    expect(site.proxy.callsTo(call)).toHaveLength(0)
  })
}
