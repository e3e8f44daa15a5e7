import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/accessibility/expect-accessible.ts'
import { fileOf, sharedBy } from '#e2e/rig/built-files.ts'
import { storedIn } from '#e2e/rig/guard.ts'
import { newToken, switchOf } from '#e2e/tokens/tokens-page.ts'
import { expect, openSignedIn, test, waitUntilIdle } from '#e2e/rig/fixture.ts'

test.use({ examples: true })

const lost = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Part of this page could not be loaded.' }).first()

for (const [what, file] of [
  ['file', fileOf('service-page')],
  ['file that it shares with others', sharedBy('service-page')],
] as const) {
  test(`a part whose ${what} does not arrive says so, and is there after a reload`, async ({
    page,
    context,
    site,
    watch,
  }) => {
    watch.expectFailure(file, 'net::ERR_FAILED')
    await context.route(`**/${file}`, (route) => route.abort())
    await openSignedIn(page, site)
    await page.getByRole('link', { name: 'Service' }).click()
    await expect(lost(page)).toBeInViewport()
    await expectAccessible(page, 'a lost part')
    await waitUntilIdle(page)
    await context.unroute(`**/${file}`)
    await lost(page).getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { name: 'Service', level: 1 })).toBeVisible()
    await expect(lost(page)).toHaveCount(0)
  })
}

test('where the file of questions and reports is lost, a switch sends nothing and says so; a reload asks before a form is lost', async ({
  page,
  context,
  site,
  watch,
}) => {
  const file = fileOf('overlays')
  watch.expectFailure(file, 'net::ERR_FAILED')
  await context.route(`**/${file}`, (route) => route.abort())
  await openSignedIn(page, site)
  await expect(lost(page)).toBeVisible()
  await switchOf(page, 'grafana', 'write').click()
  await expect(lost(page)).toBeInViewport()
  expect(site.proxy.callsTo('PUT /_/token')).toEqual([])
  await newToken(page, 'half typed')
  const asked = page.waitForEvent('dialog')
  // It goes on once it is confirmed.
  const pressed = page.evaluate(() => document.querySelector<HTMLElement>('.part-failed button')?.click())
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await pressed
  await expect(page.getByRole('dialog', { name: 'New token' }).getByLabel('Name', { exact: true })).toHaveValue(
    'half typed',
  )
})

test('a fault while a page is drawn leaves the rest; nothing of the error is shown, kept or printed; a reload opens the page', async ({
  signedIn: page,
  watch,
}) => {
  watch.expectFault()
  const printed: string[] = []
  page.on('console', (message) => printed.push(message.text()))
  const secret = 'eyJhbGciOi-secret'
  await page.getByLabel('Search tokens').fill('graf')
  await page.evaluate((text) => {
    const real = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format') ?? {}
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      ...real,
      get() {
        throw new Error(`cannot draw ${text}`)
      },
    })
  }, secret)
  await page.getByRole('link', { name: 'Users' }).click()
  const failed = page.getByRole('alert').filter({ hasText: 'A fault in the console stopped this part of the page.' })
  await expect(failed).toBeInViewport()
  await expectAccessible(page, 'a failed part')
  await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible()
  await expect(failed.getByRole('button', { name: 'Reload', exact: true })).toBeVisible()
  expect(await page.content()).not.toContain(secret)
  expect(await storedIn(page)).not.toContain(secret)
  expect(printed.join('\n')).not.toContain(secret)
  await failed.getByRole('button', { name: 'Reload', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await expect(failed).toBeHidden()
})
