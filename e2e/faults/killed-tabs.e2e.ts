import type { Page } from '@playwright/test'
import { seeded } from '#api/testing/full-length.ts'
import { expect, test, waitUntilIdle, type Site } from '#e2e/rig/fixture.ts'
import type { Guard } from '#e2e/rig/guard.ts'
import { allowDeaths, chooseUsers, countIn, killActs, recover, signOutQuestion } from './kill.ts'

// The tab is killed when a request arrives. What the next page says, and what the same file does, is compared with what is stored.

test.use({ readings: 'query-server', ownHost: {} })

const seed = Number(process.env['STRUCK_SEED'] ?? 22)
const random = seeded(seed)

/** The request with which the tab is killed, and whether what was under way is carried out afterwards. */
interface Kill {
  request: number
  isCarriedOut: boolean
}
/** Three kills at the requests from `first` to `last`, drawn once, so that every worker has the same. */
const killsWithin = (first: number, last: number): Kill[] =>
  [true, false, random() < 0.5].map((isCarriedOut) => ({
    request: first + Math.floor(random() * (last - first + 1)),
    isCarriedOut,
  }))
const describeKill = ({ request, isCarriedOut }: Kill, index: number) =>
  `${index + 1}, killed at request ${request}, which is ${isCarriedOut ? 'carried out' : 'lost'}`

/** Loads a page that hears nothing of its own end, as if its process was killed, and waits until it is idle. */
async function awaitDeath(page: Page, watch: Guard): Promise<void> {
  allowDeaths(watch)
  await page.addInitScript(() => {
    for (const type of ['pagehide', 'beforeunload', 'visibilitychange'])
      addEventListener(type, (event) => event.stopImmediatePropagation(), true)
  })
  await page.reload()
  await expect(page.getByText(/^Refreshed /)).toBeVisible()
  await waitUntilIdle(page)
}

/** Does this, and loads the page anew when the fatal request arrives. */
async function killTab(
  page: Page,
  site: Site,
  { request, isCarriedOut }: Kill,
  run: () => Promise<void>,
): Promise<void> {
  const { proxy } = site
  let arrived = 0
  let release = () => {}
  const gate = new Promise<void>((go) => (release = go))
  proxy.failEach(() => {
    arrived += 1
    if (arrived < request) return undefined
    return isCarriedOut ? { until: gate } : { reset: true }
  })
  await run()
  await expect.poll(() => arrived >= request, { message: 'it was killed' }).toBe(true)
  await page.reload({ waitUntil: 'commit' })
  proxy.heal()
  release()
  await proxy.allArrived()
  await expect(page.getByText(/^Refreshed /)).toBeVisible()
  await recover(page, site)
}

const emails = killActs.import.names
const usersOf = async ({ service }: Site) => (await service.users()).filter(({ email }) => emails.includes(email))
/** The banners of the page, of which the first may hide the others. */
async function banners(page: Page): Promise<string> {
  const more = page.getByRole('button', { name: /^\d notices$/ })
  if ((await more.isVisible()) && (await more.getAttribute('aria-expanded')) === 'false') await more.click()
  return (await page.locator('.banners .banner > p').allInnerTexts()).join(' ')
}

for (const [index, kill] of killsWithin(2, killActs.import.requests).entries()) {
  test(`import ${describeKill(kill, index)}: the next page names the import, users with swapped flags and without a password, and the same file goes on`, async ({
    signedIn: page,
    site,
    watch,
  }) => {
    await awaitDeath(page, watch)
    await killTab(page, site, kill, () => killActs.import.run(page))
    const created = await usersOf(site)
    const swapped = created.filter(({ admin, active }) => admin && !active)
    const text = async () => {
      const said = await banners(page)
      return [
        countIn(said, /(\d+) users? (?:was|were) created with/),
        countIn(said, /(\d+) generated passwords? (?:was|were)/),
      ]
    }
    await expect.poll(text).toEqual([swapped.length, created.length])
    expect(await banners(page)).toContain('An import of users was interrupted. Import the same file again')
    expect(countIn(await signOutQuestion(page), /(\d+) users? ha/)).toBe(created.length)
    const sheet = await chooseUsers(page)
    for (const { email } of swapped)
      await expect(sheet.getByRole('listitem').filter({ hasText: email })).toContainText('admin and active are swapped')
    const missing = emails.length - created.length
    if (missing > 0) {
      await sheet.getByRole('button', { name: `Import ${missing}`, exact: true }).click()
      await expect.poll(async () => (await usersOf(site)).length).toBe(emails.length)
    }
    await recover(page, site)
    if (swapped.length > 0) {
      await banners(page)
      await page.getByRole('button', { name: `Correct ${swapped.length}` }).click()
    }
    await expect
      .poll(async () => (await usersOf(site)).map(({ admin, active }) => [admin, active]))
      .toEqual(emails.map(() => [false, true]))
  })
}

for (const [index, kill] of killsWithin(killActs.replace.firstWrite, killActs.replace.requests).entries()) {
  test(`replace ${describeKill(kill, index)}: the next page names the tokens that are missing, and creates them again as they were`, async ({
    signedIn: page,
    site,
    watch,
  }) => {
    const { replace } = killActs
    await replace.prepare(site)
    const flags = async () =>
      (await site.service.tokens())
        .map(({ updated_at: _changed, ...token }) => token)
        .toSorted((a, b) => a.name.localeCompare(b.name))
    const before = await flags()
    await awaitDeath(page, watch)
    await killTab(page, site, kill, () => replace.run(page))
    const left = (await site.service.tokens()).map(({ name }) => name)
    const missing = replace.names.filter((name) => !left.includes(name))
    const said = async () => / do(?:es)?n’t exist: (.*)\./.exec(await banners(page))?.[1] ?? ''
    await expect.poll(said).toBe(missing.map((name) => `“${name}”`).join(', '))
    expect(countIn(await signOutQuestion(page), /(\d+) tokens? w/)).toBe(missing.length)
    if (missing.length === 0) return
    await page
      .getByRole('button', { name: missing.length === 1 ? 'Create again' : `Create ${missing.length} again` })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Create again' }).click()
    await expect.poll(flags).toEqual(before)
    await recover(page, site)
    await expect.poll(said).toBe('')
  })
}

for (const [index, kill] of killsWithin(2, 5).entries()) {
  test(`set passwords ${describeKill(kill, index)}: the next page names every user whose password nobody has`, async ({
    signedIn: page,
    site,
    watch,
  }) => {
    await awaitDeath(page, watch)
    await killActs.import.run(page)
    await expect(page.getByRole('dialog', { name: '3 users imported' })).toBeVisible()
    await page.reload()
    await expect.poll(() => banners(page)).toContain('3 generated passwords were not copied.')
    await waitUntilIdle(page)
    await killTab(page, site, kill, async () => {
      await page.getByRole('button', { name: 'Set new passwords for 3' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Set new passwords' }).click()
    })
    await expect.poll(() => banners(page)).toContain('3 generated passwords were not copied.')
    expect(countIn(await signOutQuestion(page), /(\d+) users? ha/)).toBe(emails.length)
  })
}
