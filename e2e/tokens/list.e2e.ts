import type { Page } from '@playwright/test'
import type { HeldToken } from '#e2e/rig/direct-service.ts'
import { namesIn, nameOf, rowOf } from './tokens-page.ts'
import { expect, onePreset, presets, test } from '#e2e/rig/fixture.ts'

test.use({ examples: true })

const chip = (page: Page, label: string) =>
  page.getByRole('group', { name: 'Show' }).getByRole('button', { name: new RegExp(`^${label} [\\d,]+$`) })
const bar = (page: Page, count: number, says: string) =>
  page
    .getByRole('group', { name: 'Expiry' })
    .getByRole('button', { name: `${count} token${count === 1 ? '' : 's'}, ${says}` })
const inOrder = new Intl.Collator('en', { numeric: true })
const byName = (a: HeldToken, b: HeldToken) => inOrder.compare(a.name, b.name)
const isNever = (token: HeldToken) => token.expiration_date === token.updated_at
const spelled = (token: HeldToken) => token.name

for (const readings of presets) {
  test.describe(readings, () => {
    test.use({ readings })

    test('every token is listed with its status, and without its value', async ({ signedIn: page, site }) => {
      const held = await site.service.tokens()
      await expect(namesIn(page)).toHaveText(held.toSorted(byName).map(spelled))
      await expect(page.getByText(`${held.length} tokens`)).toBeVisible()
      for (const [name, status] of [
        ['ci-deploy', 'Active'],
        ['metrics-scraper', 'Expires soon'],
        ['contractor-anna', 'Expired'],
        ['old-dashboard', 'Inactive'],
        ['retired-importer', 'Inactive'],
      ] as const) {
        await expect(rowOf(page, name).getByRole('cell').nth(1)).toHaveText(status) // after its box
      }
      await expect(rowOf(page, 'backup-nightly')).toContainText('No expiry')
      expect(await page.content()).not.toContain(await site.service.value('ci-deploy'))
    })
  })
}

onePreset(0, () => {
  test('chips count what they show, every column sorts both ways, and a search finds any script', async ({
    signedIn: page,
    site,
  }) => {
    const held = await site.service.tokens()
    await test.step('chips count what they show', async () => {
      const meant: Record<string, HeldToken[]> = {
        All: held,
        Active: held.filter((token) => token.active),
        Inactive: held.filter((token) => !token.active),
        'Can write': held.filter((token) => token.write),
      }
      for (const [label, tokens] of Object.entries(meant)) {
        await expect(chip(page, label)).toHaveText(new RegExp(` ${tokens.length}$`))
        await chip(page, label).click()
        await expect(chip(page, label)).toHaveAttribute('aria-pressed', 'true')
        await expect(namesIn(page)).toHaveText(tokens.toSorted(byName).map(spelled))
      }
      await chip(page, 'All').click()
    })
    await test.step('pressed bars add what they count to each other, and “Clear” shows all again', async () => {
      const now = site.service.moment(Date.now())
      const expired = held.filter((token) => !isNever(token) && token.expiration_date <= now)
      const never = held.filter(isNever)
      await bar(page, expired.length, 'expired').click()
      await expect(namesIn(page)).toHaveText(expired.toSorted(byName).map(spelled))
      await bar(page, never.length, 'no expiry').click()
      await expect(namesIn(page)).toHaveText([...expired, ...never].toSorted(byName).map(spelled))
      await expect(bar(page, expired.length, 'expired')).toHaveAttribute('aria-pressed', 'true')
      await page.getByRole('button', { name: 'Clear', exact: true }).click()
      await expect(namesIn(page)).toHaveCount(held.length)
    })
    await test.step('every column sorts, both ways', async () => {
      const day = (token: HeldToken) => (isNever(token) ? Number.MAX_SAFE_INTEGER : token.expiration_date)
      const weigh: Record<string, (token: HeldToken) => number> = {
        Expires: day,
        Write: ({ write }) => (write ? 0 : 1),
        Active: ({ active }) => (active ? 0 : 1),
        Updated: (token) => token.updated_at,
      }
      for (const [column, weight] of Object.entries(weigh)) {
        const header = page.getByRole('columnheader', { name: column })
        await header.getByRole('button').click()
        await expect(header).toHaveAttribute('aria-sort', 'ascending')
        await expect(namesIn(page)).toHaveText(
          held.toSorted((a, b) => weight(a) - weight(b) || byName(a, b)).map(spelled),
        )
        await header.getByRole('button').click()
        await expect(header).toHaveAttribute('aria-sort', 'descending')
        await expect(namesIn(page)).toHaveText(
          held.toSorted((a, b) => weight(b) - weight(a) || byName(a, b)).map(spelled),
        )
      }
      await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').click()
      await expect(page.getByRole('columnheader', { name: 'Status' })).toHaveAttribute('aria-sort', 'ascending')
      await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
      await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
      await expect(namesIn(page)).toHaveText(held.toSorted((a, b) => byName(b, a)).map(spelled))
    })
    await test.step('a search finds other scripts, ignores case, and ArrowDown moves to the first match', async () => {
      await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
      const search = page.getByLabel('Search tokens')
      await search.fill('ÜBERSETZUNG')
      await expect(namesIn(page)).toHaveText(['Übersetzungsdienst'])
      await search.fill('支払い')
      await expect(namesIn(page)).toHaveText(['支払い照合バッチ'])
      await search.fill('deploy')
      await search.press('ArrowDown')
      await expect(nameOf(page, 'ci-deploy')).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(nameOf(page, 'ci-deploy-staging')).toBeFocused()
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      await expect(search).toBeFocused()
    })
  })
})

test('search, filter and order are in the address and survive a reload; a secret never is, and what is unknown becomes the default', async ({
  signedIn: page,
  site,
}) => {
  await page.getByLabel('Search tokens').fill('deploy')
  await chip(page, 'Can write').click()
  await page.getByRole('columnheader', { name: 'Expires' }).getByRole('button').click()
  await page.getByRole('columnheader', { name: 'Expires' }).getByRole('button').click()
  await expect(namesIn(page)).toHaveText(['ci-deploy', 'ci-deploy-staging'])
  await expect(page).toHaveURL(/#\/tokens\?(?=.*q=deploy)(?=.*show=write)(?=.*by=expiration_date)(?=.*down=1)/)
  await page.reload()
  await expect(namesIn(page)).toHaveText(['ci-deploy', 'ci-deploy-staging'])
  await expect(page.getByLabel('Search tokens')).toHaveValue('deploy')
  await expect(chip(page, 'Can write')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('columnheader', { name: 'Expires' })).toHaveAttribute('aria-sort', 'descending')

  await test.step('a value pasted into the search is not searched or shown, and never enters the address', async () => {
    await chip(page, 'All').click()
    const search = page.getByLabel('Search tokens')
    for (const secret of [await site.service.value('grafana'), site.admin.bearer.slice(0, 40)]) {
      await search.fill(secret)
      await expect(page.getByText('This looks like a token value, so it isn’t searched or kept.').first()).toBeVisible()
      await expect(search).toHaveValue('')
      for (const part of secret.split('.')) {
        expect(page.url()).not.toContain(part.slice(0, 12))
        expect(await page.content()).not.toContain(part.slice(0, 12))
      }
    }
    await expect(nameOf(page, 'grafana')).toBeVisible()
  })

  await test.step('an unknown filter or column in the address becomes the default', async () => {
    await page.evaluate(() => (location.hash = '#/tokens?show=nonsense&by=password&q=grafana'))
    await page.reload()
    await expect(namesIn(page)).toHaveText(['grafana'])
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  })
})
