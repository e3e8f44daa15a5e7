import type { Locator } from '@playwright/test'
import { actOf, copyOf, expires, toastOf, nameOf, newToken, rowOf, switchOf } from './tokens-page.ts'
import { sampled } from '#e2e/rig/sample.ts'
import { expect, onePreset, presets, test } from '#e2e/rig/world.ts'

const hour = 60 * 60 * 1000
const spans = { '1 hour': 1, '1 day': 24, '7 days': 7 * 24, '30 days': 30 * 24, '90 days': 90 * 24, '1 year': 365 * 24 }

for (const [at, readings] of presets.entries()) {
  test.describe(readings, () => {
    test.use({ readings })

    test('a token with each preset is stored with the intended moment', async ({ signedIn: page, world }) => {
      for (const [preset, hours] of sampled(Object.entries(spans), 2, at)) {
        const name = `for ${preset}`
        const sheet = await newToken(page, name)
        await expires(sheet, preset)
        const before = Date.now()
        await sheet.getByRole('button', { name: 'Create token' }).click()
        await expect(nameOf(page, name)).toBeFocused()
        const held = await world.service.token(name)
        expect(held).toMatchObject({ active: true, write: false })
        const second = world.service.moment(1000)
        expect(held?.expiration_date).toBeGreaterThanOrEqual(world.service.moment(before + hours * hour) - second)
        expect(held?.expiration_date).toBeLessThanOrEqual(world.service.moment(Date.now() + hours * hour))
      }
    })

    test('a date and a time are stored to the minute', async ({ signedIn: page, world }) => {
      const sheet = await newToken(page, 'until Christmas')
      await expires(sheet, 'Date, time…')
      await sheet.getByRole('spinbutton', { name: /day/ }).first().focus()
      await page.keyboard.type('241220300915')
      const at = Date.parse('2030-12-24T09:15:00+01:00')
      await expect(sheet.getByText(/24 Dec 2030.*09:15:00/).first()).toBeVisible()
      await sheet.getByText('Details').click()
      await expect(sheet.getByText(String(world.service.moment(at)))).toBeVisible()
      await sheet.getByRole('button', { name: 'Create token' }).click()
      await expect(nameOf(page, 'until Christmas')).toBeFocused()
      expect((await world.service.token('until Christmas'))?.expiration_date).toBe(world.service.moment(at))
    })

    test('“Never” is sent without a date, and the form says what that means', async ({ signedIn: page, world }) => {
      const sheet = await newToken(page, 'for ever')
      await expect(sheet.getByText('Sent without a date')).toHaveCount(0)
      await expires(sheet, 'Never')
      await expect(sheet.getByText('Sent without a date')).toBeVisible()
      await sheet.getByRole('button', { name: 'Create token' }).click()
      await expect(rowOf(page, 'for ever')).toContainText('No expiry set')
      const held = await world.service.token('for ever')
      expect(held?.expiration_date).toBe(held?.updated_at)
      expect(world.proxy.callsTo('POST /_/token')[0]?.body).not.toContain('expiration_date')
    })

    test('a created token is a toast and no note: its row copies a value that works', async ({
      signedIn: page,
      world,
    }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      const sheet = await newToken(page, 'ci-deploy')
      await sheet.getByRole('button', { name: 'Create token' }).click()
      await expect(toastOf(page)).toHaveText('“ci-deploy” created')
      await expect(page.locator('.verdict')).toHaveCount(0)
      expect(await world.service.accepts(await copyOf(page, 'ci-deploy'))).toBe(true)
    })
  })
}

