import type { Locator } from '@playwright/test'
import { rowButton, copyNew, expires, nameOf, newToken, rowOf, switchOf } from './tokens-page.ts'
import { sampled } from '#e2e/rig/sample.ts'
import { expect, presets, test } from '#e2e/rig/fixture.ts'

const hour = 60 * 60 * 1000
const spans = { '1 hour': 1, '1 day': 24, '7 days': 7 * 24, '30 days': 30 * 24, '90 days': 90 * 24, '1 year': 365 * 24 }

for (const [at, readings] of presets.entries()) {
  test.describe(readings, () => {
    test.use({ readings })

    test('created tokens are stored as chosen: with a preset, with a date and time, and without a date', async ({
      signedIn: page,
      site,
    }) => {
      await test.step('a created token has a note under its row and no toast: it copies a value that works', async () => {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
        const sheet = await newToken(page, 'ci-deploy')
        await sheet.getByRole('button', { name: 'Create token' }).click()
        await expect(page.locator('.callout > p')).toHaveText('Created. Copy its value for the program that needs it.')
        await expect(page.locator('.toast')).toHaveCount(0)
        await expect(rowOf(page, 'ci-deploy').locator('.c-status')).toContainText('New value')
        expect(await site.service.accepts(await copyNew(page, 'ci-deploy'))).toBe(true)
        await expect(rowOf(page, 'ci-deploy').locator('.c-status')).toContainText('Active')
      })

      for (const [preset, hours] of sampled(Object.entries(spans), 1, at)) {
        const name = `for ${preset}`
        const sheet = await newToken(page, name)
        await expires(sheet, preset)
        const before = Date.now()
        await sheet.getByRole('button', { name: 'Create token' }).click()
        await expect(nameOf(page, name)).toBeFocused()
        const held = await site.service.token(name)
        expect(held).toMatchObject({ active: true, write: false })
        const second = site.service.moment(1000)
        expect(held?.expiration_date).toBeGreaterThanOrEqual(site.service.moment(before + hours * hour) - second)
        expect(held?.expiration_date).toBeLessThanOrEqual(site.service.moment(Date.now() + hours * hour))
      }

      await test.step('a date and a time are stored to the minute, and the switches as set', async () => {
        const sheet = await newToken(page, 'until Christmas')
        await expires(sheet, 'Custom…')
        await sheet.getByLabel('Date and time').fill('2030-12-24T09:15')
        const moment = Date.parse('2030-12-24T09:15:00+01:00')
        await expect(sheet.getByText(/24 Dec 2030.*09:15/).first()).toBeVisible()
        await sheet.getByRole('switch', { name: 'Write' }).click()
        await sheet.getByRole('switch', { name: 'Active' }).click()
        await sheet.getByRole('button', { name: 'Create token' }).click()
        await expect(nameOf(page, 'until Christmas')).toBeFocused()
        await expect(switchOf(page, 'until Christmas', 'write')).toBeChecked()
        await expect(switchOf(page, 'until Christmas', 'active')).not.toBeChecked()
        expect(await site.service.token('until Christmas')).toMatchObject({
          expiration_date: site.service.moment(moment),
          active: false,
          write: true,
        })
      })

      await test.step('“No expiry” is sent without a date, and the form says what that means', async () => {
        const sheet = await newToken(page, 'for ever')
        const warning = sheet.getByText('This service may treat a token without a date as expired.')
        await expect(warning).toHaveCount(0)
        await expires(sheet, 'No expiry')
        await expect(warning).toBeVisible()
        await expect(sheet.getByText('Sent without a date')).toBeHidden()
        await sheet.getByRole('button', { name: 'Create token' }).click()
        await expect(rowOf(page, 'for ever')).toContainText('No expiry')
        const held = await site.service.token('for ever')
        expect(held?.expiration_date).toBe(held?.updated_at)
        expect(site.proxy.callsTo('POST /_/token').at(-1)?.body).not.toContain('expiration_date')
      })
    })
  })
}

test('a second click on the place of “Create token” opens nothing of what lies under the sheet', async ({
  signedIn: page,
  site,
}) => {
  for (let at = 0; at < 40; at += 1) await site.service.addToken({ name: `row-${at}` })
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  const sheet = await newToken(page, 'clicked twice')
  const box = await sheet.getByRole('button', { name: 'Create token' }).boundingBox()
  if (box === null) throw new Error('the button is not drawn')
  const at = [box.x + box.width / 2, box.y + box.height / 2] as const
  await page.mouse.click(...at)
  // Looked at in each frame: the second click comes soon after the first.
  await page.waitForFunction(() => document.querySelector('[role=dialog]') === null)
  await page.mouse.click(...at)
  await page.mouse.click(...at)
  await expect(nameOf(page, 'clicked twice')).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(site.proxy.callsTo('GET /_/token/value')).toEqual([])
})

/** Whether the ring of a focused field has the colour of an error, which an invalid field has around it. */
const isRed = (field: Locator) =>
  field.evaluate((node) => {
    const { outlineColor, outlineStyle, boxShadow } = getComputedStyle(node.closest('.input') ?? node)
    return outlineStyle === 'solid' && boxShadow.startsWith(outlineColor)
  })

test('a wrong name and a past date get errors at their fields; a filter that would hide the new row is cleared', async ({
  signedIn: page,
  site,
}) => {
  await site.service.addToken({ name: 'other' })
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await page.getByLabel('Search tokens').fill('oth')
  await expect(nameOf(page, 'other')).toBeVisible()
  const sheet = await newToken(page)
  const name = sheet.getByLabel('Name', { exact: true })
  const create = sheet.getByRole('button', { name: 'Create token' })
  await test.step('without a name nothing is sent, and the field gets the focus', async () => {
    await create.click()
    await expect(sheet.getByText('Enter a name.')).toBeVisible()
    await expect(name).toBeFocused()
    expect(await isRed(name)).toBe(true)
    await name.fill('blank after ')
    expect(await isRed(name)).toBe(false)
    await expect(sheet.getByText('The name ends with a space.')).toBeVisible()
  })
  await test.step('a past date gets an error beside its field', async () => {
    await name.fill('fresh')
    await expires(sheet, 'Custom…')
    const date = sheet.getByLabel('Date and time')
    await date.fill('2020-01-01T00:00')
    await create.click()
    await expect(sheet.getByText('This date has passed. Choose a later one.')).toBeVisible()
    await date.focus()
    await expect(date).toHaveAttribute('aria-invalid', 'true')
    expect(await isRed(date)).toBe(true)
    expect(site.proxy.callsTo('POST /_/token')).toHaveLength(0)
  })
  await expires(sheet, '30 days')
  await create.click()
  await expect(nameOf(page, 'fresh')).toBeFocused()
  await expect(nameOf(page, 'fresh')).toBeInViewport()
  await expect(page.getByLabel('Search tokens')).toHaveValue('')
  await expect(rowButton(page, 'Copy', 'fresh')).toBeVisible()
})
