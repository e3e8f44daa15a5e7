import { flip, nameOf, newToken, switchOf } from '#e2e/tokens/tokens-page.ts'
import { sampled } from '#e2e/rig/sample.ts'
import { expect, test, type Site } from '#e2e/rig/fixture.ts'

/** The session ends in the middle of work: a sheet opens over the page, and no input is lost. */

/** From the first call of this method on, the service refuses everything. */
function refuseFrom({ proxy }: Site, first: string, status: number): void {
  let isOver = false
  proxy.failEach(({ method }) => {
    isOver ||= method === first
    return isOver ? { status } : undefined
  })
}

for (const status of sampled([401, 403], 1)) {
  test(`after a save answered ${status}, the admin signs in again over the page, and the form has its input; Escape does not close the sheet`, async ({
    signedIn: page,
    site,
    watch,
  }) => {
    await site.service.addToken({ name: 'here' })
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(nameOf(page, 'here')).toBeVisible() // before, the list is read-only
    const form = await newToken(page, 'typed with care')
    await form.getByRole('switch', { name: 'Write' }).click()
    watch.expectFailure('/_/token', status)
    refuseFrom(site, 'POST', status)
    await form.getByRole('button', { name: 'Create token' }).click()
    const sheet = page.getByRole('dialog', { name: 'Signed out' })
    await expect(sheet.getByText(`The service no longer accepts your sign-in (${status}`)).toBeVisible()
    await expect(sheet.getByRole('radio', { name: 'Email and password' })).toBeAttached()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeVisible()
    await expect(form).toHaveCount(0) // unseen
    site.proxy.heal()
    await sheet.getByLabel('Your access token').fill(site.admin.bearer)
    await sheet.getByRole('button', { name: 'Sign in' }).click()
    await expect(sheet).toBeHidden()
    await expect(form.getByLabel('Name', { exact: true })).toHaveValue('typed with care')
    await expect(form.getByRole('switch', { name: 'Write' })).toBeChecked()
    expect(await site.service.token('typed with care')).toBeUndefined()
    await form.getByRole('button', { name: 'Create token' }).click()
    await expect(nameOf(page, 'typed with care')).toBeFocused()
    expect(site.proxy.callsTo('POST /_/token')).toHaveLength(2)
  })
}

test('after a switch or a list answered 401, signing in again repeats no write and reads the list; “Leave and discard” leaves', async ({
  signedIn: page,
  site,
  watch,
}) => {
  await site.service.addToken({ name: 'here' })
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  watch.expectFailure('/_/token', 401)
  refuseFrom(site, 'PUT', 401)
  await flip(page, 'here', 'active')
  const sheet = page.getByRole('dialog', { name: 'Signed out' })
  await expect(sheet).toBeVisible()
  site.proxy.heal()
  await sheet.getByLabel('Your access token').fill(site.admin.bearer)
  await sheet.getByRole('button', { name: 'Sign in' }).click()
  await expect(sheet).toBeHidden()
  await expect(switchOf(page, 'here', 'active')).toHaveAttribute('aria-checked', 'true')
  await expect(switchOf(page, 'here', 'active')).toBeFocused()
  expect(site.proxy.callsTo('PUT /_/token')).toHaveLength(1)
  expect(await site.service.token('here')).toMatchObject({ active: true })

  refuseFrom(site, 'GET', 401)
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(sheet).toBeVisible()
  site.proxy.heal()
  await site.service.addToken({ name: 'new meanwhile' })
  await sheet.getByLabel('Your access token').fill(site.admin.bearer)
  await sheet.getByRole('button', { name: 'Sign in' }).click()
  await expect(nameOf(page, 'new meanwhile')).toBeVisible()
  await expect(switchOf(page, 'here', 'active')).not.toHaveAttribute('aria-disabled', 'true')

  refuseFrom(site, 'GET', 401)
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await sheet.getByRole('button', { name: 'Leave and discard' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
