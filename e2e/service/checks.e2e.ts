import type { Locator, Page } from '@playwright/test'
import { foreseeProbe, switchOf } from '#e2e/tokens/tokens-page.ts'
import { sampled } from '#e2e/rig/sample.ts'
import { expect, presets, reload, test } from '#e2e/rig/world.ts'

test.use({ examples: true })

const runChecks = (page: Page) => page.getByRole('button', { name: 'Run checks' })

async function toChecks(page: Page) {
  await page.getByRole('link', { name: 'Service', exact: true }).click()
  await expect(page.getByText('Not run yet')).toBeVisible()
  await expect(page.getByText(/create tokens and users named “query-admin-probe-…”/)).toBeVisible()
}

const row = (page: Page, point: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: point, exact: true }) })

const left = (rows: object[]) => rows.filter((row) => JSON.stringify(row).includes('query-admin-probe'))

for (const readings of sampled(presets, 1)) {
  test.describe(readings, () => {
    test.use({ readings })
    test('checks that only read fill in what reading shows, and write nothing', async ({
      signedIn: page,
      world,
      watch,
    }) => {
      foreseeProbe(page, watch)
      await toChecks(page)
      await page.getByRole('button', { name: 'Run read-only checks' }).click()
      await expect(page.getByText('Checked.', { exact: true }).first()).toBeVisible()
      const unit = readings === 'query-server' ? /Seconds/ : /Milliseconds/
      await expect(row(page, 'Unit of dates')).toContainText(unit)
      await expect(runChecks(page)).toBeVisible()
      await expect(row(page, 'Token value after an update')).toContainText(/Could not be determined/)
      await expect(row(page, 'List of users')).not.toContainText('Not checked yet')
      const written = world.proxy.calls.filter(({ method }) => method === 'PUT' || method === 'DELETE')
      expect(written).toEqual([])
      expect([...world.proxy.callsTo('POST /_/token'), ...world.proxy.callsTo('POST /_/user')]).toEqual([])
    })
  })
}

test.describe('a service whose updates break values', () => {
  test.use({ readings: 'query-server' })
  test.setTimeout(150_000)

  test('checks that write find this out, leave nothing behind, and store the result', async ({
    signedIn: page,
    world,
    watch,
  }) => {
    foreseeProbe(page, watch)
    const before = { tokens: await world.service.tokens(), users: await world.service.users() }
    await toChecks(page)
    await runChecks(page).click()
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
    await expect(runChecks(page)).toBeVisible({ timeout: 100_000 })
    const known = row(page, 'Token value after an update')
    await expect(known).toContainText('Can do harm')
    await expect(row(page, 'List of users')).toContainText('Not documented')
    await expect(row(page, 'Unit of dates')).toContainText('Differs from the documentation')
    await expect(known).toContainText('The service rejects it until the token is repaired.')
    await expect(row(page, 'Admin and active of a new user')).toContainText('Swapped. The console corrects them.')
    await expect(page.getByText('Not checked yet')).toHaveCount(0)
    await expect(page.getByText(/could not be deleted again/)).toHaveCount(0)
    expect(left(await world.service.tokens())).toEqual([])
    expect(left(await world.service.users())).toEqual([])
    expect(await world.service.tokens()).toEqual(before.tokens)
    expect(await world.service.users()).toEqual(before.users)

    await reload(page, world)
    await expect(known).toContainText('The service rejects it until the token is repaired.')
    await page.getByRole('link', { name: 'Tokens', exact: true }).click()
    await switchOf(page, 'grafana', 'write').click()
    const warning = page.getByRole('alertdialog', { name: 'Turn write on for “grafana”?' })
    await expect(warning.getByText(/Saving replaces the value of “grafana”/)).toBeVisible()
    await expect(warning.getByLabel(/Repair afterwards/)).toBeVisible()
  })

  test('on a phone nothing moves while checks run, nor when they end or fail', async ({
    signedIn: page,
    world,
    watch,
  }) => {
    foreseeProbe(page, watch)
    await page.setViewportSize({ width: 360, height: 900 })
    await toChecks(page)
    const panel = page.getByRole('region', { name: 'Compatibility checks' })
    const top = async (of: Locator) => {
      const { y } = (await of.boundingBox()) ?? { y: NaN }
      return y + (await page.evaluate(() => window.scrollY))
    }
    const act = panel.getByRole('button', { name: /^(Run checks|Stop)$/ })
    const begin = await top(act)
    await page.getByRole('button', { name: 'Run read-only checks' }).click()
    const findings = panel.getByRole('table', { name: 'Findings' })
    await expect(findings).toBeVisible()
    expect(await top(act), 'after the first results').toBe(begin)
    const below = await top(findings)
    const stays = async (when: string) => {
      expect.soft(await top(act), when).toBe(begin)
      expect.soft(await top(findings), when).toBe(below)
    }

    let release = () => undefined as void
    world.proxy.fail('PUT /_/token', { until: new Promise<void>((resolve) => (release = resolve)) })
    await runChecks(page).click()
    await expect(panel.getByText('Changing test tokens…')).toBeVisible({ timeout: 60_000 })
    await stays('while they run')
    release()
    await expect(panel.getByText('Checked.', { exact: true })).toBeVisible({ timeout: 100_000 })
    await expect(panel.getByLabel(/^Repair afterwards/)).toBeVisible()
    await stays('when they have ended')

    await world.proxy.refuseConnections()
    for (const path of ['/_/token', '/_/user']) watch.allowFailure(path, 502)
    await page.getByRole('button', { name: 'Run read-only checks' }).click()
    await expect(panel.getByText(/^Not checked\. /)).toBeVisible()
    await stays('when they have failed')
    await world.proxy.acceptConnections()
  })

  test('a cancelled check leaves nothing behind', async ({ signedIn: page, world, watch }) => {
    foreseeProbe(page, watch)
    let release = () => undefined as void
    world.proxy.fail('PUT /_/token', { until: new Promise<void>((resolve) => (release = resolve)) })
    await toChecks(page)
    await runChecks(page).click()
    await expect.poll(() => world.proxy.callsTo('PUT /_/token').length, { timeout: 60_000 }).toBe(1)
    expect(left(await world.service.tokens())).not.toEqual([])
    await page.getByRole('button', { name: 'Stop' }).click()
    release()
    await expect(runChecks(page)).toBeVisible({ timeout: 30_000 })
    await expect.poll(async () => left(await world.service.tokens()), { timeout: 20_000 }).toEqual([])
    await expect.poll(async () => left(await world.service.users()), { timeout: 20_000 }).toEqual([])
  })
})
