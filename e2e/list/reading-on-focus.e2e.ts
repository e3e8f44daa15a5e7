import { atWidths, expectAccessible } from '#e2e/accessibility/expect-accessible.ts'
import { nameOf, namesIn, switchOf } from '#e2e/tokens/tokens-page.ts'
import { expect, openSignedIn, test } from '#e2e/rig/fixture.ts'

atWidths(1, (width) => {
  test('when the focus reads the list, new rows come last, and the focus leaves only a row that is gone', async ({
    page,
    site,
  }) => {
    for (const name of ['a', 'b', 'c']) await site.service.addToken({ name })
    await page.clock.install()
    await openSignedIn(page, site)
    await expect(namesIn(page)).toHaveText(['a', 'b', 'c'])
    await switchOf(page, 'b', 'active').focus()
    const place = () => nameOf(page, 'b').evaluate((name) => name.getBoundingClientRect().top)
    const before = await place()
    const focusWindow = async () => {
      await page.clock.fastForward(11_000)
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    }
    await site.service.deleteToken('c')
    await site.service.addToken({ name: 'aa' })
    await site.service.changeToken({ name: 'b', write: true })
    await focusWindow()
    await expect(switchOf(page, 'b', 'write')).toHaveAttribute('aria-checked', 'true')
    await expect(nameOf(page, 'aa')).toBeVisible()
    expect(await place()).toBe(before)
    await expect(switchOf(page, 'b', 'active')).toBeFocused()
    await site.service.deleteToken('b')
    await focusWindow()
    await expect(nameOf(page, 'aa')).toBeFocused()
    await expectAccessible(page, `rows that are gone at ${width} px`)
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(namesIn(page)).toHaveText(['a', 'aa'])
  })
})
