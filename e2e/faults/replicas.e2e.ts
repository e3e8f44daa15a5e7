import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sample } from '#api/testing/full-length.ts'
import { openSessionStore, storeProgram } from '#server/testing/session-store.ts'
import { openFrontProxy, withoutFrontProxy } from '#e2e/rig/front-proxies.ts'
import { start, type Running } from '#e2e/rig/processes.ts'
import { nameOf } from '#e2e/tokens/tokens-page.ts'
import type { Guard } from '#e2e/rig/guard.ts'
import { expect, signIn, test, type Site } from '#e2e/rig/fixture.ts'

test.use({ readings: 'documented', ignoreHTTPSErrors: true })

const acts = sample(60, 200)
const long = sample(120_000, 400_000)
const nameAt = (at: number) => `old-${String(at).padStart(3, '0')}`

const sheet = (page: Page) => page.getByRole('dialog')
/** A report that is over can be exported. */
const ended = (page: Page) => sheet(page).getByRole('button', { name: 'Export CSV' })

/** nginx answers for a console server that is gone, and a console server for its store. */
function allowGateway(watch: Guard): void {
  for (const path of ['/_/token', '/console-rows/_/token', '/console-host.json', '/console-session', '.js']) {
    for (const failure of [502, 503, 'net::ERR_HTTP2_PROTOCOL_ERROR']) watch.allowFailure(path, failure)
  }
}

/** Two console servers that share a session store, behind nginx. */
async function openReplicas({ proxy }: Site, watch: Guard) {
  const missing = storeProgram === undefined ? 'no redis-server or valkey-server' : withoutFrontProxy('nginx')
  test.skip(missing !== undefined, missing)
  test.setTimeout(4 * long)
  allowGateway(watch)
  const store = await openSessionStore()
  const env = {
    PORT: '0',
    QUERY_SERVICE_URL: proxy.url,
    ALLOW_PLAIN_HTTP: 'behind-proxy',
    SESSION_STORE: store.url,
    SESSION_KEY: randomBytes(32).toString('base64'),
  }
  const opened = () => start({ env, ready: /Query Admin +\S+\/\n/ })
  const originOf = (host: Running) => /http:\/\/\S+\//.exec(host.output())?.[0] ?? ''
  const [first, second] = [await opened(), await opened()]
  const front = await openFrontProxy('nginx', [originOf(first), originOf(second)])
  /** Ends the page first, then all that is still running. */
  const close = async (page: Page, running: readonly Running[] = [first, second]) => {
    await page.close()
    for (const host of running) await host.stop()
    await front.stop()
    await store.close()
  }
  return { store, first, second, front, close }
}

