import { sampled } from '#e2e/rig/sample.ts'
import { expect, signIn, test } from '#e2e/rig/fixture.ts'

// A console server delays sign-ins after refused ones, so every test here has its own.
test.use({ ownHost: {} })

const html = '<!doctype html><title>Gateway</title><h1>Please log in</h1>'

test('the sign-in page names the service, and gives each kind of failure its own words; once the service answers, another click signs in', async ({
  page,
  site,
  watch,
}) => {
  const kept = 'Your session stays on the console server and ends after 15 minutes of inactivity.'
  await page.goto('.')
  await expect(page.getByText(site.proxy.url)).toBeVisible()
  await expect(page.getByText(kept)).toBeVisible()
  expect(site.proxy.calls).toHaveLength(0)

  const paper = { body: 'out of paper', headers: { 'retry-after': '7' } }
  for (const [fault, atHost, words] of [
    [{ status: 200, body: html, headers: { 'content-type': 'text/html' } }, 502, /cannot be read: HTML/],
    [{ status: 403, ...paper }, 401, 'The service rejected this access token (403)'],
    [{ status: 302, headers: { location: 'https://login.example.test/' } }, 502, /redirect|unreachable/],
    [{ status: 429, ...paper }, 502, 'The service limits requests. Try again in 7 s (429)'],
    [{ status: 500, ...paper }, 502, 'The service failed (500), “out of paper”'],
  ] as const) {
    site.proxy.fail('GET /_/token', fault)
    watch.expectFailure('/console-session', atHost)
    await signIn(page, site.admin.bearer)
    await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  }
  watch.expectFailure('/console-session', 502)
  await site.proxy.refuseConnections()
  await signIn(page, site.admin.bearer)
  await expect(page.getByText('The service is unreachable.')).toBeVisible()
  await site.proxy.acceptConnections()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Tokens', level: 1 })).toBeVisible()
})

test.describe('both resources turned off', () => {
  test.use({ readings: 'turned-off=both' })
  test('the sign-in page says that the address may be wrong, or both are turned off', async ({ page, site, watch }) => {
    watch.expectFailure('/console-session', 502)
    await page.goto('.')
    await signIn(page, site.admin.bearer)
    await expect(
      page.getByText('Neither tokens nor users answered (404). The address may be wrong, or both are turned off.'),
    ).toBeVisible()
  })
})

for (const preset of sampled(['documented', 'query-server'], 1)) {
  test.describe(`tokens turned off (${preset})`, () => {
    test.use({ readings: `${preset},turned-off=tokens` })
    test('the console still opens, and says what to do', async ({ page, site, watch }) => {
      watch.expectFailure('/_/token', 404)
      await page.goto('.')
      await signIn(page, site.admin.bearer)
      await expect(page.getByRole('heading', { name: 'Token administration is turned off' })).toBeVisible()
      await expect(
        page.getByRole('main').getByText('Turn it on in the service’s settings, then refresh.'),
      ).toBeVisible()
      await page.getByRole('link', { name: 'Go to Users' }).click()
      await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
    })
  })
}
