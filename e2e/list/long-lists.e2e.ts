import type { Page, Request } from '@playwright/test'
import { heldInHeap } from '#e2e/security/heap.ts'
import { recordChangedRows, rows, showLong } from './long-list.ts'
import { goOn, nameOf, namesIn, switchOf } from '#e2e/tokens/tokens-page.ts'
import { expect, test } from '#e2e/rig/fixture.ts'

test.use({ examples: true })

/** Switches a token, which is warned of once. */
async function switchFirst(page: Page): Promise<void> {
  await switchOf(page, 'ci-deploy', 'write').click()
  await goOn(page)
  await expect(page.getByText(/Saved(?! with)/).first()).toBeAttached()
}

test('a long list renders only its visible rows, but all can be counted, reached and searched', async ({
  signedIn: page,
  site,
}) => {
  const { ownCount: own } = await showLong(page, site)
  const table = page.getByRole('table', { name: 'Tokens' })
  await expect(table).toHaveAttribute('aria-rowcount', String(own + rows + 1))
  expect(await namesIn(page).count()).toBeLessThan(50)
  const height = await table.evaluate((node) => node.getBoundingClientRect().height)
  expect(height).toBeGreaterThan((own + rows) * 39)

  await test.step('after a long scroll the rows are there in the same frame', async () => {
    const middle = await page.evaluate(
      () =>
        new Promise<string | undefined>((resolve) => {
          const inMiddle = () => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('[data-index]')
          const look = () => resolve(inMiddle()?.querySelector('[data-name]')?.textContent ?? undefined)
          // The page's own listener runs before this one, and the frame is drawn after both.
          addEventListener('scroll', () => requestAnimationFrame(look), { once: true })
          scrollTo(0, 20_000)
        }),
    )
    expect(middle).toMatch(/^row-0[45]\d\d$/)
  })

  await test.step('while each frame shows other rows, all show their names, and whole rows after it', async () => {
    const passed = await page.evaluate(async () => {
      scrollTo(0, 0)
      const names: (string | undefined)[] = []
      // A headless page sometimes gets no more frames.
      const frame = () => new Promise((go) => (requestAnimationFrame(go), setTimeout(go, 500)))
      const inMiddle = () => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('[data-index]')
      for (let screen = 1; screen <= 12; screen += 1) {
        await frame()
        scrollTo(0, screen * innerHeight)
        for (let tries = 0; tries < 20 && !inMiddle(); tries += 1) await frame()
        names.push(inMiddle()?.querySelector('.name')?.textContent ?? undefined)
      }
      const { height } = document.querySelector('table')!.getBoundingClientRect()
      return { names, height }
    })
    expect(passed.names.join(' ')).toMatch(/^\S+( row-0\d\d\d){11}$/)
    expect(passed.height).toBe(height)
    await expect(switchOf(page, passed.names.at(-1)!, 'active')).toBeInViewport()
  })

  await test.step('rows become cards in a narrow window, and a jump stays where it went', async () => {
    const { width = 0, height: tall = 0 } = page.viewportSize() ?? {}
    await page.setViewportSize({ width: 360, height: tall })
    await expect.poll(() => page.evaluate(() => document.body.scrollHeight)).toBeGreaterThan((own + rows) * 100)
    const stays = await page.evaluate(async () => {
      scrollTo(0, 3000)
      await new Promise((go) => setTimeout(go, 300))
      return scrollY
    })
    expect(stays).toBe(3000)
    await page.setViewportSize({ width, height: tall })
    await expect.poll(() => table.evaluate((node) => node.getBoundingClientRect().height)).toBe(height)
  })

  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(nameOf(page, 'row-0999')).toBeInViewport()
  await expect(page.getByRole('row').last()).toHaveAttribute('aria-rowindex', String(own + rows + 1))
  expect(await namesIn(page).count()).toBeLessThan(50)
  await expect(nameOf(page, 'ci-deploy')).toHaveCount(0)

  await page.getByRole('searchbox', { name: 'Search tokens' }).fill('row-05')
  await expect(namesIn(page).first()).toHaveText('row-0500')
  await expect(table).toHaveAttribute('aria-rowcount', '101')
  await page.getByRole('searchbox', { name: 'Search tokens' }).press('ArrowDown')
  await expect(nameOf(page, 'row-0500')).toBeFocused()
  for (let at = 0; at < 60; at += 1) await page.keyboard.press('ArrowDown')
  await expect(nameOf(page, 'row-0560')).toBeFocused()
  await expect(nameOf(page, 'row-0560')).toBeInViewport()
  // The focused row stays mounted, however far away the page scrolls.
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, -20_000)
  await expect(nameOf(page, 'row-0500')).toBeInViewport()
  await expect(nameOf(page, 'row-0560')).toBeFocused()
})

