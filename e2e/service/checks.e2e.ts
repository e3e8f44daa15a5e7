import { switchOf } from '#e2e/tokens/tokens-page.ts'
import { expect, reload, test } from '#e2e/rig/world.ts'

test.use({ examples: true, readings: 'query-server' })

test('the check of updates finds out that they break values, changes no other token, and its answer outlives a reload', async ({
  signedIn: page,
  world,
}) => {
  const before = await world.service.tokens()
  await page.setViewportSize({ width: 360, height: 900 })
  await page.getByRole('link', { name: 'Service', exact: true }).click()
  const sessions = page.getByRole('heading', { name: 'Signed in' })
  const top = () =>
    world.mode === 'tab' ? 0 : sessions.evaluate((head) => head.getBoundingClientRect().top + window.scrollY)
  const begin = await top()
  await page.getByRole('button', { name: 'Check updates' }).click()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  expect(await top(), 'nothing moves while it runs').toBe(begin)
  await expect(page.getByText('Replaced; the new value needs repair')).toBeVisible({ timeout: 30_000 })
  expect(await world.service.tokens()).toEqual(before)

  await reload(page, world)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(page.getByText('Replaced; the new value needs repair')).toBeVisible()
  await page.getByRole('link', { name: 'Tokens', exact: true }).click()
  await switchOf(page, 'grafana', 'write').click()
  const warning = page.getByRole('alertdialog', { name: 'Turn write on for “grafana”?' })
  await expect(warning.getByText(/Saving replaces the value of “grafana”/)).toBeVisible()
  await expect(warning.getByLabel(/Repair afterwards/)).toBeVisible()
})
