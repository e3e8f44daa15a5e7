import type { Page } from '@playwright/test'
import { rowButton, valueOf } from '#e2e/tokens/tokens-page.ts'
import { expect, test } from '#e2e/rig/fixture.ts'

interface LayoutShift extends PerformanceEntry {
  hadRecentInput: boolean
  sources: readonly { node?: Node | null }[]
}

declare global {
  interface Window {
    shifts: LayoutShift[]
  }
}

/** Collects the browser's layout shifts from now on. `sinceNavigation`: and those of this page before. */
const watchShifts = (page: Page, { sinceNavigation = false } = {}) =>
  page.evaluate((buffered) => {
    window.shifts = []
    new PerformanceObserver((list) => window.shifts.push(...(list.getEntries() as LayoutShift[]))).observe({
      type: 'layout-shift',
      buffered,
    })
  }, sinceNavigation)

/** What has moved since: by itself, or by a press, which the browser's own sum leaves out. */
async function takeShifts(page: Page, by: 'itself' | 'a press'): Promise<string[]> {
  return page.evaluate(async (isPress) => {
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame)
    const taken = window.shifts.splice(0).filter(({ hadRecentInput }) => isPress || !hadRecentInput)
    return taken.flatMap(({ sources }) => sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 200) ?? ''))
  }, by === 'a press')
}

/** Where everything stands but rows, what floats over them, and *Clear* in its place; by its name without numbers. */
const placesOf = (page: Page) =>
  page.evaluate(() => {
    scrollTo(0, 0)
    const elements = document.querySelectorAll<HTMLElement>('main :is(button, input, h1, thead th, .read), header *')
    return [...elements].flatMap((element) => {
      if (element.closest('tbody, tfoot, .clear-place') !== null || !element.checkVisibility()) return []
      const { x, y } = element.getBoundingClientRect()
      // Without numbers, and without how long ago the list was read.
      const label = element.getAttribute('aria-label') ?? element.textContent ?? ''
      const name = label.replace(/^(Refreshed ).*/, '$1').replaceAll(/\d+|s\b/g, '')
      return [`${name} ${[x, y].map(Math.round).join(' ')}`]
    })
  })

/** Where search, bars, the head of the table and the first three rows stand, and their heights. */
const blocksOf = (page: Page) =>
  page.evaluate(() =>
    ['.tools .input', '.bars', '.grid thead', ...[1, 2, 3].map((row) => `.grid > tbody:nth-of-type(${row}) > tr`)].map(
      (selector) => {
        const { x = 0, y = 0, height = 0 } = document.querySelector(`main ${selector}`)?.getBoundingClientRect() ?? {}
        return `${selector} ${[x, y, height].map(Math.round).join(' ')}`
      },
    ),
  )

for (const width of [1440, 768, 360]) {
  test.describe(`${width} px`, () => {
    test.use({ examples: true, viewport: { width, height: 900 } })
    for (const list of ['tokens', 'users']) {
      test(`from the navigation to the rows nothing moves, and what stands for the ${list} meanwhile stands in their places`, async ({
        signedIn: page,
      }) => {
        let answer = () => {}
        const answered = new Promise<void>((resolve) => (answer = resolve))
        await page.route(`**/_/${list.slice(0, -1)}`, async (route) => {
          await answered
          await route.continue()
        })
        await page.goto(`./#/${list}`)
        await page.reload()
        await expect(page.locator('.skeleton')).toBeVisible()
        const before = await blocksOf(page)
        answer()
        await expect(page.getByText(/^Refreshed/).first()).toBeAttached()
        expect(await blocksOf(page)).toEqual(before)
        await watchShifts(page, { sinceNavigation: true })
        expect(await takeShifts(page, 'itself')).toEqual([])
      })
    }
    test('nothing that is pressed moves what stands around it', async ({ signedIn: page }) => {
      await expect(page.getByText(/^Refreshed/).first()).toBeAttached()
      const before = await placesOf(page)
      await watchShifts(page)
      const presses = [
        /within 7 days/,
        /, expired$/,
        ...(width < 720 ? [] : [/^Inactive \d/, /^Can write \d/, /^All \d/]),
        /within 90 days/,
      ]
      for (const name of presses) {
        await page.getByRole('button', { name }).click()
        expect(await takeShifts(page, 'itself'), `${name}`).toEqual([])
        expect(await placesOf(page), `${name}`).toEqual(before)
      }
      await page.getByRole('button', { name: /within 90 days/ }).click()
      if (width < 720) {
        await page.getByRole('button', { name: 'Filter', exact: true }).click()
        await page.getByRole('menuitem', { name: 'Clear' }).click()
      } else {
        await page.getByRole('button', { name: /^Inactive \d/ }).click()
        await page.getByRole('button', { name: 'Clear', exact: true }).click()
      }
      await takeShifts(page, 'itself')
      expect(await placesOf(page), 'Clear').toEqual(before)
      for (const name of ['ci-deploy', 'old-dashboard', 'grafana']) {
        await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click()
        expect(await takeShifts(page, 'itself'), name).toEqual([])
        expect(await placesOf(page), name).toEqual(before)
      }
      await page.getByRole('button', { name: 'Clear selection' }).click()
      await rowButton(page, 'Reveal', 'ci-deploy').click()
      await expect(valueOf(page, 'ci-deploy')).not.toHaveText('')
      expect(await placesOf(page), 'a value').toEqual(before)
    })
  })
}
