import type { Page } from '@playwright/test'
import { addRows, readAgain, rows, showLong } from './long-list.ts'
import { namesIn, switchOf } from '#e2e/tokens/tokens-page.ts'
import { expect, test } from '#e2e/rig/fixture.ts'

test.use({ examples: true })

const table = (page: Page) => page.getByRole('table', { name: 'Tokens' })
const header = (page: Page, name: string) => page.getByRole('columnheader', { name }).getByRole('button')
const chip = (page: Page, name: RegExp) => page.getByRole('button', { name })
const bar = (page: Page, name: RegExp) => page.getByRole('group', { name: 'Expiry' }).getByRole('button', { name })

/** Records from now on, frame by frame, the name in the first row. */
async function recordFirstRow(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = []
    const look = () => {
      const first = document.querySelector('tbody [data-name]')?.textContent ?? 'no row'
      if (seen.at(-1) !== first) seen.push(first)
      requestAnimationFrame(look)
    }
    look()
    Object.assign(window, { seen })
  })
  return () => page.evaluate(() => (window as unknown as { seen: string[] }).seen)
}

test('when a long list is sorted or filtered, no other rows appear between the former and the new ones', async ({
  signedIn: page,
  site,
}) => {
  const { ownCount: own, added } = await showLong(page, site)
  await page.getByRole('searchbox', { name: 'Search tokens' }).fill('row-')
  await expect(namesIn(page).first()).toHaveText('row-0000')
  const seen = await recordFirstRow(page)
  await header(page, 'Updated').click()
  await header(page, 'Updated').click()
  await expect(namesIn(page).first()).toHaveText('row-0999')
  await expect(page.getByRole('columnheader', { name: 'Updated' })).toHaveAttribute('aria-sort', 'descending')
  expect((await namesIn(page).allTextContents()).slice(0, 4)).toEqual(['row-0999', 'row-0998', 'row-0997', 'row-0996'])

  await chip(page, /^Inactive/).click()
  await expect(namesIn(page).nth(1)).toHaveText('row-0996')
  await expect(table(page)).toHaveAttribute('aria-rowcount', '335')
  await bar(page, /^0 tokens, expired$/).click()
  await expect(page.getByText('No tokens match “row-”')).toBeVisible()
  await bar(page, /^0 tokens, expired$/).click()
  await chip(page, /^All/).click()
  await expect(table(page)).toHaveAttribute('aria-rowcount', '1001')
  await header(page, 'Name').click()
  await header(page, 'Name').click()
  await expect(namesIn(page).nth(1)).toHaveText('row-0998')
  await expect
    .poll(async () => (await seen()).filter((first) => first !== 'row-0999'))
    .toEqual(['row-0000', 'no row', 'row-0000'])

  await test.step('a sorted list that is refreshed keeps the former rows until the new order is ready', async () => {
    await header(page, 'Updated').click()
    await header(page, 'Updated').click()
    await expect(namesIn(page).first()).toHaveText('row-0999')
    const shown = await recordFirstRow(page)
    added.change = (row, at) => (at === 5 ? { ...row, write: true, updated_at: 1_800_000_000_000 } : row)
    await readAgain(page, own + rows)
    await expect(namesIn(page).first()).toHaveText('row-0005')
    await expect(switchOf(page, 'row-0005', 'write')).toBeChecked()
    await expect.poll(shown).toEqual(['row-0999', 'row-0005'])
  })
})

test('a sort order in the address applies from the first rows of a long list', async ({ signedIn: page, site }) => {
  addRows(site)
  await page.goto('./#/tokens?q=row-&by=updated_at&down=1')
  await page.reload()
  await expect(namesIn(page).first()).toHaveText('row-0999')
  await expect(table(page)).toHaveAttribute('aria-rowcount', String(rows + 1))
})
