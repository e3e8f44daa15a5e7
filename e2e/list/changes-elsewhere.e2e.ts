import { flip, nameOf, newToken, switchOf } from '#e2e/tokens/tokens-page.ts'
import { expect, signIn, test } from '#e2e/rig/world.ts'

test('a tab reads again what another tab changed, once it is visible, and a new row waits until it is shown', async ({
  signedIn: page,
  context,
  world,
}) => {
  test.setTimeout(90_000)
  for (const name of ['a', 'c']) await world.service.addToken({ name })
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  const other = await context.newPage()
  await other.goto('.')
  if (world.mode === 'tab') await signIn(other, world.admin.bearer)
  await expect(nameOf(other, 'c')).toBeVisible()
  await flip(other, 'c', 'write')
  await expect(switchOf(other, 'c', 'write')).toHaveAttribute('aria-checked', 'true')
  const sheet = await newToken(other, 'b')
  await sheet.getByRole('button', { name: 'Create token' }).click()
  await expect(nameOf(other, 'b')).toBeVisible()

  await page.bringToFront()
  // Each of the two changes waits for 50 times what the last read took.
  const slow = { timeout: 30_000 }
  await expect(switchOf(page, 'c', 'write')).toHaveAttribute('aria-checked', 'true', slow)
  await expect(page.getByRole('rowheader')).toContainText(['a', 'c'])
  await page.getByRole('button', { name: '1 new · Show' }).click(slow)
  await expect(page.getByRole('rowheader')).toContainText(['a', 'b', 'c'])
  await expect(page.getByRole('rowheader').nth(1)).toContainText('New')
})
