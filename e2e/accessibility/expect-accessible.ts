import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { isDeep } from '#api/testing/full-length.ts'
import { sampled } from '#e2e/rig/sample.ts'
import { takePictures } from '#e2e/pictures/take-pictures.ts'
import { expect, test } from '#e2e/rig/fixture.ts'

/** The axe rules about colours. */
const ofColour = ['color-contrast', 'link-in-text-block']

/** Declares tests in a wide window or on a phone, which the seed and `at` choose; in a deep run on both. */
export function atWidths(at: number, declare: (width: number) => void): void {
  for (const width of sampled([1440, 360], 1, at)) {
    test.describe(`at ${width} px`, () => {
      test.use({ viewport: { width, height: 800 } })
      declare(width)
    })
  }
}

/** Presses a button of the banner. On a phone the buttons are behind *More*. */
export async function pressInBanner(page: Page, name: string): Promise<void> {
  const more = page.getByRole('button', { name: /^(More|\d notices)$/ })
  const button = page.getByRole('button', { name, exact: true })
  await button.or(more).first().waitFor()
  if (!(await button.isVisible())) await more.click()
  await button.click()
}

/** Opens Activity. On a phone it is in the page's menu. */
export async function openActivity(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Activity', exact: true })
  const menu = page.getByRole('button', { name: /^More for (tokens|users)$/ })
  await menu.waitFor()
  if (await button.isVisible()) return button.click()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Activity' }).click()
}

/**
 * Runs axe on the page in one theme, in a deep run in both: on a phone in the light one, else in the one that the seed
 * and the state choose. Also expects that nothing scrolls sideways. `npm run screenshots` takes pictures instead.
 */
export async function expectAccessible(page: Page, what: string) {
  if (process.env['PICTURES'] !== undefined) return takePictures(page, what)
  // The cards on a phone have the colours of the rows: only the deep run checks their dark theme.
  const isNarrow = (page.viewportSize()?.width ?? 0) < 500
  const themes = isNarrow && !isDeep() ? (['light'] as const) : sampled(['light', 'dark'] as const, 1, what.length)
  for (const [at, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme })
    // No details about what passes: with them axe takes three times as long.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], preload: false })
    // The other theme has the same elements, so check only its colours.
    const { violations } = await (at > 0 ? axe.withRules(ofColour) : axe).analyze()
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
    )
    expect.soft(found, `${what}, ${colorScheme}`).toEqual([])
  }
  const wide = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('[role=dialog], [role=alertdialog], main, .sheet, .dialog')]
      .filter((node) => node.scrollWidth > node.clientWidth)
      .map((node) => `${node.tagName}.${node.className}: ${node.scrollWidth} > ${node.clientWidth}`),
  )
  expect.soft(wide, `${what}, sideways`).toEqual([])
}
