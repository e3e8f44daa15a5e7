import type { Page } from '@playwright/test'
import { expect, presets, signIn, test } from '#e2e/rig/fixture.ts'

// A console server delays sign-ins after refused ones, so every test here has its own.
test.use({ ownHost: {} })

const signInHeading = (page: Page) => page.getByRole('heading', { name: 'Sign in' })
const tokensHeading = (page: Page) => page.getByRole('heading', { name: 'Tokens', level: 1 })

async function signInByPassword(page: Page, email: string, password: string) {
  await page.getByText('Email and password', { exact: true }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

for (const readings of presets) {
  test.describe(readings, () => {
    test.use({ readings })

    test('a wrong access token is rejected and stays in its field, so is the value of a token, and a right one signs in', async ({
      page,
      site,
      watch,
    }) => {
      await site.service.addToken({ name: 'ci-deploy', write: true })
      await page.goto('.')
      await expect(signInHeading(page)).toBeVisible()
      watch.expectFailure('/console-session', 401)
      await signIn(page, 'nobody.knows.this-one')
      await expect(page.getByText('The service rejected this access token (401).')).toBeVisible()
      await expect(page.getByLabel('Your access token')).toBeFocused()
      await expect(page.getByLabel('Your access token')).toHaveValue('nobody.knows.this-one')
      await expect(page.getByLabel('Your access token')).toHaveAttribute('aria-invalid', 'true')
      expect(site.proxy.calls.every(({ path }) => !path.includes('nobody'))).toBe(true)

      await signIn(page, await site.service.value('ci-deploy'))
      await expect(
        page.getByText('The service rejected this. It is the value of a token; use an admin’s access token.'),
      ).toBeVisible()
      await expect(signInHeading(page)).toBeVisible()

      const before = site.proxy.calls.length
      await signIn(page, site.admin.bearer)
      await expect(tokensHeading(page)).toBeVisible()
      expect(site.proxy.calls[before]?.headers.authorization).toBe(`Bearer ${site.admin.bearer}`)
    })
  })
}

for (const readings of ['documented', 'query-server'] as const) {
  test.describe(`${readings}, by password`, () => {
    test.use({ readings })

    test('a wrong password, an inactive admin and a user who is not an admin are rejected; an admin signs in', async ({
      page,
      site,
      watch,
    }) => {
      await site.service.addUser({ email: 'gone@example.test', password: 'was here once', admin: true, active: false })
      await site.service.addUser({ email: 'li@example.test', password: 'only reading', admin: false, active: true })
      await page.goto('.')
      watch.expectFailure('/console-session', 401)
      await signInByPassword(page, site.admin.email, 'wrong horse battery')
      await expect(
        page.getByText('The service rejected this email and password. It rejects inactive accounts the same way.'),
      ).toBeVisible()
      await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
      await expect(page.getByLabel('Email', { exact: true })).toHaveValue(site.admin.email)

      watch.expectFailure('/console-session', 403)
      await signInByPassword(page, 'li@example.test', 'only reading')
      await expect(page.getByText('This account is not an active admin')).toBeVisible()
      await page.getByRole('radio', { name: 'Access token' }).check({ force: true })
      await expect(page.getByLabel('Your access token')).toHaveValue('')

      await signInByPassword(page, 'gone@example.test', 'was here once')
      await expect(page.getByText('It rejects inactive accounts the same way.')).toBeVisible()

      const before = site.proxy.callsTo('POST /_/user/token/value').length
      await signInByPassword(page, site.admin.email, site.admin.password)
      await expect(tokensHeading(page)).toBeVisible()
      expect(site.proxy.callsTo('POST /_/user/token/value')).toHaveLength(before + 1)
    })
  })
}

test.describe('a service without sign-in by password', () => {
  test.use({ readings: 'bare' })

  test('says that it has none', async ({ page, site, watch }) => {
    watch.expectFailure('/console-session', 501)
    await page.goto('.')
    await signInByPassword(page, site.admin.email, site.admin.password)
    await expect(page.getByText('This service has no sign-in by password, or users are turned off.')).toBeVisible()
  })
})

test('an access token that cannot be one gets an error beside its field; “Bearer ” before it, spaces around it and line breaks do not count', async ({
  page,
  site,
}) => {
  const { bearer } = site.admin
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('.')
  for (const [text, says] of [
    ['one two', 'An access token contains no spaces.'],
    ['schlüssel', 'An access token contains only ASCII letters, digits and symbols.'],
    [' ', 'Paste an access token.'],
  ] as const) {
    await signIn(page, text)
    await expect(page.getByText(says)).toBeVisible()
    await expect(page.getByLabel('Your access token')).toBeFocused()
    expect(site.proxy.calls).toHaveLength(0)
  }
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    `  Bearer ${bearer.slice(0, 20)}\r\n${bearer.slice(20)}\n `,
  )
  await page.getByLabel('Your access token').fill('')
  await page.keyboard.press('ControlOrMeta+V')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(tokensHeading(page)).toBeVisible()
  expect(site.proxy.calls[0]?.headers.authorization).toBe(`Bearer ${bearer}`)
})
