import type { Page } from '@playwright/test'
import { nameOf, newToken } from '#e2e/tokens/tokens-page.ts'
import { expect, signOut, test, waitUntilIdle } from '#e2e/rig/fixture.ts'

/** One browser, several windows of the console. */

test.use({ examples: true, ownHost: {} })

const signInHeading = (page: Page) => page.getByRole('heading', { name: 'Sign in' })
const isMarked = (page: Page) => page.evaluate(() => 'marker' in window).catch(() => true)

test('signing out in one window hides the other’s page behind a sheet that keeps its form', async ({
  signedIn: page,
  context,
  site,
}) => {
  const other = await context.newPage()
  await other.goto('.')
  await expect(nameOf(other, 'grafana')).toBeVisible()
  await newToken(other, 'half typed')
  await expect(nameOf(page, 'grafana')).toBeVisible()
  const cookies = await context.cookies()
  for (const each of [page, other]) await each.evaluate(() => Object.assign(window, { marker: true }))
  await page.bringToFront()
  await signOut(page)
  const sheet = other.getByRole('dialog', { name: 'Signed out' })
  await expect(sheet.getByText(/^You signed out in another tab\./)).toBeVisible()
  await expect(other.getByRole('dialog')).toHaveCount(1)
  await expect(nameOf(other, 'grafana')).toBeHidden()
  await expect(signInHeading(page)).toBeVisible()
  expect(await isMarked(page)).toBe(false)
  expect(await page.content()).not.toContain('grafana')
  for (const each of [page, other]) {
    const kept = await each.evaluate(() => [...Object.entries(localStorage), ...Object.entries(sessionStorage)])
    expect(kept.map(([key]) => key)).toEqual([])
  }
  expect(await context.cookies()).toEqual([])
  for (const { name, value } of cookies) {
    const headers = { cookie: `${name}=${value}`, 'x-query-admin-page': '1', 'sec-fetch-site': 'same-origin' }
    expect((await fetch(`${site.origin}_/token`, { headers })).status).toBe(401)
  }
  await sheet.getByLabel('Your access token').fill(site.admin.bearer)
  await sheet.getByRole('button', { name: 'Sign in' }).click()
  await expect(other.getByRole('dialog', { name: 'New token' }).getByLabel('Name', { exact: true })).toHaveValue(
    'half typed',
  )
  expect(await isMarked(other)).toBe(true)
})

test.describe('on the console server', () => {
  test('after an offline sign-out every window says that the session still exists, and none shows a row', async ({
    signedIn: page,
    context,
    watch,
  }) => {
    for (const path of ['/console-session', '/console-host.json', '/icon.svg'])
      watch.allowFailure(path, 'net::ERR_INTERNET_DISCONNECTED')
    const other = await context.newPage()
    await other.goto('.')
    await expect(nameOf(other, 'grafana')).toBeVisible()
    for (const each of [page, other]) await waitUntilIdle(each)
    await context.setOffline(true)
    await signOut(page)
    for (const each of [page, other]) {
      await expect(each.getByText(/it still exists on the console server for up to 8 hours/)).toBeVisible()
      await expect(nameOf(each, 'grafana')).toBeHidden()
    }
    await context.setOffline(false)
    await other.reload()
    await expect(signInHeading(other)).toBeVisible()
    expect(await context.cookies()).toEqual([])
  })

  test('after another person signs in in one window, the other one reloads, shows that person, and says that its form is gone', async ({
    signedIn: page,
    context,
    site,
    watch,
  }) => {
    await site.service.addUser({ email: 'li@example.test', password: 'another long one', admin: true, active: true })
    await newToken(page, 'typed by the first')
    await page.evaluate(() => Object.assign(window, { marker: true }))
    const other = await context.newPage()
    await other.goto('.')
    await expect(nameOf(other, 'grafana')).toBeVisible()
    await waitUntilIdle(other) // its code is here before the restart
    await site.host?.restart() // only the other window notices
    watch.expectFailure('/_/token', 401)
    await other.getByRole('button', { name: 'Refresh', exact: true }).click()
    const sheet = other.getByRole('dialog', { name: 'Signed out' })
    await sheet.getByText('Email and password').click()
    await sheet.getByLabel('Email', { exact: true }).fill('li@example.test')
    await sheet.getByLabel('Password', { exact: true }).fill('another long one')
    await sheet.getByRole('button', { name: 'Sign in' }).click()
    await expect.poll(() => isMarked(page)).toBe(false)
    await expect(page.getByText('The open form belonged to another account and was discarded.').first()).toBeVisible()
    await expect(nameOf(page, 'grafana')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('link', { name: 'Service', exact: true }).click()
    await expect(page.getByText('li@example.test').first()).toBeVisible()
    await waitUntilIdle(page) // the test's own console server stops now
  })
})
