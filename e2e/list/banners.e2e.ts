import { flip, nameOf } from '#e2e/tokens/tokens-page.ts'
import { expect, test } from '#e2e/rig/world.ts'

test.use({ examples: true, readings: 'query-server' })

for (const width of [1440, 360]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })
    test('banners that come and go move no row', async ({ signedIn: page, context }) => {
      const first = nameOf(page, 'backup-nightly')
      await expect(first).toBeVisible()
      const top = () => first.evaluate((name) => name.getBoundingClientRect().top + scrollY)
      const before = await top()
      await flip(page, 'ci-deploy', 'write')
      await expect(page.getByText(/^2 values need repair/)).toBeVisible()
      expect(await top()).toBe(before)
      await context.setOffline(true)
      await expect(page.getByText('This browser is offline.', { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: /^\d more$/ })).toBeVisible()
      expect(await top()).toBe(before)
      await context.setOffline(false)
      await expect(page.getByText('This browser is offline.', { exact: true })).toBeHidden()
      expect(await top()).toBe(before)
    })
  })
}
