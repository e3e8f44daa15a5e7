import type { Page } from '@playwright/test'
import { heldInHeap } from '#e2e/security/heap.ts'
import { long, noteChanged, readAgain, rows, showLong } from './long-list.ts'
import { goOn, nameOf, namesIn, switchOf } from '#e2e/tokens/tokens-page.ts'
import { expect, test } from '#e2e/rig/world.ts'

test.use({ examples: true })

/** Switches one that needs no other word, and is not asked again. */
async function switchFirst(page: Page): Promise<void> {
  await switchOf(page, 'ci-deploy', 'write').click()
  await page.getByLabel('Don’t warn again in this session').check()
  await goOn(page)
  await expect(page.getByText(/Saved(?! with)/).first()).toBeAttached()
}

test('of a long list only the rows in sight exist, and all are counted, reached and searched', async ({
  signedIn: page,
  world,
}) => {
  const { own } = await showLong(page, world)
  const table = page.getByRole('table', { name: 'Tokens' })
  await expect(table).toHaveAttribute('aria-rowcount', String(own + rows + 1))
  expect(await namesIn(page).count()).toBeLessThan(50)
  const height = await table.evaluate((node) => node.getBoundingClientRect().height)
  expect(height).toBeGreaterThan((own + rows) * 39)

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
  // The focused row stays, however far the page is scrolled away from it.
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, -20_000)
  await expect(nameOf(page, 'row-0500')).toBeInViewport()
  await expect(nameOf(page, 'row-0560')).toBeFocused()
})

test('a scroll by far has its rows in the very frame', async ({ signedIn: page, world }) => {
  await showLong(page, world)
  const middle = await page.evaluate(
    () =>
      new Promise<string | undefined>((resolve) => {
        const inMiddle = () => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('[data-index]')
        const look = () => resolve(inMiddle()?.querySelector('[data-name]')?.textContent ?? undefined)
        // Frames are drawn after both: the page's own listener comes before this one.
        addEventListener('scroll', () => requestAnimationFrame(look), { once: true })
        scrollTo(0, 20_000)
      }),
  )
  expect(middle).toMatch(/^row-0[45]\d\d$/)
})

test('no value of a list is in a heap of the page', async ({ signedIn: page, world }) => {
  await showLong(page, world)
  const secrets = Array.from({ length: rows }, (_, at) => `${'s3cret'.repeat(4)}${at}`)
  expect(await heldInHeap(page, world.mode === 'host' ? secrets : ['canary'.repeat(3)])).toEqual([])
})

test('a switch changes its own row alone, before and after it is verified', async ({ signedIn: page, world }) => {
  await showLong(page, world)
  await switchFirst(page)
  const is = await switchOf(page, 'ci-deploy', 'write').isChecked()
  const changed = await noteChanged(page)
  await switchOf(page, 'ci-deploy', 'write').click()
  await expect(switchOf(page, 'ci-deploy', 'write')).toBeChecked({ checked: !is })
  await expect(switchOf(page, 'ci-deploy', 'write')).not.toHaveAttribute('aria-busy', 'true')
  expect(await changed()).toEqual(['ci-deploy'])
})

test('a read in which some rows are others changes those; place and focus stay', async ({ signedIn: page, world }) => {
  const { told } = await showLong(page, world)
  await nameOf(page, 'ci-deploy').focus()
  const at = await page.evaluate(() => scrollY)
  const changed = await noteChanged(page)
  // Two of these rows are in sight, the others far below.
  const shown = (await namesIn(page).allTextContents()).filter((name) => name.startsWith('row-')).slice(0, 2)
  told.change = (row, index) =>
    shown.includes(String(row['name'])) || index > rows - 9 ? { ...row, write: true, updated_at: Date.now() } : row
  await page.getByRole('button', { name: 'Refresh', exact: true }).evaluate((button: HTMLElement) => button.click())
  for (const name of shown) await expect(switchOf(page, name, 'write')).toBeChecked()
  expect((await changed()).toSorted()).toEqual(shown.toSorted())
  await expect(nameOf(page, 'ci-deploy')).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(at)
})

test('twenty switches at once cost four lists at the most, and no whole list reaches the page', async ({
  signedIn: page,
  world,
}) => {
  test.skip(world.mode === 'tab', 'without our host there is no reading of single rows')
  const names = Array.from({ length: 20 }, (_, at) => `burst-${at}`)
  for (const name of names) await world.service.addToken({ name })
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(nameOf(page, 'burst-19')).toBeVisible()
  await switchFirst(page)
  const [lists, writes] = [world.wire.made('GET /_/token').length, world.wire.made('PUT /_/token').length]
  const whole: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && new URL(request.url()).pathname === '/_/token') whole.push(request.url())
  })
  await page.evaluate((all) => {
    for (const name of all) document.querySelector<HTMLElement>(`[role=switch][aria-label="${name} write"]`)?.click()
  }, names)
  await expect.poll(() => world.wire.made('PUT /_/token').length).toBe(writes + names.length)
  await expect(page.locator('[role=switch][aria-busy=true]')).toHaveCount(0)
  for (const name of names) await expect(switchOf(page, name, 'write')).toBeChecked()
  expect(whole).toEqual([])
  const burst = world.wire.made('GET /_/token').length - lists
  console.log(`lists per burst: ${burst} for ${names.length} switches`)
  expect(burst).toBeLessThanOrEqual(4)
})

test('the key of the browser’s own search leads to ours, which says why; pressed again it is the browser’s', async ({
  signedIn: page,
  world,
}) => {
  const own = (await world.service.tokens()).length
  const search = page.getByRole('searchbox', { name: 'Search tokens' })
  await page.keyboard.press('Control+f')
  await expect(search).not.toBeFocused()
  long(world)
  await readAgain(page, own + rows)
  await page.keyboard.press('Control+f')
  await expect(search).toBeFocused()
  await expect(search).toHaveAccessibleDescription(/^Searches all 1,0\d\d names; the browser’s own search sees only/)
  await page.evaluate(() =>
    addEventListener('keydown', ({ defaultPrevented }) => Object.assign(window, { isTaken: defaultPrevented })),
  )
  await page.keyboard.press('Control+f')
  expect(await page.evaluate(() => 'isTaken' in window && window.isTaken)).toBe(false)
})

test('what is filtered is printed, without the gaps', async ({ signedIn: page, world }) => {
  await showLong(page, world)
  await page.getByRole('searchbox', { name: 'Search tokens' }).fill('row-04')
  await expect(page.getByRole('table', { name: 'Tokens' })).toHaveAttribute('aria-rowcount', '101')
  await page.emulateMedia({ media: 'print' })
  await expect(namesIn(page)).toHaveCount(100)
  await expect(page.locator('tbody.gap')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(() => namesIn(page).count()).toBeLessThan(50)
})
