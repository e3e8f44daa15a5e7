import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Page } from '@playwright/test'
import { browserArgs, browserEnv, browserPath } from '#e2e/rig/browser.ts'
import { rowButton, valueOf } from '#e2e/tokens/tokens-page.ts'
import { expect, signIn, test } from '#e2e/rig/fixture.ts'

test.use({ examples: true })

/**
 * Playwright turns the back/forward cache off; this browser keeps it on, as for every visitor, if it was built with
 * one.
 */
async function withCache(origin: string, look: (page: Page) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({
    executablePath: await browserPath(),
    args: browserArgs,
    env: browserEnv(),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  try {
    const page = await browser.newPage({ baseURL: origin })
    await page.addInitScript(() => {
      addEventListener('pageshow', (event) => Object.assign(window, { persisted: event.persisted }))
    })
    await look(page)
  } finally {
    await browser.close()
  }
}

/** Whether this browser has a back/forward cache: a headless shell has none. */
async function hasCache(): Promise<boolean> {
  const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end('<p>page</p>'))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  let has = false
  await withCache(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, async (page) => {
    await page.goto('.')
    has = (await awayAndBack(page, 'other')).persisted
  })
  server.close()
  return has
}

test.beforeAll(async () => {
  const has = await hasCache()
  if (process.env['DEEP'] === '1') expect(has, 'the long run wants a browser with a back/forward cache').toBe(true)
  test.skip(!has, 'this browser has none')
})

/** Goes to another page and back. Returns whether the page came from the back/forward cache. */
async function awayAndBack(page: Page, away = 'icon.svg'): Promise<{ persisted: boolean; stayed: boolean }> {
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  await page.goto(away)
  await page.goBack({ waitUntil: 'commit' })
  return page.evaluate(() => ({
    persisted: 'persisted' in window && window.persisted === true,
    stayed: 'stayed' in window,
  }))
}

test('a page from the back/forward cache no longer shows a revealed value', async ({ site }) => {
  await withCache(site.origin, async (page) => {
    await page.goto('.')
    await signIn(page, site.admin.bearer)
    await rowButton(page, 'Reveal', 'grafana').click()
    const value = await site.service.value('grafana')
    await expect(valueOf(page, 'grafana')).toHaveText(value)
    expect(await awayAndBack(page), 'the back/forward cache was used').toEqual({ persisted: true, stayed: true })
    // The first thing on the page, without waiting for anything.
    expect((await page.content()).includes(value)).toBe(false)
    await expect(rowButton(page, 'Reveal', 'grafana')).toBeVisible()
    await expect(valueOf(page, 'grafana')).toHaveCount(0)
  })
})

test('a page from the back/forward cache no longer has a typed or generated password', async ({ site }) => {
  await withCache(site.origin, async (page) => {
    await page.goto('.')
    await signIn(page, site.admin.bearer)
    await page.getByRole('link', { name: 'Users' }).click()
    await page.getByRole('button', { name: 'New user' }).click()
    const sheet = page.getByRole('dialog', { name: 'New user' })
    await sheet.getByRole('button', { name: 'Generate' }).click()
    const field = sheet.getByLabel('Password', { exact: true })
    const password = await field.inputValue()
    expect(password).toHaveLength(24)
    expect(await awayAndBack(page)).toEqual({ persisted: true, stayed: true })
    await expect(field).toHaveValue('')
    await expect(field).toHaveAttribute('type', 'password')
    expect((await page.content()).includes(password)).toBe(false)
  })
})
