import type { Locator } from '@playwright/test'
import { rowButton, newToken, rowOf, switchOf } from '#e2e/tokens/tokens-page.ts'
import { sampled } from '#e2e/rig/sample.ts'
import { expect, test } from '#e2e/rig/fixture.ts'

/** In high-contrast mode the system replaces all colours and removes backgrounds, so no state may depend on them. */

test.use({ examples: true })

for (const colorScheme of sampled(['light', 'dark'] as const, 1)) {
  test(`in forced colours, ${colorScheme}, the states on, selected and focused are visible`, async ({
    signedIn: page,
  }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    const [on, off] = [switchOf(page, 'ci-deploy', 'write'), switchOf(page, 'grafana', 'write')]
    await expect(on).toBeChecked()
    await expect(off).not.toBeChecked()
    expect((await on.screenshot()).equals(await off.screenshot()), 'a switch that is on and one that is off').toBe(
      false,
    )

    const row = (name: string) => rowOf(page, name).evaluate((row) => getComputedStyle(row).outlineStyle)
    await page.getByRole('checkbox', { name: 'Select ci-deploy', exact: true }).check()
    expect([await row('ci-deploy'), await row('grafana')]).toEqual(['solid', 'none'])
    await page.getByRole('checkbox', { name: 'Select ci-deploy', exact: true }).uncheck()

    const chip = (name: string) => page.getByRole('button', { name: new RegExp(`^${name} \\d`) })
    await chip('Can write').click()
    await expect.poll(() => paint(chip('Can write'))).not.toBe(await paint(chip('Inactive')))
    await chip('All').click()
    const bar = (days: number) => page.getByRole('button', { name: new RegExp(`within ${days} days`) })
    await bar(7).click()
    await expect.poll(() => paint(bar(7))).not.toBe(await paint(bar(30)))
    await page.getByRole('button', { name: 'Clear', exact: true }).click()

    await rowButton(page, 'More for', 'ci-deploy').focus()
    await page.keyboard.press('Enter')
    const item = (name: RegExp) => page.getByRole('menuitem', { name })
    await expect(item(/^Open/)).toBeFocused()
    expect(await paint(item(/^Open/))).not.toBe(await paint(item(/^Delete/)))
    await page.keyboard.press('Escape')

    const form = await newToken(page, 'forced')
    const preset = (name: string) => form.getByText(name, { exact: true })
    await preset('7 days').click()
    await expect.poll(() => paint(preset('7 days'))).not.toBe(await paint(preset('1 year')))
  })
}

/** The painted colour of a background. */
function paint(place: Locator): Promise<string> {
  return place.evaluate((element) => getComputedStyle(element).backgroundColor)
}
