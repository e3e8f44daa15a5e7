import { flip, nameOf, switchOf, toastOf } from '#e2e/tokens/tokens-page.ts'
import { sampled } from '#e2e/rig/sample.ts'
import { expect, waitUntilIdle, signIn, test } from '#e2e/rig/fixture.ts'

const html = '<!doctype html><title>Gateway</title><h1>Welcome</h1>'

const brokenOff = ['net::ERR_INCOMPLETE_CHUNKED_ENCODING', 'net::ERR_CONTENT_LENGTH_MISMATCH']

test.beforeEach(async ({ site }) => {
  await site.service.addToken({ name: 'here' })
  await site.service.addToken({ name: 'there' })
})

test('while the service is unreachable the list stays, read-only, with the time; Try again brings it back', async ({
  signedIn: page,
  site,
  watch,
}) => {
  await expect(nameOf(page, 'here')).toBeVisible()
  watch.expectFailure('/_/token', 502)
  await site.proxy.refuseConnections()
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByRole('main').getByText(/Unreachable since \d\d:\d\d/)).toBeVisible()
  await expect(nameOf(page, 'here')).toBeVisible()
  await expect(switchOf(page, 'here', 'active')).toHaveAttribute('aria-disabled', 'true')
  await site.proxy.acceptConnections()
  await site.service.addToken({ name: 'new meanwhile' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(nameOf(page, 'new meanwhile')).toBeVisible()
  await expect(page.getByRole('main').getByText(/Unreachable since/)).toHaveCount(0)
  await expect(switchOf(page, 'here', 'active')).not.toHaveAttribute('aria-disabled', 'true')
})

test('an unreachable service is tried again automatically', async ({ page, site, watch }) => {
  await page.clock.install()
  await page.goto('.')
  await signIn(page, site.admin.bearer)
  await expect(nameOf(page, 'here')).toBeVisible()
  watch.expectFailure('/_/token', 502)
  site.proxy.fail('GET /_/token', { reset: true })
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByRole('main').getByText(/Unreachable since/)).toBeVisible()
  await page.clock.runFor(11_000)
  await expect(page.getByRole('main').getByText(/Unreachable since/)).toHaveCount(0)
})

const refreshes = [
  [
    'a web page',
    { status: 200, body: html, headers: { 'content-type': 'text/html' } },
    'unreadable',
    /The response cannot be read/,
  ],
  ['unexpected JSON', { status: 200, body: '{"rows":7}' }, 'unreadable', /The response cannot be read/],
  ['an incomplete list', { truncate: 40 }, undefined, /The response cannot be read/],
  ['500', { status: 500, body: 'kaput' }, 500, /The service failed \(500\), “kaput”/],
  ['429', { status: 429, headers: { 'retry-after': '12' } }, 429, /limits requests\. Try again in 12 s/],
  ['400', { status: 400, body: 'not now' }, 400, /The service answered 400, “not now”/],
] as const

for (const [what, fault, noted, says] of sampled(refreshes, 1)) {
  test(`a refresh answered with ${what} is not shown as an empty list: the former rows stay`, async ({
    signedIn: page,
    site,
    watch,
  }) => {
    await expect(nameOf(page, 'here')).toBeVisible()
    site.proxy.fail('GET /_/token', fault)
    if (noted === 'unreadable') watch.expectFailure('/_/token', 502)
    else if (noted !== undefined) watch.expectFailure('/_/token', noted)
    // The console server had not sent anything yet, or its answer breaks off too.
    else for (const way of [502, ...brokenOff]) watch.allowFailure('/_/token', way)
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(page.getByRole('main').getByText(says).first()).toBeVisible()
    await expect(nameOf(page, 'here')).toBeVisible()
    await expect(page.getByRole('main').getByText('No tokens yet')).toHaveCount(0)
    await page.getByRole('button', { name: /^(Try|Ask) again$/ }).click()
    await expect(page.getByRole('main').getByText(says)).toHaveCount(0)
    await expect(switchOf(page, 'there', 'write')).not.toHaveAttribute('aria-disabled', 'true')
  })
}

test('while offline the page says so and is read-only', async ({ signedIn: page, site }) => {
  await expect(nameOf(page, 'here')).toBeVisible()
  await waitUntilIdle(page)
  await page.context().setOffline(true)
  await expect(page.getByRole('main').getByText('This browser is offline.')).toBeVisible()
  await expect(switchOf(page, 'here', 'active')).toHaveAttribute('aria-disabled', 'true')
  await expect(switchOf(page, 'here', 'active')).toHaveCSS('cursor', 'not-allowed')
  // Still filled as on, at half strength.
  await expect(switchOf(page, 'here', 'active')).toHaveCSS('opacity', '0.5')
  await switchOf(page, 'here', 'active').click({ force: true })
  await expect(toastOf(page)).toHaveText('Read-only while the console server is unreachable.')
  await expect(switchOf(page, 'here', 'active')).toHaveAttribute('aria-checked', 'true')
  await page.context().setOffline(false)
  await expect(page.getByRole('main').getByText('This browser is offline.')).toHaveCount(0)
  expect(site.proxy.callsTo('PUT /_/token')).toHaveLength(0)
  await flip(page, 'here', 'active')
  await expect(switchOf(page, 'here', 'active')).not.toBeChecked()
})
