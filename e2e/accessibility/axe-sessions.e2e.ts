import { atWidths, expectAccessible } from './expect-accessible.ts'
import { newToken } from '#e2e/tokens/tokens-page.ts'
import { expect, signOut, test, waitUntilIdle } from '#e2e/rig/fixture.ts'

test.use({ examples: true, ownHost: { SESSION_IDLE_MINUTES: '1' } })

atWidths(0, () => {
  test('the notice before the idle limit is accessible, and works over a sheet too', async ({ signedIn: page }) => {
    const stay = page.getByRole('button', { name: 'Stay signed in' })
    const form = await newToken(page, 'typed with care')
    await expect(stay).toBeVisible({ timeout: 60_000 })
    await expectAccessible(page, 'the notice')
    const covers = await stay.evaluate((button) => {
      const { x, y, width: w, height: h } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(x + w / 2, y + h / 2))
    })
    expect(covers, 'nothing lies over it').toBe(true)
    await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
    await stay.click()
    await expect(page.getByText('You stay signed in.')).toBeVisible()
    await expect(stay).toHaveCount(0)
    await expect(form.getByLabel('Name', { exact: true })).toHaveValue('typed with care')
  })
})

atWidths(1, () => {
  test('the sign-in page after a sign-out that did not reach the console server is accessible', async ({
    signedIn: page,
    context,
    watch,
  }) => {
    for (const path of ['/console-session', '/icon.svg']) watch.allowFailure(path, 'net::ERR_INTERNET_DISCONNECTED')
    await waitUntilIdle(page)
    await context.setOffline(true)
    await signOut(page)
    await expect(page.getByText(/it still exists on the console server/)).toBeVisible()
    await expectAccessible(page, 'left at the host')
  })
})
