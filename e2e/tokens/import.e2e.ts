import type { Page } from '@playwright/test'
import { atWidths, expectAccessible } from '#e2e/accessibility/expect-accessible.ts'
import { exportedBy } from '#e2e/rig/csv-export.ts'
import { expect, onePreset, test } from '#e2e/rig/fixture.ts'

test.use({ examples: true, locale: 'en-GB', timezoneId: 'Europe/Berlin' })

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Import tokens' })
const lineOf = (page: Page, name: string) =>
  sheetOf(page).getByRole('region', { name: 'Lines of the file' }).getByRole('listitem').filter({ hasText: name })

async function openImport(page: Page) {
  await page.getByRole('button', { name: 'More for tokens' }).click()
  await page.getByRole('menuitem', { name: 'Import…' }).click()
}

async function choose(page: Page, name: string, content: string | Buffer) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    sheetOf(page)
      .getByRole('button', { name: /^Choose (a|another) file…$/ })
      .click(),
  ])
  await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
}

onePreset(61, () => {
  test('a file is read, corrected and imported: each line says what is done before anything is sent', async ({
    signedIn: page,
    site,
  }) => {
    await openImport(page)
    await choose(page, 'picture.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]))
    await expect(sheetOf(page).getByText('This file is not UTF-8 text. Save it as CSV UTF-8.')).toBeVisible()

    await choose(page, 'tokens.csv', 'Name^Expires^Write^Active\nx^2031-04-05^yes^no')
    await expect(sheetOf(page).getByText(/^Which sign separates the columns\?/)).toBeVisible()

    const lines = [
      'Colour;Token name;Valid until;Can write',
      'red;new-m\u00fcller;2031-04-05 09:00;yes',
      'red;grafana;;no',
      'red;old;2020-01-01;',
      'red;odd;05/04/2031;',
    ]
    await choose(page, 'tokens.csv', lines.join('\r\n'))
    await expect(sheetOf(page).getByText('1 to create · 3 left out')).toBeVisible()
    await expect(sheetOf(page).getByText('Ignored columns: Colour.')).toBeVisible()
    await expect(lineOf(page, 'old')).toContainText('Expires: this date has passed.')
    await expect(lineOf(page, 'odd')).toContainText('Not a date: 05/04/2031. Use 2027-12-31.')
    expect((await site.service.tokens()).map(({ name }) => name)).not.toContain('new-m\u00fcller')
    await sheetOf(page).getByRole('button', { name: 'Import 1', exact: true }).click()
    await expect(page.getByRole('heading', { name: '1 of 4 lines imported' })).toBeVisible()
    expect(await site.service.token('new-m\u00fcller')).toMatchObject({
      expiration_date: site.service.moment(Date.parse('2031-04-05T09:00:00+02:00')),
      write: true,
      active: true,
    })
  })

  test('what was exported is imported without a difference', async ({ signedIn: page }) => {
    await page.getByRole('checkbox', { name: 'Select all shown' }).check()
    const { text } = await exportedBy(page)
    await openImport(page)
    await choose(page, 'export.csv', text)
    await expect(sheetOf(page).getByText(/^0 to create · \d+ left out$/)).toBeVisible()
    await expect(sheetOf(page).getByRole('checkbox')).toHaveCount(0)
    await expect(sheetOf(page).getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  })

  atWidths(62, (width) => {
    test('rows are pasted and imported with the keyboard alone', async ({ signedIn: page, site }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.evaluate(() => navigator.clipboard.writeText('name\texpires\na-1\t\na-2\tnever\nb=\tmaybe'))
      await page.getByRole('button', { name: 'More for tokens' }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menuitem', { name: 'Import…' })).toBeFocused()
      await page.keyboard.press('Enter')
      const paste = sheetOf(page).getByLabel('Or paste rows from a spreadsheet')
      await expect(sheetOf(page)).toBeVisible()
      await expectAccessible(page, `import, nothing chosen, ${width} px`)
      await paste.focus()
      await page.keyboard.press('Control+v')
      await expect(sheetOf(page).getByText('2 to create · 1 left out')).toBeVisible()
      await expect(sheetOf(page).getByText('Pasted rows')).toBeVisible()
      await expectAccessible(page, `import, a file read, ${width} px`)
      await sheetOf(page).getByRole('button', { name: 'Import 2', exact: true }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: '2 of 3 lines imported' })).toBeVisible()
      expect(await site.service.token('a-2')).toBeDefined()
      expect(await site.service.token('b=')).toBeUndefined()
    })
  })
})
