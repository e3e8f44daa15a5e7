import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '#e2e/accessibility/expect-accessible.ts'
import { expect, onePreset, reload, test, type World } from '#e2e/rig/world.ts'
import { namesIn } from './tokens-page.ts'

const day = 24 * 60 * 60 * 1000

/** Adds tokens that expire on these days from today, at noon. */
async function seed(page: Page, { service }: World, days: Readonly<Record<string, number>>): Promise<void> {
  const noon = new Date().setHours(12, 0, 0, 0)
  for (const [name, away] of Object.entries(days)) {
    await service.addToken({ name, expiration_date: service.moment(noon + away * day) })
  }
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(namesIn(page)).toHaveCount(Object.keys(days).length)
}

const strip = (page: Page) => page.getByRole('group', { name: 'Tokens by expiry' })
const days = { 'in-3': 3, 'in-10': 10, 'in-12': 12, 'in-25': 25, 'in-300': 300 }

/** Draws a brush between two stretches, from left to right in each. */
async function brush(page: Page, from: Locator, to: Locator): Promise<void> {
  const [first, last] = [await from.boundingBox(), await to.boundingBox()]
  if (first === null || last === null) throw new Error('the strip is not visible')
  await page.mouse.move(first.x + 1, first.y + 20)
  await page.mouse.down()
  await page.mouse.move(last.x + last.width / 2, last.y + 20, { steps: 4 })
  await page.mouse.up()
}

onePreset(7, () => {
  test('a brush over days filters, stays after a reload, and goes with ×', async ({ signedIn: page, world }) => {
    await seed(page, world, days)
    const month = strip(page).getByRole('button', { name: /3 tokens: expire by/ })
    await brush(page, month, month)
    // Days 8 to 19: half of the stretch of 23 days.
    await expect(namesIn(page)).toHaveText(['in-10', 'in-12'])
    await expect(page).toHaveURL(/#\/tokens\?expires=8\.\.19$/)
    await expect(page.getByText(/^2 chosen: /)).toBeVisible()
    await expect(month).toHaveAttribute('aria-pressed', 'mixed')
    await reload(page, world)
    await expect(namesIn(page)).toHaveText(['in-10', 'in-12'])
    await page.getByRole('button', { name: 'Clear the range of expiry' }).click()
    await expect(namesIn(page)).toHaveCount(5)
  })

  test('by keyboard alone: a range is chosen, drawn and cleared', async ({ signedIn: page, world }) => {
    await seed(page, world, days)
    await strip(page).getByRole('button').first().focus()
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    await expect(namesIn(page)).toHaveText(['in-10', 'in-12', 'in-25'])
    for (let times = 0; times < 6; times += 1) await page.keyboard.press('Shift+ArrowLeft')
    await expect(namesIn(page)).toHaveText(['in-10', 'in-12'])
    await expectAccessible(page, 'a range of expiry')
    await page.keyboard.press('Escape')
    await expect(namesIn(page)).toHaveCount(5)
    await expect(strip(page).getByRole('button', { name: /3 tokens: expire by/ })).toBeFocused()
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 360, height: 800 }, hasTouch: true })
    test('a tap chooses a stretch, a stroke several', async ({ signedIn: page, world }) => {
      await seed(page, world, days)
      const bars = strip(page).getByRole('button')
      await bars.nth(2).tap()
      await expect(namesIn(page)).toHaveText(['in-10', 'in-12', 'in-25'])
      await brush(page, bars.nth(2), bars.nth(4))
      await expect(namesIn(page)).toHaveText(['in-10', 'in-12', 'in-25', 'in-300'])
      await expectAccessible(page, 'the strip on a phone')
    })
  })

  test('the calendar file has the tokens of the chosen days, and no value', async ({ signedIn: page, world }) => {
    await seed(page, world, days)
    await page.getByRole('combobox', { name: 'Within' }).selectOption('30 days')
    await expect(page.getByText('4 expire within')).toBeVisible()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download .ics' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe('tokens-30-days.ics')
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk as Uint8Array))
    const text = Buffer.concat(chunks).toString()
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(4)
    expect(text).not.toMatch(/eyJ/)
  })

  test('the strip comes with the rows: nothing moves when its code arrives', async ({ page, signedIn, world }) => {
    await seed(signedIn, world, days)
    test.skip(world.mode === 'tab', 'a reload signs out')
    await page.addInitScript(() => {
      const moved: string[] = []
      Object.assign(window, { moved })
      interface Shift extends PerformanceEntry {
        sources: { node: Element | null }[]
      }
      const note = ({ sources }: Shift) => {
        const inList = sources.flatMap(({ node }) => (node?.closest('.list') == null ? [] : [node.className]))
        moved.push(...inList)
      }
      new PerformanceObserver((list) => (list.getEntries() as Shift[]).forEach(note)).observe({
        type: 'layout-shift',
        buffered: true,
      })
    })
    await page.reload()
    await expect(strip(page)).toBeVisible()
    await expect(namesIn(page)).toHaveCount(5)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => Reflect.get(window, 'moved') as string[])).toEqual([])
  })
})