test('no value from a list is in the heap of the page', async ({ signedIn: page, site }) => {
  await showLong(page, site)
  const secrets = Array.from({ length: rows }, (_, at) => `${'s3cret'.repeat(4)}${at}`)
  expect(await heldInHeap(page, secrets)).toEqual([])
})

test('a switch redraws its own row only, before and after it is verified; a refresh redraws only the rows that changed, and scroll position and focus stay', async ({
  signedIn: page,
  site,
}) => {
  const { added } = await showLong(page, site)
  await test.step('a switch redraws its own row only', async () => {
    await switchFirst(page)
    const is = await switchOf(page, 'ci-deploy', 'write').isChecked()
    const changed = await recordChangedRows(page)
    await switchOf(page, 'ci-deploy', 'write').click()
    await expect(switchOf(page, 'ci-deploy', 'write')).toBeChecked({ checked: !is })
    await expect(switchOf(page, 'ci-deploy', 'write')).not.toHaveAttribute('aria-busy', 'true')
    expect(await changed()).toEqual(['ci-deploy'])
  })
  await expect(page.locator('.c-upd .saved')).toHaveCount(0) // it goes by itself

  await nameOf(page, 'ci-deploy').focus()
  const at = await page.evaluate(() => scrollY)
  const changed = await recordChangedRows(page)
  // Two of these rows are visible, the others far below.
  const shown = (await namesIn(page).allTextContents()).filter((name) => name.startsWith('row-')).slice(0, 2)
  added.change = (row, index) =>
    shown.includes(String(row['name'])) || index > rows - 9 ? { ...row, write: true, updated_at: Date.now() } : row
  await page.getByRole('button', { name: 'Refresh', exact: true }).evaluate((button: HTMLElement) => button.click())
  for (const name of shown) await expect(switchOf(page, name, 'write')).toBeChecked()
  expect((await changed()).toSorted()).toEqual(shown.toSorted())
  await expect(nameOf(page, 'ci-deploy')).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(at)
})

test('twenty switches at once cost two reads each at most, and no whole list reaches the page', async ({
  signedIn: page,
  site,
}) => {
  const names = Array.from({ length: 20 }, (_, at) => `burst-${at}`)
  for (const name of names) await site.service.addToken({ name })
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(nameOf(page, 'burst-19')).toBeVisible()
  const isList = (request: Request) => request.method() === 'GET' && new URL(request.url()).pathname === '/_/token'
  // The page looks once more two seconds after the last save, also after that of the twenty.
  const look = page.waitForResponse((response) => isList(response.request()))
  await switchFirst(page)
  await look
  const [lists, writes] = [site.proxy.callsTo('GET /_/token').length, site.proxy.callsTo('PUT /_/token').length]
  const whole: string[] = []
  page.on('request', (request) => {
    if (isList(request)) whole.push(request.url())
  })
  await page.evaluate((all) => {
    for (const name of all) document.querySelector<HTMLElement>(`[role=switch][aria-label="${name} write"]`)?.click()
  }, names)
  await expect.poll(() => site.proxy.callsTo('PUT /_/token').length).toBe(writes + names.length)
  await expect(page.locator('[role=switch][aria-busy=true]')).toHaveCount(0)
  expect(whole.length, 'at most the look').toBeLessThanOrEqual(1)
  for (const name of names) await expect(switchOf(page, name, 'write')).toBeChecked()
  // Without the look two seconds after the last of them, which may have come by now.
  const burst = site.proxy.callsTo('GET /_/token').length - lists - whole.length
  expect(burst).toBeLessThanOrEqual(2 * names.length)
})
