import { nameOf } from '#e2e/tokens/tokens-page.ts'
import { expect, reload, signIn, test } from '#e2e/rig/world.ts'

test.use({ examples: true })

test('lists are read in a worker, under the page’s content security policy, and once after a reload', async ({
  signedIn: page,
  world,
}) => {
  await expect(nameOf(page, 'ci-deploy')).toBeVisible()
  expect(page.workers().map((worker) => /list-worker/.test(worker.url()))).toEqual([true])
  const lists = world.proxy.callsTo('GET /_/token').length
  await page.evaluate(() => performance.clearResourceTimings()) // in tab mode the sign-in requests a list
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect.poll(() => world.proxy.callsTo('GET /_/token').length).toBe(lists + 1)
  const isThere = await page.evaluate(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/_/token')),
  )
  expect(isThere, 'the page itself requests no list').toBe(false)
  if (world.mode === 'tab') return // a reload signs out
  await reload(page, world)
  await expect(nameOf(page, 'ci-deploy')).toBeVisible()
  expect(world.proxy.callsTo('GET /_/token')).toHaveLength(lists + 2)
})

test('in a browser without workers the page reads lists itself', async ({ page, world }) => {
  await page.addInitScript(() => Object.assign(window, { Worker: undefined }))
  await page.goto('.')
  await signIn(page, world.admin.bearer)
  await expect(nameOf(page, 'ci-deploy')).toBeVisible()
  expect(page.workers()).toEqual([])
})

test('when the worker’s script cannot be loaded the page reads lists itself', async ({ page, world, watch }) => {
  await page.route(/list-worker/, (route) => route.fulfill({ status: 404, body: '' }))
  for (const status of [404, 'net::ERR_FAILED']) watch.allowFailure('.js', status)
  await page.goto('.')
  await signIn(page, world.admin.bearer)
  await expect(nameOf(page, 'ci-deploy')).toBeVisible()
})
