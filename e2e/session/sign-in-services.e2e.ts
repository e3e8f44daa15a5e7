import { expect, signIn, test } from '#e2e/rig/world.ts'

// A console server delays sign-ins after refused ones, so every test here has its own.
test.use({ ownHost: {} })

const html = '<!doctype html><title>Gateway</title><h1>Please log in</h1>'

test('a web page instead of a service has other words than a refusal', async ({ page, world, watch }) => {
  watch.expectRefusal(502)
  world.proxy.fail('GET /_/token', { status: 200, body: html, headers: { 'content-type': 'text/html' } })
  await page.goto('.')
  await signIn(page, world.admin.bearer)
  await expect(page.getByText(/cannot be read: HTML/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('a redirect is not followed, and the page says so', async ({ page, world, watch }) => {
  watch.expectRefusal(502, ['/_/token', 502])
  world.proxy.fail('GET /_/token', { status: 302, headers: { location: 'https://login.example.test/' } })
  await page.goto('.')
  await signIn(page, world.admin.bearer)
  await expect(page.getByText(/redirect|unreachable/)).toBeVisible()
})

test('an unreachable service is reported; when it is back, another click signs in', async ({ page, world, watch }) => {
  watch.expectRefusal(502, ['/_/token', 502])
  await world.proxy.refuseConnections()
  await page.goto('.')
  await signIn(page, world.admin.bearer)
  await expect(page.getByText('The service is unreachable.')).toBeVisible()
  await world.proxy.acceptConnections()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Tokens', level: 1 })).toBeVisible()
})

for (const [status, atHost, words] of [
  [403, 401, 'The service rejected this access token (403)'],
  [429, 502, 'The service limits requests. Try again in 7 s (429)'],
  [500, 502, 'The service failed (500), “out of paper”'],
] as const) {
  test(`a sign-in answered ${status} has its own words`, async ({ page, world, watch }) => {
    watch.expectRefusal(atHost, ['/_/token', status])
    world.proxy.fail('GET /_/token', { status, body: 'out of paper', headers: { 'retry-after': '7' } })
    await page.goto('.')
    await signIn(page, world.admin.bearer)
    await expect(page.getByText(words)).toBeVisible()
  })
}

test.describe('both resources turned off', () => {
  test.use({ readings: 'documented,tokens-administration=off,users-administration=off' })
  test('the sign-in page says that the address may be wrong, or both are turned off', async ({
    page,
    world,
    watch,
  }) => {
    watch.expectRefusal(502, ['/_/token', 404], ['/_/user', 404])
    await page.goto('.')
    await signIn(page, world.admin.bearer)
    await expect(
      page.getByText('Neither tokens nor users answered (404). The address may be wrong, or both are turned off.'),
    ).toBeVisible()
  })
})

for (const preset of ['documented', 'query-server']) {
  test.describe(`tokens turned off (${preset})`, () => {
    test.use({ readings: `${preset},tokens-administration=off` })
    test('the console still opens, and says what to do', async ({ page, world, watch }) => {
      watch.expectFailure('/_/token', 404)
      await page.goto('.')
      await signIn(page, world.admin.bearer)
      await expect(page.getByRole('heading', { name: 'Token administration is turned off' })).toBeVisible()
      await expect(
        page.getByRole('main').getByText('Turn it on in the service’s settings, then refresh.'),
      ).toBeVisible()
      await page.getByRole('link', { name: 'Go to Users' }).click()
      await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
    })
  })
}

test('the sign-in page says which service it is for, and where the sign-in is kept', async ({ page, world }) => {
  const [address, kept] =
    world.mode === 'host'
      ? [world.proxy.url, 'Your session stays on the console server and ends after 15 minutes of inactivity.']
      : [`${world.origin}_/`, 'Not stored. Reloading or closing this page signs you out.']
  await page.goto('.')
  await expect(page.getByText(address)).toBeVisible()
  await expect(page.getByText(kept)).toBeVisible()
  expect(world.proxy.calls).toHaveLength(0)
})
