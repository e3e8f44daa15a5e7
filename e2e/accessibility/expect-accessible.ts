import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from '#e2e/rig/world.ts'

/** What axe asks of colours. */
const ofColour = ['color-contrast', 'link-in-text-block']

/** Asks axe about what is on the screen, in both themes. */
export async function expectAccessible(page: Page, what: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
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
