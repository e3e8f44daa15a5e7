import type { Locator, Page } from '@playwright/test'
import { isDeep, sample } from '#api/testing/full-length.ts'
import { openForeign, watchRuns, withoutPolicy, type Foreign } from './injection-watch.ts'
import { probesFor } from './payloads.ts'
import { newToken } from '#e2e/tokens/tokens-page.ts'
import { newUser, toUsers } from '#e2e/users/users-page.ts'
import { expect, signIn, test, type Site } from '#e2e/rig/fixture.ts'

let foreign: Foreign
test.beforeAll(async () => void (foreign = await openForeign()))
test.afterAll(() => foreign.close())

/** All thirty payloads in a deep run, else a few, others for each policy. */
const some = (from: number) => {
  const probes = probesFor(foreign.origin)
  return isDeep() ? probes : probes.filter((_, at) => at % 15 === from)
}

const refused = (probe: string) => ({ status: 400, body: JSON.stringify({ error: probe }) })
const escape = async (dialog: Locator) => {
  await dialog
    .getByRole('button', { name: /^(Cancel|Close)$/ })
    .first()
    .click()
  await expect(dialog).toBeHidden()
}

/** Every field that takes text, and every place that shows text of the service. */
const surfaces: Record<string, (page: Page, site: Site, probe: string, at: number) => Promise<void>> = {
  'the address': async (page, _, probe) => {
    await page.evaluate((text) => (location.hash = `#/tokens?q=${encodeURIComponent(text)}&${text}`), probe)
    await page.evaluate(() => (location.hash = '#/tokens'))
  },
  'the search for tokens': async (page, _, probe) => {
    await page.getByLabel('Search tokens').fill(probe)
    await page.getByLabel('Search tokens').fill('')
  },
  'the name of a new token, and its refusal': async (page, site, probe) => {
    site.proxy.fail('POST /_/token', refused(probe))
    const sheet = await newToken(page, `${probe} anew`)
    await sheet.getByRole('button', { name: 'Create token' }).click()
    await expect(sheet.getByText(/The service answered 400/)).toBeVisible()
    await escape(sheet)
  },
  'the name of a token, its form, its menu and its deletion': async (page, _, _probe, at) => {
    const row = page
      .getByRole('row')
      .filter({ has: page.locator('[data-name]') })
      .nth(at)
    await row.locator('[data-name]').click()
    await escape(page.getByRole('dialog'))
    await row.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: /^Delete/ }).click()
    await escape(page.getByRole('alertdialog'))
  },
  'a value': async (page, site, probe, at) => {
    site.proxy.fail('GET /_/token/value', { status: 200, body: JSON.stringify({ data: [{ token: probe }] }) })
    const row = page
      .getByRole('row')
      .filter({ has: page.locator('[data-name]') })
      .nth(at)
    await row.getByRole('button', { name: /^Reveal/ }).click()
    await expect(page.getByRole('textbox', { name: /^Value of/ })).toHaveText(probe)
    await page.getByRole('button', { name: /^Hide/ }).last().click()
  },
  'a refused value': async (page, site, probe, at) => {
    site.proxy.fail('GET /_/token/value', refused(probe))
    const row = page
      .getByRole('row')
      .filter({ has: page.locator('[data-name]') })
      .nth(at)
    await row.getByRole('button', { name: /^Copy/ }).click()
    await expect(page.getByText(/was not copied/).first()).toBeVisible()
  },
  'a list that is refused': async (page, site, probe) => {
    // Until it is healed: the look after the last save may come first.
    site.proxy.fail('GET /_/token', refused(probe), Infinity)
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(page.getByText('The list couldn’t be loaded.')).toBeVisible()
    site.proxy.heal()
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(page.getByText('The list couldn’t be loaded.')).toBeHidden()
  },
  'a gateway’s page in place of a list': async (page, site, probe) => {
    site.proxy.fail('GET /_/token', { status: 200, body: `<!doctype html>${probe}` }, Infinity) // as above
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(page.getByText('The response cannot be read.')).toBeVisible()
    site.proxy.heal()
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(page.getByText('The response cannot be read.')).toBeHidden()
  },
  'the search for users': async (page, _, probe) => {
    await toUsers(page)
    await page.getByLabel('Search users').fill(probe)
    await page.getByLabel('Search users').fill('')
  },
  'email and password of a new user, and their refusal': async (page, site, probe) => {
    site.proxy.fail('POST /_/user', refused(probe))
    const sheet = await newUser(page, `${probe}@anew.test`, `${probe} long enough`)
    await sheet.getByRole('button', { name: 'Create user' }).click()
    const [odd, answered] = [
      sheet.getByRole('button', { name: /anyway/i }),
      sheet.getByText(/The service answered 400/),
    ]
    await expect(odd.or(answered)).toBeVisible()
    if (await odd.isVisible()) await odd.click()
    await expect(answered).toBeVisible()
    await escape(sheet)
  },
  'the email of a user, and a new one': async (page, _, probe, at) => {
    await page.locator('[data-name]').nth(at).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: 'Change the email' }).click()
    await sheet.getByLabel('New email', { exact: true }).fill(probe)
    await sheet.getByRole('button', { name: 'Discard' }).click()
    await escape(sheet)
  },
}

