import type { Page } from '@playwright/test'
import { exportedBy } from '#e2e/rig/csv-export.ts'
import { atWidths, expectAccessible } from '#e2e/accessibility/expect-accessible.ts'
import { rows, showLong } from './long-list.ts'
import { nameOf, rowOf } from '#e2e/tokens/tokens-page.ts'
import { toUsers } from '#e2e/users/users-page.ts'
import { expect, test } from '#e2e/rig/fixture.ts'

test.use({ examples: true })

const boxOf = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
const allBox = (page: Page) => page.getByRole('checkbox', { name: 'Select all shown' })
const bar = (page: Page, noun = 'tokens') => page.getByRole('region', { name: `Selected ${noun}` })

const linesOf = (text: string) => text.split('\r\n').slice(1)

test('all rows of a long list can be selected at once, rendered or not; one is deselected, the others exported, from a bar that floats', async ({
  signedIn: page,
  site,
}) => {
  const { ownCount: own } = await showLong(page, site)
  const all = own + rows
  await allBox(page).check()
  await expect(bar(page)).toContainText(`${all.toLocaleString('en')} selected`)
  await expect(bar(page)).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2))
  await expect(bar(page)).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(boxOf(page, 'row-0999')).toBeChecked()
  await boxOf(page, 'row-0990').uncheck()
  await expect(bar(page)).toContainText(`${(all - 1).toLocaleString('en')} selected`)
  await page.evaluate(() => scrollTo(0, 0))
  await expect(boxOf(page, 'ci-deploy')).toBeChecked()
  await expect(allBox(page)).toBeChecked({ indeterminate: true })

  const { name, text } = await exportedBy(page)
  const lines = linesOf(text)
  expect(name).toMatch(/^query-admin-tokens-\d{4}-\d\d-\d\d\.csv$/)
  expect(lines).toHaveLength(all - 1)
  expect(lines).toContain(
    '"row-0999","Inactive","2033-05-18T03:33:20.000Z","off","off","2023-11-14T22:13:20.999Z","2023-11-14T22:13:20.000Z"',
  )
  expect(text).not.toContain('row-0990')
  for (const secret of ['eyJ', 'canary', 's3cret', await site.service.value('ci-deploy')])
    expect(text).not.toContain(secret)
  await expect(page.getByText(`${lines.length.toLocaleString('en')} tokens exported`).last()).toBeVisible()
})

test('with the keyboard alone, rows are selected, exported from the bar, and deselected; Shift selects the rows between two clicks', async ({
  signedIn: page,
}) => {
  await page.getByLabel('Search tokens').press('ArrowDown')
  await page.keyboard.press('Shift+Tab')
  await expect(page.locator('tbody').getByRole('checkbox').first()).toBeFocused()
  await page.keyboard.press('Space')
  await expect(bar(page)).toContainText('1 selected')
  // From a row's checkbox to the bar and back: one key.
  await page.keyboard.press('F6')
  await expect(bar(page).getByRole('button', { name: /^Select all/ })).toBeFocused()
  await page.keyboard.press('F6')
  await expect(page.locator('tbody').getByRole('checkbox').first()).toBeFocused()
  // From any name: Home, the box of the first row, the bar.
  await page.keyboard.press('Tab')
  await page.keyboard.press('End')
  for (const key of ['Home', 'Shift+Tab', 'Shift+Tab']) await page.keyboard.press(key)
  await expect(bar(page).getByRole('button', { name: 'Clear selection' })).toBeFocused()
  for (let at = 0; at < 24; at += 1) {
    await page.keyboard.press('Shift+Tab')
    if (await allBox(page).evaluate((box) => box === document.activeElement)) break
  }
  await page.keyboard.press('Space')
  await expect(bar(page)).not.toContainText('1 selected')
  const more = bar(page).getByRole('button', { name: 'More', exact: true })
  for (let at = 0; at < 20; at += 1) {
    await page.keyboard.press('Tab')
    if (await more.evaluate((button) => button === document.activeElement)) break
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Export CSV' })).toBeFocused()
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  await download
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
  // The last one before the bar.
  await expect(page.getByRole('button', { name: 'Updated' })).toBeFocused()

  await boxOf(page, 'ci-deploy').click()
  await boxOf(page, 'grafana').click({ modifiers: ['Shift'] })
  await expect(boxOf(page, 'contractor-anna')).toBeChecked()
  expect(await page.evaluate(() => getSelection()?.toString()), 'no text is selected').toBe('')
})

atWidths(0, () => {
  test('a selection stays accessible while it is filtered and exported, for tokens and users', async ({
    signedIn: page,
    site,
  }) => {
    await boxOf(page, 'ci-deploy').check()
    await boxOf(page, 'grafana').check()
    await expect(rowOf(page, 'grafana')).toHaveClass(/is-selected/)
    await page.getByLabel('Search tokens').fill('grafana')
    await expect(nameOf(page, 'ci-deploy')).toHaveCount(0)
    await expect(bar(page)).toContainText('1 not shown')
    await expectAccessible(page, 'tokens selected')
    const { text } = await exportedBy(page)
    expect(linesOf(text).map((line) => line.split(',')[0])).toEqual(['"grafana"', '"ci-deploy"'])
    await expect(page.getByText('2 tokens exported').last()).toBeVisible()
    await expectAccessible(page, 'tokens exported')

    await toUsers(page)
    await boxOf(page, site.admin.email).check()
    await expectAccessible(page, 'users selected')
    const people = await exportedBy(page)
    expect(people.name).toMatch(/^query-admin-users-/)
    expect(linesOf(people.text)).toEqual([
      expect.stringMatching(new RegExp(`^"${site.admin.email}","Active","on","on",".*Z",".*Z"$`)),
    ])
    // By key: on a phone the toast stands over the bar, and stays while the pointer is on it.
    await bar(page, 'users').getByRole('button', { name: 'Clear selection' }).press('Enter')
    await expect(bar(page, 'users')).toBeHidden()
  })
})
