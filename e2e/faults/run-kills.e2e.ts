import type { BrowserContext, Page } from '@playwright/test'
import { sample, seeded } from '#contract/testing/deep.ts'
import { nameOf } from '#e2e/tokens/tokens-page.ts'
import { expect, signIn, test, type World } from '#e2e/rig/world.ts'

test.use({ ownHost: {} })

/** How often each of them is killed in the middle of a run, and how many tokens a run has. */
const kills = sample(1, 20)
const many = 16
const seed = Number(process.env['KILLS_SEED'] ?? 36)

const sheet = (page: Page) => page.getByRole('dialog', { name: /deactivated|Deactivating/ })
const ended = (page: Page) => sheet(page).getByText(/^Finished/)
const agree = (page: Page) =>
  page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Deactivate/ })
    .click()

/** Kills one of them, and brings it back. Returns the page on which the admin goes on. */
const deaths: Record<string, (page: Page, world: World, context: BrowserContext) => Promise<Page>> = {
  async tab(page, world, context) {
    await page.close()
    const next = await context.newPage()
    await next.goto(world.origin)
    return next
  },
  async 'console server'(page, world) {
    await world.host?.restart({ killed: true })
    await signIn(page, world.admin.bearer)
    return page
  },
  async service(page, { proxy }) {
    await proxy.refuseConnections()
    await expect(ended(page)).toBeVisible({ timeout: 30_000 })
    await proxy.acceptConnections()
    return page
  },
}

/** What the report says of each name: `Done, verified`, `Failed`, `Unknown`, `Not started`. */
async function reported(page: Page): Promise<Map<string, string>> {
  const lists = sheet(page).getByRole('list')
  const found = await lists.evaluateAll((all) =>
    all.flatMap((list) =>
      [...list.querySelectorAll('.name')].map((name) => [name.textContent ?? '', list.ariaLabel ?? ''] as const),
    ),
  )
  return new Map(found)
}

for (const [what, die] of Object.entries(deaths)) {
  test(`the ${what} is killed in the middle of a run: nothing is lost, sent twice or said falsely`, async ({
    signedIn,
    world,
    context,
    watch,
  }) => {
    test.setTimeout(60_000 * kills)
    for (const path of ['/_/token', '/console-rows/_/token', '/console-session', '/console-host.json', '.js'])
      for (const failure of [
        401,
        502,
        504,
        'net::ERR_CONNECTION_REFUSED',
        'net::ERR_CONNECTION_RESET',
        'net::ERR_EMPTY_RESPONSE',
        'net::ERR_INCOMPLETE_CHUNKED_ENCODING',
        'net::ERR_SOCKET_NOT_CONNECTED',
      ])
        watch.allowFailure(path, failure)
    const random = seeded(seed + what.length)
    const figures = { kills: 0, unknown: 0, notStarted: 0, failed: 0, done: 0, stayedUnknown: 0 }
    let page = signedIn
    for (; figures.kills < kills; figures.kills += 1) {
      const names = Array.from({ length: many }, (_, at) => `round-${figures.kills}-${String(at).padStart(2, '0')}`)
      for (const name of names) await world.service.addToken({ name })
      const before = world.proxy.callsTo('PUT /_/token').length
      const sent = () => world.proxy.callsTo('PUT /_/token').slice(before)
      world.proxy.failEach(({ method }) =>
        method === 'PUT' ? { until: new Promise((go) => setTimeout(go, 40 + random() * 80)) } : undefined,
      )
      await page.getByRole('button', { name: 'Refresh', exact: true }).click()
      await page.getByLabel('Search tokens').fill(`round-${figures.kills}-`)
      await expect(nameOf(page, names[0] ?? '')).toBeVisible()
      await page.getByRole('checkbox', { name: 'Select all shown' }).check()
      await page.getByRole('region', { name: 'Selected tokens' }).getByRole('button', { name: 'Deactivate' }).click()
      await agree(page)
      const late = 1 + Math.floor(random() * (many - 4))
      await expect.poll(() => sent().length, { intervals: [5] }).toBeGreaterThanOrEqual(late)
      page = await die(page, world, context)
      await expect(ended(page)).toBeVisible({ timeout: 30_000 })
      await world.proxy.allArrived()

      await test.step('what the report says is so', async () => {
        const active = new Map((await world.service.tokens()).map((token) => [token.name, token.active]))
        const said = await reported(page)
        expect([...said.keys()].toSorted()).toEqual(names)
        for (const [name, result] of said) {
          if (result === 'Done, verified') expect(active.get(name), `${name}: ${result}`).toBe(false)
          if (result === 'Not started') expect(active.get(name), `${name}: ${result}`).toBe(true)
          if (result === 'Unknown') figures.unknown += 1
          if (result === 'Failed') figures.failed += 1
          if (result === 'Not started') figures.notStarted += 1
          if (result === 'Done, verified') figures.done += 1
        }
      })

      await test.step('what failed or was not started is done then; only what was under way may stay unknown', async () => {
        const next = sheet(page).getByRole('button', { name: /^(Try \d+ failed again|Continue with)/ })
        await expect(async () => {
          if ((await next.count()) > 0) {
            await next.first().click({ timeout: 1000 })
            await agree(page)
          }
          await expect(ended(page)).toBeVisible({ timeout: 10_000 })
          await expect(next).toHaveCount(0, { timeout: 500 })
        }).toPass({ timeout: 45_000 })
        const refresh = sheet(page).getByRole('button', { name: /^Refresh \d+ unknown/ })
        if ((await refresh.count()) > 0) await refresh.click()
        const isSettled = async () => {
          const said = await reported(page)
          const active = new Map((await world.service.tokens()).map((token) => [token.name, token.active]))
          expect([...active.keys()].filter((name) => said.has(name))).toHaveLength(many)
          const open = names.filter((name) => said.get(name) !== 'Done, verified' || active.get(name) !== false)
          for (const name of open) expect([name, said.get(name), active.get(name)]).toEqual([name, 'Unknown', true])
          return open
        }
        await expect(isSettled).toPass({ timeout: 20_000 })
        const open = await isSettled()
        expect(open.length).toBeLessThanOrEqual(4)
        figures.stayedUnknown += open.length
        const puts = sent().map(({ body }) => (JSON.parse(body) as { name: string }).name)
        expect(new Set(puts).size, 'none is sent twice').toBe(puts.length)
        // What never reached the service is what stays unknown.
        expect(names.filter((name) => !puts.includes(name) && !open.includes(name))).toEqual([])
      })
      world.proxy.heal()
      await sheet(page).getByRole('button', { name: 'Close', exact: true }).first().click()
      await expect(sheet(page)).toHaveCount(0)
      const clear = page.getByRole('button', { name: 'Clear selection' })
      if (await clear.isVisible()) await clear.click()
    }
    console.log(`The ${what} killed, seed ${seed}:`, figures)
  })
}
