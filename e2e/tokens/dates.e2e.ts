import { expect, test } from '#e2e/rig/fixture.ts'
import { changeExpiry, expires, nameOf, newToken, sheetOf } from './tokens-page.ts'

/** Zones with their kinds of clock changes, and a language for each order of the parts. */
const places = [
  ['Europe/Berlin', 'de-DE'],
  ['America/St_Johns', 'en-US'],
  ['Australia/Lord_Howe', 'sv-SE'],
] as const

for (const [timezoneId, locale] of places) {
  test.describe(`${timezoneId}, ${locale}`, () => {
    test.use({ timezoneId, locale })

    test('what is stored is the minute that the field shows, and the field of the stored one shows it again', async ({
      signedIn: page,
      site,
    }) => {
      const local = (text: string) => page.evaluate((shown) => new Date(shown).getTime(), text)
      const sheet = await newToken(page, 'dated')
      await expires(sheet, 'Custom…')
      const field = sheet.getByLabel('Date and time')
      await field.fill('2031-03-12T09:00')
      await field.press('Enter')
      await expect(sheet).toHaveCount(0)
      const { moment } = site.service
      expect((await site.service.token('dated'))?.expiration_date).toBe(moment(await local('2031-03-12T09:00')))
      await nameOf(page, 'dated').click()
      const edited = sheetOf(page, 'dated')
      await changeExpiry(edited, 'Custom…')
      await expect(edited.getByLabel('Date and time')).toHaveValue('2031-03-12T09:00')
    })
  })
}

for (const width of [1440, 360])
  test(`a part that is emptied by keyboard, a skipped time and one that comes twice have a sentence, and nothing moves, at ${width} px`, async ({
    signedIn: page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const sheet = await newToken(page, 'dated')
    await expires(sheet, 'Custom…')
    const field = sheet.getByLabel('Date and time')
    const below = sheet.getByRole('switch', { name: 'Write' })
    const place = async () => (await below.boundingBox())?.y
    const before = await place()
    const isInside = async () => {
      const [own, box] = await Promise.all([field.boundingBox(), field.locator('..').boundingBox()])
      return own !== null && box !== null && own.x + own.width <= box.x + box.width && (await field.evaluate(fits))
    }
    expect(await isInside(), 'the field fits its frame').toBe(true)
    await field.press('Backspace')
    for (const sent of [false, true]) {
      if (sent) await field.press('Enter')
      await expect(field).toHaveAccessibleDescription('Enter a complete, valid date and time.')
      expect(await place(), 'nothing moves').toBe(before)
    }
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    for (const sent of [false, true]) {
      await field.fill('2031-03-30T02:30')
      if (sent) await field.press('Enter')
      await expect(field).toHaveAccessibleDescription('The clocks skip this time. Choose another one.')
      expect(await place(), 'nothing moves').toBe(before)
    }
    await field.fill('2031-10-26T02:30')
    await expect(field).toHaveAccessibleDescription(/^Sun, 26 Oct 2031, 02:30 CEST \(the first of two\) · in/)
    await field.press('Enter')
    await expect(sheet).toHaveCount(0)
    const first = site.service.moment(Date.parse('2031-10-26T02:30:00+02:00'))
    expect((await site.service.token('dated'))?.expiration_date).toBe(first)
  })

/** Whether everything in a field shows. */
const fits = (input: Element) => input.scrollWidth <= input.clientWidth
