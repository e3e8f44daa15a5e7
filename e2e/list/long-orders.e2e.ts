import type { Page } from '@playwright/test'
import { long, readAgain, rows, showLong } from './long-list.ts'
import { namesIn, switchOf } from '#e2e/tokens/tokens-page.ts'
import { expect, reload, test } from '#e2e/rig/world.ts'

test.use({ examples: true })

const table = (page: Page) => page.getByRole('table', { name: 'Tokens' })
const header = (page: Page, name: string) => page.getByRole('columnheader', { name }).getByRole('button')
const chip = (page: Page, name: RegExp) => page.getByRole('button', { name })

/** From now on what stands first is noted, frame by frame: a name, or what is shown in place of a table. */
async function noteFirst(page: Page): Promise<() => Promise<string[]>> {
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

test('a long list is ordered and filtered, and no other rows stand between the former and those found', async ({
  signedIn: page,
  world,
}) => {
  await showLong(page, world)
  await page.getByRole('searchbox', { name: 'Search tokens' }).fill('row-')
  await expect(namesIn(page).first()).toHaveText('row-0000')
  const seen = await noteFirst(page)
  await header(page, 'Updated').click()
  await header(page, 'Updated').click()
  await expect(namesIn(page).first()).toHaveText('row-0999')
  await expect(page.getByRole('columnheader', { name: 'Updated' })).toHaveAttribute('aria-sort', 'descending')
  expect((await namesIn(page).allTextContents()).slice(0, 4)).toEqual(['row-0999', 'row-0998', 'row-0997', 'row-0996'])

  await chip(page, /^Inactive/).click()
  await expect(namesIn(page).nth(1)).toHaveText('row-0996')
  await expect(table(page)).toHaveAttribute('aria-rowcount', '335')
  await chip(page, /^Expired/).click()
  await expect(page.getByText('No tokens match “row-”')).toBeVisible()
  await chip(page, /^All/).click()
  await expect(table(page)).toHaveAttribute('aria-rowcount', '1001')
  await header(page, 'Name').click()
  await header(page, 'Name').click()
  await expect(namesIn(page).nth(1)).toHaveText('row-0998')
  await expect
    .poll(async () => (await seen()).filter((first) => first !== 'row-0999'))
    .toEqual(['row-0000', 'no row', 'row-0000'])
})

test('an address that asks for an order has it from the start of a long list', async ({ signedIn: page, world }) => {
  long(world)
  await page.goto('./#/tokens?q=row-&by=updated&down=1')
  await reload(page, world)
  await expect(namesIn(page).first()).toHaveText('row-0999')
  await expect(table(page)).toHaveAttribute('aria-rowcount', String(rows + 1))
})

test('an ordered list that is read again is shown in its new order, and the former one until then', async ({
  signedIn: page,
  world,
}) => {
  const { own, told } = await showLong(page, world)
  await page.getByRole('searchbox', { name: 'Search tokens' }).fill('row-')
  await header(page, 'Updated').click()
  await header(page, 'Updated').click()
  await expect(namesIn(page).first()).toHaveText('row-0999')
  const seen = await noteFirst(page)
  told.change = (row, at) => (at === 5 ? { ...row, write: true, updated_at: 1_800_000_000_000 } : row)
  await readAgain(page, own + rows)
  await expect(namesIn(page).first()).toHaveText('row-0005')
  await expect(switchOf(page, 'row-0005', 'write')).toBeChecked()
  await expect.poll(seen).toEqual(['row-0999', 'row-0005'])
})
