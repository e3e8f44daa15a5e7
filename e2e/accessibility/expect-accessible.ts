import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { isDeep } from '#contract/testing/deep.ts'
import { expect } from '#e2e/rig/world.ts'

/** What axe asks of colours. */
const ofColour = ['color-contrast', 'link-in-text-block']

/** Asks axe about what is on the screen, in both themes; on a phone in one, unless in a deep run. */
export async function expectAccessible(page: Page, what: string) {
  // A phone's cards wear the colours of the rows: their dark theme is left to the deep run.
  const isNarrow = (page.viewportSize()?.width ?? 0) < 500
  for (const colorScheme of isNarrow && !isDeep() ? (['light'] as const) : (['light', 'dark'] as const)) {
    await page.emulateMedia({ colorScheme })
    const axe = new AxeBuilder({ page }).setLegacyMode()
    // The other theme has the same elements in other colours.
    const { violations } = await (colorScheme === 'dark' ? axe.withRules(ofColour) : axe).analyze()
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
    )
    expect.soft(found, `${what}, ${colorScheme}`).toEqual([])
  }
}
