import type { Page } from '@playwright/test'
import { atWidths, expectAccessible, pressInBanner } from './expect-accessible.ts'
import { rowButton, askToDelete, expires, flip, nameOf, newToken, openMenu, valueOf } from '#e2e/tokens/tokens-page.ts'
import { askToDeleteUser, emailOf, newUser, toUsers, userSwitch } from '#e2e/users/users-page.ts'
import { accountMenu, expect, signIn, test } from '#e2e/rig/fixture.ts'

const closed = async (page: Page, by: 'Cancel' | 'Close') => {
  await page.getByRole('dialog').getByRole('button', { name: by, exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test.use({ examples: true })

atWidths(0, () => {
  test('the sign-in page is accessible', async ({ page, site, watch }) => {
    await page.goto('.')
    await expect(page.getByText(site.proxy.url)).toBeVisible()
    await expectAccessible(page, 'bearer')
    watch.expectFailure('/console-session', 401)
    await signIn(page, 'nobody.knows.this-one')
    await expect(page.getByText(/The service rejected this access token/)).toBeVisible()
    await expectAccessible(page, 'a refused bearer')
    await page.getByText('Email and password').click()
    await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
    await expectAccessible(page, 'password')
  })
})

atWidths(1, () => {
  test('the list of tokens and everything that opens in it is accessible', async ({ signedIn: page, site, watch }) => {
    await expect(nameOf(page, 'grafana')).toBeVisible()
    await expectAccessible(page, 'list')
    await rowButton(page, 'Reveal', 'grafana').click()
    await expect(valueOf(page, 'grafana')).not.toHaveText('')
    watch.expectFailure('/_/token', 409)
    site.proxy.fail('PUT /_/token', { status: 409, body: 'taken' })
    await flip(page, 'ci-deploy', 'write')
    await expect(page.getByRole('button', { name: 'Dismiss note of ci-deploy' })).toBeVisible()
    await expectAccessible(page, 'a value and a note')
    await openMenu(page, 'grafana')
    await expectAccessible(page, 'menu')
    await page.keyboard.press('Escape')
    await accountMenu(page).click()
    await expect(page.getByRole('menu', { name: 'Account menu' })).toBeVisible()
    await expectAccessible(page, 'the menu of the header')
    await page.keyboard.press('Escape')
    await page.getByLabel('Search tokens').fill('nothing is called so')
    await expect(page.getByText(/^No tokens match/)).toBeVisible()
    await expectAccessible(page, 'no match')
  })
})

atWidths(2, () => {
  test('the sheets and dialogs of tokens are accessible', async ({ signedIn: page }) => {
    const form = await newToken(page)
    await expectAccessible(page, 'new token')
    await form.getByRole('button', { name: 'Create token' }).click()
    await expect(form.getByText('Enter a name.')).toBeVisible()
    await expires(form, 'Custom…')
    await expectAccessible(page, 'errors and a date')
    await expires(form, 'No expiry')
    await expectAccessible(page, 'never')
    await closed(page, 'Cancel')
    await nameOf(page, 'grafana').click()
    const sheet = page.getByRole('dialog', { name: 'grafana', exact: true })
    await sheet.getByText('Raw data').click()
    await expectAccessible(page, 'a token at rest')
    await sheet.getByRole('button', { name: 'Change the expiry' }).click()
    await sheet.getByRole('switch', { name: 'Write' }).click()
    await sheet.getByRole('button', { name: 'Reveal value of grafana' }).click()
    await expect(valueOf(page, 'grafana')).not.toHaveText('')
    await expectAccessible(page, 'a token with a change and its value')
    await sheet.getByRole('button', { name: 'Discard', exact: true }).click()
    await closed(page, 'Close')
    await expect(await askToDelete(page, 'grafana')).toBeVisible()
    await expectAccessible(page, 'delete token')
  })
})

atWidths(3, () => {
  test('the users page is accessible', async ({ signedIn: page }) => {
    await toUsers(page)
    await expect(emailOf(page, 'li.wei@example.test')).toBeVisible()
    await expectAccessible(page, 'list of users')
    const form = await newUser(page, 'odd', '')
    await form.getByRole('button', { name: 'Create user' }).click()
    await expect(form.getByText('This doesn’t look like an email address.')).toBeVisible()
    await expectAccessible(page, 'new user')
    await closed(page, 'Cancel')
    await emailOf(page, 'li.wei@example.test').click()
    await page.getByRole('button', { name: 'Password: set a new one…' }).click()
    await expectAccessible(page, 'edit user')
    await closed(page, 'Close')
    await userSwitch(page, 'li.wei@example.test', 'active').click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectAccessible(page, 'switch off')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await askToDeleteUser(page, 'li.wei@example.test')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectAccessible(page, 'delete user')
  })
})

atWidths(4, () => {
  test('the Service page, problems, and the sheet after the session has ended are accessible', async ({
    signedIn: page,
    site,
    watch,
  }) => {
    await page.getByRole('link', { name: 'Service', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Service', level: 1 })).toBeVisible()
    await expectAccessible(page, 'service')
    await page.getByRole('link', { name: 'Tokens', exact: true }).click()
    watch.expectFailure('/_/token', 502)
    site.proxy.fail('GET /_/token', { status: 200, body: '<!doctype html><h1>Gateway</h1>' })
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(page.getByRole('main').getByText('The response cannot be read')).toBeVisible()
    await expectAccessible(page, 'unreadable')
    watch.allowFailure('/_/token', 502)
    site.proxy.fail('GET /_/token', { reset: true }, Number.POSITIVE_INFINITY) // the page reads it again by itself
    await pressInBanner(page, 'Try again')
    await expect(page.getByText(/Unreachable since/)).toBeVisible()
    await expectAccessible(page, 'unreachable')
    site.proxy.heal()
    watch.expectFailure('/_/token', 401)
    site.proxy.fail('GET /_/token', { status: 401 }, 2) // the list and one row
    await pressInBanner(page, 'Try again')
    await expect(page.getByRole('dialog', { name: 'Signed out' })).toBeVisible({ timeout: 20_000 })
    await expectAccessible(page, 'signed out')
  })
})

atWidths(5, () => {
  test.use({ examples: false, readings: 'bare' })
  test('the page for services without a list of users, and the empty list, are accessible', async ({
    signedIn: page,
  }) => {
    await expect(page.getByText('No tokens yet')).toBeVisible()
    await expectAccessible(page, 'empty')
    await toUsers(page)
    await expect(page.getByRole('form', { name: 'Act on an account' })).toBeVisible()
    await expectAccessible(page, 'users without a list')
    await page.getByLabel('Email', { exact: true }).fill('li.wei@example.test')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'li.wei@example.test', exact: true })).toBeVisible()
    await expectAccessible(page, 'an account that no list shows')
  })
})