test('one of two console servers is killed and the session store restarted in the middle of a job: nothing is lost, done twice or said falsely', async ({
  page,
  site,
  watch,
}) => {
  for (let at = 0; at < acts; at += 1) await site.service.addToken({ name: nameAt(at) })
  const { store, first, second, front, close } = await openReplicas(site, watch)
  await page.goto(front.origin)
  await signIn(page, site.admin.bearer)
  await expect(nameOf(page, nameAt(0))).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await page.getByRole('region', { name: 'Selected tokens' }).getByRole('button', { name: 'Deactivate' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Deactivate/ })
    .click()
  const sent = () => site.proxy.callsTo('PUT /_/token').length
  await expect.poll(sent, { timeout: 60_000 }).toBeGreaterThan(acts / 4)
  await first.kill()
  // It goes on, or it has stopped after five rows that failed or could not be read back.
  const isHalfway = async () => sent() > acts / 2 || (await ended(page).isVisible())
  await expect.poll(isHalfway, { timeout: 60_000 }).toBe(true)
  await store.stop()
  await store.start()
  await expect(ended(page)).toBeVisible({ timeout: long })

  // What failed is tried again, and what was not started is continued, each as a job of its own. What the killed console
  // server had in its hands, or nginx has tried to send there since, stays open.
  const open = new Set<string>()
  const unconfirmed = sheet(page).getByRole('list', { name: 'Not confirmed' }).locator('.name')
  const question = page.getByRole('alertdialog').getByRole('button', { name: /^Deactivate/ })
  const more = sheet(page).getByRole('button', { name: /^(Try \d+ again|Continue with \d+)$/ })
  await expect(async () => {
    if ((await question.count()) > 0) await question.click({ timeout: 1000 })
    else if ((await more.count()) > 0) await more.first().click({ timeout: 1000 })
    await expect(question).toHaveCount(0, { timeout: 1000 })
    await expect(ended(page)).toBeVisible({ timeout: 1000 })
    // The first report, which tells what came of each row since, and may have more to do.
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Activity', exact: true }).click({ timeout: 1000 })
    await page
      .getByRole('button', { name: /^Report of / })
      .last()
      .click({ timeout: 1000 })
    await expect(ended(page)).toBeVisible({ timeout: 1000 })
    for (const name of await unconfirmed.allTextContents()) open.add(name)
    await expect(more).toHaveCount(0, { timeout: 1000 })
  }).toPass({ timeout: long })
  await expect(sheet(page)).toHaveAccessibleName(/deactivated$/)
  const active = (await site.service.tokens()).flatMap(({ name, active }) => (active ? [name] : []))
  expect(active.filter((name) => !open.has(name))).toEqual([])
  const times = new Map<string, number>()
  for (const { body } of site.proxy.callsTo('PUT /_/token')) {
    const { name } = JSON.parse(body) as { name: string }
    times.set(name, (times.get(name) ?? 0) + 1)
  }
  const doubled = [...times].filter(([, count]) => count > 1)
  console.log(
    `${acts} acts: ${open.size} open, ${active.length} not done, ${doubled.length} doubled, ${times.size} writes`,
  )
  expect(doubled).toEqual([])
  // Nobody is signed out. Every 10 s nginx tries the one that is gone, and repeats nothing.
  await expect(async () => {
    await page.reload()
    await expect(nameOf(page, nameAt(0))).toBeVisible({ timeout: 3000 })
  }).toPass()
  await close(page, [second])
})

test('while the session store is out of reach the page says so and lets nobody in; then it goes on without a sign-in', async ({
  page,
  site,
  watch,
}) => {
  await site.service.addToken({ name: 'ci' })
  const { store, front, close } = await openReplicas(site, watch)
  await page.goto(front.origin)
  await signIn(page, site.admin.bearer)
  await expect(nameOf(page, 'ci')).toBeVisible()
  await store.stop()
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByText('can’t reach its session store').first()).toBeVisible()
  await expect(nameOf(page, 'ci')).toBeVisible()
  await store.start()
  await page
    .getByRole('button', { name: /^(Refresh|Try again)/ })
    .first()
    .click()
  await expect(page.getByText('can’t reach its session store')).toHaveCount(0, { timeout: 20_000 })
  await page.reload()
  await expect(nameOf(page, 'ci')).toBeVisible()

  await store.stop()
  await page.reload()
  await expect(page.getByText('The console server can’t reach its session store.')).toBeVisible()
  await store.start()
  await expect
    .poll(async () => {
      // Both console servers connect again within a second.
      await page
        .getByRole('button', { name: 'Try again' })
        .click({ timeout: 500 })
        .catch(() => undefined)
      return nameOf(page, 'ci').isVisible()
    })
    .toBe(true)
  await close(page)
})

test('emptied, the session store signs everybody out with that reason, and the form is kept', async ({
  page,
  site,
  watch,
}) => {
  await site.service.addToken({ name: 'ci' })
  const { store, front, close } = await openReplicas(site, watch)
  watch.allowFailure('/_/token', 401)
  watch.allowFailure('/console-rows/_/token', 401)
  await page.goto(front.origin)
  await signIn(page, site.admin.bearer)
  await expect(nameOf(page, 'ci')).toBeVisible()
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('typed before')
  await store.empty()
  const out = page.getByText(/^Your session on the console server has ended .* or its session store restarted/)
  await expect(async () => {
    // Once signed out, the form is behind the sheet.
    if (!(await out.isVisible()))
      await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click({ timeout: 500 })
    await expect(out).toBeVisible({ timeout: 1000 })
  }).toPass()
  await signIn(page, site.admin.bearer)
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('typed before')
  expect(site.proxy.callsTo('POST /_/token')).toEqual([])
  await close(page)
})
