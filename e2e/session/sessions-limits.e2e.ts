import type { Page } from '@playwright/test'
import { nameOf, newToken } from '#e2e/tokens/tokens-page.ts'
import { newUser, signInByPassword, toUsers } from '#e2e/users/users-page.ts'
import { expect, test } from '#e2e/rig/fixture.ts'

/** Sessions that end by their limits. The console server's own clock counts, so the limits are short. */

test.use({ examples: true })

const signedOut = (page: Page) => page.getByRole('dialog', { name: 'Signed out' })
const warning = (page: Page) => page.getByText(/^You will be signed out in \d s\.$/).first()

/** The calls about the session, by method. */
function watchSession(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/console-session')) asked.push(request.method())
  })
  return asked
}

test.describe('a minute without input', () => {
  test.use({ ownHost: { SESSION_IDLE_MINUTES: '1' } })

  test('input in one window keeps another one signed in', async ({ signedIn: page, context }) => {
    const other = await context.newPage()
    const [here, there] = [watchSession(page), watchSession(other)]
    await other.goto('.')
    await expect(nameOf(other, 'grafana')).toBeVisible()
    // One window extends the session, and the other one asks how long it lasts now. A minute is not over in between.
    await expect(async () => {
      await other.keyboard.press('Shift')
      expect(there).toContain('PUT')
      expect(here).toContain('GET')
    }).toPass()
    await expect(signedOut(page)).toHaveCount(0)
  })
})

test.describe('twelve seconds without input', () => {
  test.use({ ownHost: { SESSION_IDLE_MINUTES: '0.2' } })

  test('are announced without moving the focus; “Stay signed in” extends the session, and so does a key', async ({
    signedIn: page,
  }) => {
    const search = page.getByLabel('Search tokens')
    await search.focus()
    await expect(warning(page)).toBeVisible()
    await expect(search).toBeFocused()
    await expect(page.locator('[aria-live=assertive]').first()).toHaveText(/^You will be signed out in \d s\.$/)
    await page.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(page.getByText('You stay signed in.')).toBeVisible()
    for (let second = 0; second < 14; second += 1) {
      await page.waitForTimeout(1_000)
      await page.keyboard.press('Shift')
    }
    await expect(signedOut(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(nameOf(page, 'grafana')).toBeVisible()
  })

  test('end the session even while lists are read; the form keeps its input, except passwords', async ({
    signedIn: page,
    site,
    watch,
  }) => {
    watch.allowFailure('/_/token', 401)
    await toUsers(page)
    const form = await newUser(page, 'typed@example.test', 'a password of mine')
    await page.waitForTimeout(3_000) // the last key is reported a little later
    const asked = watchSession(page)
    const before = site.proxy.callsTo('GET /_/user').length
    for (let second = 0; second < 4; second += 1) {
      await page.waitForTimeout(1_000)
      // Not by key or pointer, but as a timer would.
      await page.evaluate(() => document.querySelector<HTMLElement>('[aria-label="Refresh"]')?.click())
    }
    expect(site.proxy.callsTo('GET /_/user').length).toBeGreaterThan(before + 2)
    const sheet = signedOut(page)
    await expect(
      sheet.getByText(/^Signed out after 12 seconds of inactivity\. Sign in again to continue/),
    ).toBeVisible()
    expect(asked).not.toContain('PUT')
    await expect(form).toHaveCount(0) // unseen
    await expect(page.locator('[autocomplete=new-password]')).toHaveValue('')
    await sheet.getByLabel('Your access token').fill(site.admin.bearer)
    await sheet.getByRole('button', { name: 'Sign in' }).click()
    await expect(sheet).toBeHidden()
    await expect(form.getByLabel('Email', { exact: true })).toHaveValue('typed@example.test')
    expect(site.proxy.callsTo('POST /_/user')).toHaveLength(0)
  })

  test('another person who signs in on the sheet gets a fresh page', async ({ signedIn: page, site }) => {
    const li = { email: 'li.wei@example.test', password: 'another long one' }
    await site.service.addUser({ email: 'other@example.test', password: li.password, admin: true, active: true })
    await newToken(page, 'typed with care')
    await page.getByRole('dialog', { name: 'New token' }).getByLabel('Name', { exact: true }).focus()
    const sheet = signedOut(page)
    await expect(sheet).toBeVisible({ timeout: 30_000 })
    await page.evaluate(() => Object.assign(window, { marker: true }))
    await sheet.getByText('Email and password').click()
    await sheet.getByLabel('Email', { exact: true }).fill('other@example.test')
    await sheet.getByLabel('Password', { exact: true }).fill(li.password)
    await sheet.getByRole('button', { name: 'Sign in' }).click()
    await expect(sheet).toBeHidden()
    await expect(nameOf(page, 'grafana')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await page.content()).not.toContain('typed with care')
    await page.getByRole('button', { name: 'New token' }).click()
    await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toHaveValue('')
  })

  test('a computer that slept past the limit wakes up signed out', async ({ page, site, watch }) => {
    watch.allowFailure('/_/token', 401) // the list is refreshed, too
    await page.clock.install()
    await page.goto('.')
    await signInByPassword(page, site.admin.email, site.admin.password)
    await expect(nameOf(page, 'grafana')).toBeVisible()
    await page.clock.pauseAt(Date.now() + 3_000) // no timer of the page fires from now on
    await page.waitForTimeout(12_500)
    await expect(signedOut(page)).toHaveCount(0)
    await page.clock.fastForward('01:00:00')
    await page.clock.resume()
    await expect(signedOut(page).getByText(/^Signed out after 12 seconds of inactivity/)).toBeVisible()
  })

  test('without an answer from the console server the session still ends', async ({
    signedIn: page,
    context,
    watch,
  }) => {
    for (const path of ['/console-session', '/icon.svg']) watch.allowFailure(path, 'net::ERR_INTERNET_DISCONNECTED')
    // The page loads the sheet's code while it is idle; later it could not.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/sign-in-page-')),
    )
    await context.setOffline(true)
    await expect(signedOut(page)).toHaveCount(0)
    await expect(signedOut(page).getByText(/^Signed out after 12 seconds of inactivity/)).toBeVisible({
      timeout: 30_000,
    })
  })
})

test.describe('a session of at most nine seconds', () => {
  test.use({ ownHost: { SESSION_HOURS: '0.0025' } })

  test('is announced before its end, cannot be extended, and ends despite input', async ({ signedIn: page }) => {
    const notice = page.getByText(/^Your session ends at \d\d:\d\d\. Save your work\.$/)
    let isReported = false
    const end = Date.now() + 14_000
    while (Date.now() < end && !(await signedOut(page).isVisible())) {
      await page.keyboard.press('Shift')
      if (await notice.first().isVisible()) isReported = true
      await page.waitForTimeout(300)
    }
    expect(isReported).toBe(true)
    await expect(page.getByRole('button', { name: 'Stay signed in' })).toHaveCount(0)
    await expect(signedOut(page).getByText(/^Signed out after 9 seconds, the longest a session lasts\./)).toBeVisible()
  })
})
