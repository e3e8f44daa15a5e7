import { flip, nameOf, newToken, switchOf } from '#e2e/tokens/tokens-page.ts'
import { expect, test } from '#e2e/rig/world.ts'

/** The session ends in the middle of work: a sheet opens over the page, and no input is lost. */

for (const status of [401, 403]) {
  test(`after a save answered ${status}, the admin signs in again over the page, and the form has its input`, async ({
    signedIn: page,
    world,
    watch,
  }) => {
    await world.service.addToken({ name: 'here' })
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    const form = await newToken(page, 'typed with care')
    await form.getByRole('switch', { name: 'Write' }).click()
    watch.expectFailure('/_/token', status)
    world.proxy.fail('POST /_/token', { status })
    await form.getByRole('button', { name: 'Create token' }).click()
    const sheet = page.getByRole('dialog', { name: 'Signed out' })
    await expect(sheet.getByText(`The service no longer accepts your sign-in (${status}`)).toBeVisible()
    await expect(sheet.getByRole('radio', { name: 'Email and password' })).toBeAttached()
    await sheet.getByLabel('Your access token').fill(world.admin.bearer)
    await sheet.getByRole('button', { name: 'Sign in' }).click()
    await expect(sheet).toBeHidden()
    await expect(form.getByLabel('Name', { exact: true })).toHaveValue('typed with care')
    await expect(form.getByRole('switch', { name: 'Write' })).toBeChecked()
    expect(await world.service.token('typed with care')).toBeUndefined()
    await form.getByRole('button', { name: 'Create token' }).click()
    await expect(nameOf(page, 'typed with care')).toBeFocused()
    expect(world.proxy.callsTo('POST /_/token')).toHaveLength(2)
  })
}

test('after a list answered 401, the rows stay under the sheet, and are read again after signing in', async ({
  signedIn: page,
  world,
  watch,
}) => {
  await world.service.addToken({ name: 'here' })
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(nameOf(page, 'here')).toBeVisible()
  watch.expectFailure('/_/token', 401)
  world.proxy.fail('GET /_/token', { status: 401 })
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Signed out' })
  await world.service.addToken({ name: 'new meanwhile' })
  await sheet.getByLabel('Your access token').fill(world.admin.bearer)
  await sheet.getByRole('button', { name: 'Sign in' }).click()
  await expect(nameOf(page, 'new meanwhile')).toBeVisible()
  await expect(switchOf(page, 'here', 'active')).not.toHaveAttribute('aria-disabled', 'true')
})

test('Escape does not close the sheet; “Leave and discard” goes to the sign-in page', async ({
  signedIn: page,
  world,
  watch,
}) => {
  watch.expectFailure('/_/token', 401)
  world.proxy.fail('GET /_/token', { status: 401 })
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Signed out' })
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeVisible()
  await sheet.getByRole('button', { name: 'Leave and discard' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('signing in again does not repeat a switch that was refused with 401', async ({
  signedIn: page,
  world,
  watch,
}) => {
  await world.service.addToken({ name: 'here' })
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  watch.expectFailure('/_/token', 401)
  world.proxy.fail('PUT /_/token', { status: 401 })
  await flip(page, 'here', 'active')
  const sheet = page.getByRole('dialog', { name: 'Signed out' })
  await sheet.getByLabel('Your access token').fill(world.admin.bearer)
  await sheet.getByRole('button', { name: 'Sign in' }).click()
  await expect(sheet).toBeHidden()
  await expect(switchOf(page, 'here', 'active')).toHaveAttribute('aria-checked', 'true')
  await expect(switchOf(page, 'here', 'active')).toBeFocused()
  expect(world.proxy.callsTo('PUT /_/token')).toHaveLength(1)
  expect(await world.service.token('here')).toMatchObject({ active: true })
})
