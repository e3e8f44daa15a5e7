import { showLong } from './long-list.ts'
import { namesIn, switchOf } from '#e2e/tokens/tokens-page.ts'
import { expect, test } from '#e2e/rig/fixture.ts'

test.use({ examples: true })

test('a focused row keeps the focus during a search; a press on one row is not a click on the row that replaces it', async ({
  signedIn: page,
  site,
}) => {
  await showLong(page, site)
  const search = page.getByRole('searchbox', { name: 'Search tokens' })
  await search.fill('row-05')
  await expect(namesIn(page).first()).toHaveText('row-0500')

  const focused = switchOf(page, 'row-0505', 'write')
  await focused.focus()
  const held = await focused.elementHandle()
  await page.evaluate(() => (location.hash = '#/tokens?q=5'))
  await expect(page.getByRole('table', { name: 'Tokens' })).not.toHaveAttribute('aria-rowcount', '101')
  await expect(focused).toBeFocused()
  expect(await held!.evaluate((node) => node === document.activeElement)).toBe(true)
  // When the search hides the row, no other row reuses the focused element.
  await page.evaluate(() => (location.hash = '#/tokens?q=row-04'))
  await expect(namesIn(page).first()).toHaveText('row-0400')
  expect(await held!.evaluate((node) => node.isConnected)).toBe(false)

  // As in browsers that do not focus a pressed button.
  await page.evaluate(() => addEventListener('mousedown', (event) => event.preventDefault(), true))
  const clicked = await page.evaluateHandle(() => {
    const labels: (string | null)[] = []
    addEventListener('click', ({ target }) => labels.push(target instanceof Element ? target.ariaLabel : null), true)
    return labels
  })
  await page.evaluate(() => (location.hash = '#/tokens?q=row-05'))
  await expect(namesIn(page).first()).toHaveText('row-0500')
  await switchOf(page, 'row-0503', 'write').hover()
  await page.mouse.down()
  await page.evaluate(() => (location.hash = '#/tokens?q=row-04'))
  await expect(namesIn(page).first()).toHaveText('row-0400')
  await page.mouse.up()
  expect(await clicked.jsonValue()).not.toContain('row-0403 write')
  await switchOf(page, 'row-0403', 'write').click()
  expect(await clicked.jsonValue()).toContain('row-0403 write')
})