test('the calendar of a new token offers no past day, and leads to another year', async ({ signedIn: page, world }) => {
  const sheet = await newToken(page, 'for years')
  await expires(sheet, '1 day')
  await expires(sheet, 'Date, time…')
  await sheet.getByRole('button', { name: /^Pick a date/ }).click()
  const calendar = page.getByRole('dialog', { name: 'Pick a date' })
  const years = calendar.getByRole('combobox', { name: 'Year' })
  const now = new Date()
  await years.selectOption(String(now.getFullYear()))
  await calendar.getByRole('combobox', { name: 'Month' }).selectOption({ index: now.getMonth() })
  const today = calendar.locator('[data-today]')
  await expect(today).toHaveText(String(now.getDate()))
  await expect(today).not.toHaveCSS('box-shadow', 'none')
  await expect(today).not.toHaveAttribute('aria-disabled')
  await expect(calendar.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await expect(years.getByRole('option').first()).toHaveText(String(now.getFullYear()))
  await years.press('ArrowDown')
  await expect(years).toHaveValue('1')
  await expect(years).toBeFocused()
  await years.selectOption(String(now.getFullYear() + 5))
  await calendar.locator('.day:not([data-outside-month])', { hasText: /^14$/ }).click()
  await expect(calendar).toHaveCount(0)
  await sheet.getByRole('button', { name: 'Create token' }).click()
  await expect(nameOf(page, 'for years')).toBeFocused()
  const { expiration_date: at = 0 } = (await world.service.token('for years')) ?? {}
  expect(new Date(at).getFullYear()).toBe(now.getFullYear() + 5)
  expect(new Date(at).getDate()).toBe(14)
})

onePreset(0, () => {
  test('the defaults are 30 days, Write off and Active on; other choices are stored as made', async ({
    signedIn: page,
    world,
  }) => {
    const sheet = await newToken(page, 'import')
    await expect(sheet.getByRole('radio', { name: '30 days' })).toBeChecked()
    await expect(sheet.getByRole('switch', { name: 'Write' })).not.toBeChecked()
    await expect(sheet.getByRole('switch', { name: 'Active' })).toBeChecked()
    await sheet.getByRole('switch', { name: 'Write' }).click()
    await sheet.getByRole('switch', { name: 'Active' }).click()
    await sheet.getByRole('button', { name: 'Create token' }).click()
    await expect(switchOf(page, 'import', 'write')).toBeChecked()
    await expect(switchOf(page, 'import', 'active')).not.toBeChecked()
    expect(await world.service.token('import')).toMatchObject({ active: false, write: true })
    expect(world.proxy.callsTo('POST /_/token')).toHaveLength(1)
  })
})

onePreset(1, () => {
  test('an existing name gets an error beside its field, with a button that opens that token', async ({
    signedIn: page,
    world,
  }) => {
    await world.service.addToken({ name: 'taken', write: true })
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(nameOf(page, 'taken')).toBeVisible()
    const sheet = await newToken(page, 'taken')
    await sheet.getByRole('button', { name: 'Create token' }).click()
    await expect(
      sheet.getByText('A token named “taken” already exists. Choose another name, or edit that one.'),
    ).toBeVisible()
    await expect(sheet.getByLabel('Name', { exact: true })).toBeFocused()
    expect(world.proxy.callsTo('POST /_/token')).toHaveLength(0)
    await sheet.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Edit taken' })).toBeVisible()
  })
})

onePreset(2, () => {
  test('a name that somebody else has taken meanwhile is noticed before anything is sent', async ({
    signedIn: page,
    world,
  }) => {
    const sheet = await newToken(page, 'raced')
    await world.service.addToken({ name: 'raced', write: true, active: false })
    const held = await world.service.token('raced')
    await sheet.getByRole('button', { name: 'Create token' }).click()
    await expect(sheet.getByText(/already exists/)).toBeVisible()
    await expect(sheet.getByLabel('Name', { exact: true })).toHaveValue('raced')
    expect(world.proxy.callsTo('POST /_/token')).toHaveLength(0)
    expect(await world.service.token('raced')).toEqual(held)
  })
})

/** Whether the ring of a focused field has the colour of an error, which an invalid field has around it. */
const isRed = (field: Locator) =>
  field.evaluate((node) => {
    const { outlineColor, outlineStyle, boxShadow } = getComputedStyle(node.closest('.input') ?? node)
    return outlineStyle === 'solid' && boxShadow.startsWith(outlineColor)
  })

test('without a name nothing is sent, and the field gets the focus', async ({ signedIn: page, world }) => {
  const sheet = await newToken(page)
  await sheet.getByRole('button', { name: 'Create token' }).click()
  await expect(sheet.getByText('Enter a name.')).toBeVisible()
  await expect(sheet.getByLabel('Name', { exact: true })).toBeFocused()
  expect(await isRed(sheet.getByLabel('Name', { exact: true }))).toBe(true)
  await sheet.getByLabel('Name', { exact: true }).fill('blank after ')
  expect(await isRed(sheet.getByLabel('Name', { exact: true }))).toBe(false)
  await expect(sheet.getByText('The name ends with a space.')).toBeVisible()
  expect(world.proxy.callsTo('POST /_/token')).toHaveLength(0)
})

test('a past date gets an error beside its field', async ({ signedIn: page, world }) => {
  const sheet = await newToken(page, 'too late')
  await expires(sheet, 'Date, time…')
  await sheet.getByRole('spinbutton', { name: /day/ }).first().focus()
  await page.keyboard.type('010120200000')
  await sheet.getByRole('button', { name: 'Create token' }).click()
  await expect(sheet.getByText('This date has passed. Choose a later one.')).toBeVisible()
  const year = sheet.getByRole('spinbutton', { name: /^year/ })
  await year.focus()
  await expect(year).toHaveAttribute('aria-invalid', 'true')
  expect(await isRed(year)).toBe(true)
  expect(world.proxy.callsTo('POST /_/token')).toHaveLength(0)
})

test('a filter that would hide the new row is cleared', async ({ signedIn: page, world }) => {
  await world.service.addToken({ name: 'other' })
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await page.getByLabel('Search tokens').fill('oth')
  const sheet = await newToken(page, 'fresh')
  await sheet.getByRole('button', { name: 'Create token' }).click()
  await expect(nameOf(page, 'fresh')).toBeFocused()
  await expect(nameOf(page, 'fresh')).toBeInViewport()
  await expect(page.getByLabel('Search tokens')).toHaveValue('')
  await expect(actOf(page, 'Copy', 'fresh')).toBeVisible()
})

test.describe('a first token on a service that counts seconds', () => {
  test.use({ readings: 'bare,moments=s,expiry-compared-in=s' })
  test('is corrected in the same action, and the page says so', async ({ signedIn: page, world }) => {
    const sheet = await newToken(page, 'first')
    await expires(sheet, '1 day')
    await sheet.getByRole('button', { name: 'Create token' }).click()
    await expect(page.getByText('This service counts seconds.')).toBeVisible()
    const sent = world.proxy
      .callsTo('POST /_/token')
      .map(({ body }) => (JSON.parse(body) as { expiration_date: number }).expiration_date)
    expect(sent.map((number) => String(number).length)).toEqual([13, 10])
  })
})
