import { hostSessionPath } from '#contract/console-host.ts'
import { expectAccessible } from '#e2e/accessibility/expect-accessible.ts'
import { nameOf, namesIn, switchOf } from '#e2e/tokens/tokens-page.ts'
import { expect, onePreset, openSignedIn, test } from '#e2e/rig/world.ts'

onePreset(11, () => {
  for (const width of [1440, 360]) {
    test.describe(`at ${width} px`, () => {
      test.use({ viewport: { width, height: 800 } })
      test('after a minute the list is read again by itself: no row moves, and it is no input, not even of a row with the focus that is gone', async ({
        page,
        world,
      }) => {
        for (const name of ['a', 'b', 'c']) await world.service.addToken({ name })
        await page.clock.install()
        await openSignedIn(page, world)
        await expect(namesIn(page)).toHaveText(['a', 'b', 'c'])
        await switchOf(page, 'c', 'active').focus()
        const place = () => nameOf(page, 'c').evaluate((name) => name.getBoundingClientRect().top)
        const before = await place()
        await page.clock.fastForward(35_000) // the focus above was input
        const inputs: string[] = []
        page.on('request', (request) => {
          if (request.method() === 'PUT' && request.url().endsWith(hostSessionPath.slice(1))) inputs.push(request.url())
        })
        await world.service.deleteToken('b')
        await world.service.addToken({ name: 'aa' })
        await world.service.changeToken({ name: 'c', write: true })
        const reads = () => world.proxy.callsTo('GET /_/token').length
        const readsBefore = reads()
        await page.clock.fastForward(31_000)
        await expect(switchOf(page, 'c', 'write')).toHaveAttribute('aria-checked', 'true')
        await expect(page.getByRole('button', { name: '1 new, 1 gone · Show' })).toBeVisible()
        expect(reads()).toBe(readsBefore + 1)
        expect(await place()).toBe(before)
        await expect(switchOf(page, 'c', 'active')).toBeFocused()
        expect(await page.locator('[aria-live=polite]').first().textContent()).toBe('')
        await world.service.deleteToken('c')
        await page.clock.fastForward(66_000)
        await expect.poll(reads).toBe(readsBefore + 2)
        await expect(page.getByRole('button', { name: '1 new, 2 gone · Show' })).toBeVisible()
        expect(await place()).toBe(before)
        // A row that is gone cannot keep the focus.
        await expect(page.locator('.page-head .btn.primary')).toBeFocused()
        expect(inputs).toEqual([])
        await expectAccessible(page, `waiting rows at ${width} px`)
        await page.getByRole('button', { name: '1 new, 2 gone · Show' }).click()
        await expect(namesIn(page)).toHaveText([/^a/, /^aa/])
        await expect(nameOf(page, 'aa')).toBeFocused()
      })
    })
  }
})
