import { proofHeader } from '#api/console-server.ts'
import { cookieOf, proofOf, statusWith } from './session-cookie.ts'
import { sampled } from '#e2e/rig/sample.ts'
import { nameOf, newToken } from '#e2e/tokens/tokens-page.ts'
import { signInByPassword } from '#e2e/users/users-page.ts'
import { expect, signIn, signOut, test, waitUntilIdle } from '#e2e/rig/fixture.ts'

/**
 * Sessions on the console server that end early: by sign-out, by a restart, or because the cookie is another session's.
 */

test.use({ examples: true, ownHost: {} })

test('after a sign-out that did not reach the console server, the page says so, and the next load ends the session first', async ({
  signedIn: page,
  context,
  site,
  watch,
}) => {
  for (const path of ['/console-session', '/icon.svg']) watch.allowFailure(path, 'net::ERR_INTERNET_DISCONNECTED')
  await waitUntilIdle(page)
  const [cookie, proof] = [await cookieOf(context), await proofOf(page)]
  await context.setOffline(true)
  await signOut(page)
  await expect(
    page.getByText(/it still exists on the console server for up to 8 hours\. Reloading this page ends it/),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(nameOf(page, 'grafana')).toHaveCount(0)
  expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain(cookie.split('=')[1])
  await context.setOffline(false)
  expect(await statusWith(site, cookie, proof)).toBe(200)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(console-session|console-rows|_\/)/.test(pathname)) asked.push(`${request.method()} ${pathname}`)
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(asked).toEqual(['DELETE /console-session'])
  expect(await statusWith(site, cookie, proof)).toBe(401)
  await expect(page.getByText(/still exists on the console server/)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(asked.slice(1)).toEqual([])
})

for (const by of sampled(['password', 'bearer'] as const, 1)) {
  test(`after a restart of the console server a sheet says so, and work continues after one sign-in by ${by}`, async ({
    page,
    site,
    watch,
  }) => {
    const { bearer, email, password } = site.admin
    await page.goto('.')
    if (by === 'bearer') await signIn(page, bearer)
    else await signInByPassword(page, email, password)
    const form = await newToken(page, 'typed with care')
    await waitUntilIdle(page)
    await site.host?.restart()
    watch.expectFailure('/_/token', 401)
    await form.getByRole('button', { name: 'Create token' }).click()
    const sheet = page.getByRole('dialog', { name: 'Signed out' })
    await expect(
      sheet.getByText(
        /Your session on the console server has ended \(\d\d:\d\d\)\. Another window ended it, or the server or its session store restarted/,
      ),
    ).toBeVisible()
    await expect(sheet.getByText(/Your input is kept if you’re the same person/)).toBeVisible()
    expect(site.proxy.callsTo('POST /_/token')).toHaveLength(0)
    if (by === 'password') {
      await sheet.getByText('Email and password').click()
      await sheet.getByLabel('Email', { exact: true }).fill(email)
      await sheet.getByLabel('Password', { exact: true }).fill(password)
    } else await sheet.getByLabel('Your access token').fill(bearer)
    await sheet.getByRole('button', { name: 'Sign in' }).click()
    await expect(sheet).toBeHidden()
    await expect(form.getByLabel('Name', { exact: true })).toHaveValue('typed with care')
    await form.getByRole('button', { name: 'Create token' }).click()
    await expect(nameOf(page, 'typed with care')).toBeVisible()
  })
}

test('after a restart and one sign-in, the list is read only in the new session', async ({
  signedIn: page,
  site,
  watch,
}) => {
  const former = await proofOf(page)
  await waitUntilIdle(page)
  await site.host?.restart()
  watch.expectFailure('/_/token', 401)
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Signed out' })
  await sheet.getByLabel('Your access token').fill(site.admin.bearer)
  const read: boolean[] = []
  page.context().on('request', (asked) => {
    if (asked.url().includes('/_/')) read.push(asked.headers()[proofHeader] === former)
  })
  await sheet.getByRole('button', { name: 'Sign in' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByText(/could not be read/)).toHaveCount(0)
  await expect.poll(() => read.length).toBeGreaterThan(0)
  await waitUntilIdle(page)
  await expect(sheet).toBeHidden()
  expect(read.filter(Boolean)).toEqual([])
})

test('“Sign out everywhere” ends the sessions of this account in other browsers too, within 5 s where a value is shown', async ({
  signedIn: page,
  browser,
  site,
}) => {
  const elsewhere = await browser.newContext({ baseURL: site.origin })
  const other = await elsewhere.newPage()
  await other.goto('.')
  await signIn(other, site.admin.bearer)
  await other.getByRole('button', { name: 'Reveal grafana' }).click()
  await other.getByRole('button', { name: 'Keep showing grafana' }).click()
  await page.getByRole('link', { name: 'Service', exact: true }).click()
  const section = page.getByRole('region', { name: 'Sessions' })
  await expect(section.getByRole('listitem')).toHaveText([
    /^Chrome on \w+Started .+ · Active now$/,
    /^Chrome on \w+ · This browserStarted .+ · Active now$/,
  ])
  await section.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page
    .getByRole('alertdialog', { name: 'Sign out everywhere?' })
    .getByRole('button', { name: 'Sign out everywhere' })
    .click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(other.getByRole('dialog', { name: 'Signed out' })).toBeVisible()
  await expect(other.getByLabel('Value of grafana')).toHaveCount(0)
  await elsewhere.close()
})

test('a call with another session’s proof is refused before it reaches the service', async ({
  signedIn: page,
  context,
  site,
}) => {
  await expect(nameOf(page, 'grafana')).toBeVisible()
  const before = site.proxy.calls.length
  expect(await statusWith(site, await cookieOf(context), 'x'.repeat(43))).toBe(401)
  expect(site.proxy.calls).toHaveLength(before)
})
