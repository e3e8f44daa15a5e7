import type { Page } from '@playwright/test'
import { copyNew, flip, goOn, namesIn, nameOf, switchOf } from './tokens-page.ts'
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
const two = '2 new values were not copied.'
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

test('“Show them” shows only these rows and focuses the first; “Dismiss” lowers the count too', async ({
  signedIn: page,
}) => {
  await flip(page, 'grafana', 'write')
  await flip(page, 'ci-deploy', 'write')
  await page.getByRole('searchbox').fill('search-indexer')
  await page.getByRole('button', { name: /^Active \d+$/ }).click()
  await showMore(page)
  await expect(page.getByText(two, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show them: not copied' }).click()
  await expect(namesIn(page)).toHaveText(['ci-deploy', 'grafana'])
  await expect(nameOf(page, 'ci-deploy')).toBeFocused()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await page.getByRole('button', { name: 'Dismiss note of ci-deploy', exact: true }).click()
  await expect(page.getByText(one, { exact: true })).toBeVisible()
  await copyNew(page, 'grafana')
  await expect(page.getByText(/not copied\./)).toHaveCount(0)
})

test('a refused save of the same row leaves the new value counted and ready to be copied', async ({
  signedIn: page,
  world,
  watch,
}) => {
  await flip(page, 'ci-deploy', 'write')
  await expect(noteOf(page, 'ci-deploy')).toBeVisible()
  world.proxy.fail('PUT /_/token', { status: 400, body: 'not today' })
  watch.expectFailure('/_/token', 400)
  await switchOf(page, 'ci-deploy', 'write').click()
  await goOn(page)
  await expect(page.getByText(/Not saved: .*The new value from an earlier save is not copied yet\./)).toBeVisible()
  await showMore(page)
  await expect(page.getByText(one, { exact: true })).toBeVisible()
  expect(await copyNew(page, 'ci-deploy')).toBe(await world.service.value('ci-deploy'))
})
