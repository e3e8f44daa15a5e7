import type { Page } from '@playwright/test'
import { copyNew, flip, namesIn, nameOf } from './tokens-page.ts'
import { toUsers } from '#e2e/users/users-page.ts'
import { expect, test } from '#e2e/rig/world.ts'

test.use({
  examples: true,
  readings: 'documented,list-secret=carried,value-on-put=new',
  permissions: ['clipboard-read', 'clipboard-write'],
})

const noteOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Copy new value of ${name}`, exact: true })
const one = '1 new value was not copied.'
/** Shows what stands behind the banner of a value that needs repair. */
const showMore = (page: Page) => page.getByRole('button', { name: '1 more' }).click()

test('a new value is counted at once, and stays through search, filter, refresh and page changes until it is copied', async ({
  signedIn: page,
  world,
}) => {
  const banner = page.getByText(one, { exact: true })
  await expect(nameOf(page, 'ci-deploy')).toBeVisible()
  await expect(banner).toHaveCount(0)
  await flip(page, 'ci-deploy', 'write')
  await showMore(page)
  await expect(banner).toBeVisible()

  await page.getByRole('searchbox').fill('grafana')
  await expect(namesIn(page)).toHaveText(['grafana'])
  await expect(noteOf(page, 'ci-deploy')).toHaveCount(0)
  await expect(banner).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: /^Inactive \d+$/ }).click()
  await expect(nameOf(page, 'ci-deploy')).toHaveCount(0)
  await expect(banner).toBeVisible()
  const read = page.waitForResponse((answer) => answer.url().endsWith('/_/token'))
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await read
  await expect(banner).toBeVisible()
  await toUsers(page)
  await page.getByRole('link', { name: 'Tokens', exact: true }).click()
  await showMore(page)
  await expect(banner).toBeVisible()
  await expect(noteOf(page, 'ci-deploy')).toBeVisible()

  expect(await copyNew(page, 'ci-deploy')).toBe(await world.service.value('ci-deploy'))
  await expect(banner).toHaveCount(0)
})