for (const policy of ['on', 'off'] as const) {
  test(`thirty payloads in every field and message, with the policy ${policy}: none runs`, async ({
    page,
    site,
    watch,
  }) => {
    test.setTimeout(30 * 60_000)
    for (const path of ['/_/token', '/_/user', '/_/token/value'])
      for (const status of [400, 502]) watch.allowFailure(path, status)
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.endsWith('/value')) watch.allowFailure(`${pathname}${search}`, 400)
    })
    const probes = some(policy === 'on' ? 3 : 7)
    for (const probe of probes) await site.service.addToken({ name: probe })
    for (const [at, probe] of probes.entries()) {
      await site.service.addUser({
        email: `${probe}${at}@x.test`,
        password: 'long enough',
        admin: false,
        active: true,
      })
    }
    const runs = watchRuns(page, foreign)
    foreign.visits.length = 0
    if (policy === 'off') await withoutPolicy(page, site.origin)
    await page.goto('.')
    let tried = 0
    for (const probe of probes) {
      await page.getByLabel('Your access token').fill(`${probe} x`)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByText('An access token contains no spaces.')).toBeVisible()
      expect(await runs(), `the bearer: ${probe}`).toEqual([])
      tried += 1
    }
    await signIn(page, site.admin.bearer)
    await expect(page.getByText(/^Refreshed /)).toBeVisible()
    for (const [surface, put] of Object.entries(surfaces)) {
      for (const [at, probe] of probes.entries()) {
        await put(page, site, probe, at)
        expect(await runs(), `${surface}: ${probe}`).toEqual([])
        tried += 1
      }
    }
    const places = Object.keys(surfaces).length + 1
    console.log(
      `injection, policy ${policy}: ${probes.length} payloads in ${places} kinds of places, ${tried} tries: 0 executed`,
    )
  })
}

test('inserted as markup, the same payloads run without the policy, and are blocked with it', async ({
  browser,
  site,
}) => {
  test.setTimeout(30 * 60_000)
  const ran = { on: 0, off: 0 }
  for (const policy of ['on', 'off'] as const) {
    const probes = probesFor(foreign.origin).filter((_, at) => at % sample(10, 1) === 2 % sample(10, 1))
    for (const probe of probes) {
      const page = await browser.newPage()
      const runs = watchRuns(page, foreign)
      foreign.visits.length = 0
      if (policy === 'off') await withoutPolicy(page, site.origin)
      await page.goto(site.origin)
      await page.evaluate((markup) => {
        try {
          document.body.append(document.createRange().createContextualFragment(markup))
        } catch {
          // Trusted types refuse it.
        }
      }, probe)
      await page.waitForTimeout(150)
      if ((await runs()).length > 0) ran[policy] += 1
      await page.close()
    }
  }
  expect(ran.on).toBe(0)
  expect(ran.off).toBeGreaterThan(sample(0, 9))
  console.log(`injection, taken for markup: ${ran.off} run without the policy, ${ran.on} with it`)
})
