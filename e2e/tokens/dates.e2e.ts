import { expect, test } from '#e2e/rig/world.ts'
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

    test('what is stored is the minute that the field shows; an unfinished date is refused with words', async ({
      signedIn: page,
      world,
    }) => {
      const local = (text: string) => page.evaluate((shown) => new Date(shown).getTime(), text)
      const sheet = await newToken(page, 'dated')
      await expires(sheet, 'Date, time…')
      const field = sheet.getByLabel('Date and time')
      await field.press('Backspace')
      await field.press('Enter')
      await expect(sheet.getByText('Enter the whole date and time.')).toBeVisible()
      await field.fill('2031-03-12T09:00')
      await field.press('Enter')
      await expect(sheet).toHaveCount(0)
      const { moment } = world.service
      expect((await world.service.token('dated'))?.expiration_date).toBe(moment(await local('2031-03-12T09:00')))
      await nameOf(page, 'dated').click()
      const edited = sheetOf(page, 'dated')
      await changeExpiry(edited, 'Date, time…')
      await expect(edited.getByLabel('Date and time')).toHaveValue('2031-03-12T09:00')
    })
  })
}
