import { expect } from '@playwright/test'
import { printed, test } from '#e2e/rig/demo.ts'
import { guard } from '#e2e/rig/guard.ts'
import { flip, nameOf, newToken, switchOf } from '#e2e/tokens/tokens-page.ts'
import { sampled } from '#e2e/rig/sample.ts'
import { presets, signIn } from '#e2e/rig/fixture.ts'

for (const readings of sampled(presets, 1)) {
  test.describe(readings, () => {
    test.use({ readings })
    test('the printed access token signs in, and a token can be created and switched; the page has its policy', async ({
      page,
      host,
      context,
    }) => {
      const watch = await guard(context)
      const answer = await page.goto(host.origin)
      const policy = answer?.headers()['content-security-policy'] ?? ''
      for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]) {
        expect(policy).toContain(rule)
      }
      expect(policy).not.toContain('unsafe')
      await expect(page.getByText('Demo service')).toBeVisible()
      expect(await page.locator('[style]').count()).toBe(0)
      await signIn(page, printed(host, 'Access token'))
      await expect(nameOf(page, 'grafana')).toBeVisible()
      const form = await newToken(page, 'mine')
      await form.getByRole('button', { name: 'Create token' }).click()
      await expect(nameOf(page, 'mine')).toBeFocused()
      await flip(page, 'mine', 'active')
      await expect(switchOf(page, 'mine', 'active')).not.toBeChecked()
      watch.settle()
    })
  })
}

test('the printed email and password sign in, and the page opens on them', async ({ page, host }) => {
  await page.goto(host.origin)
  await expect(page.getByText('shows the sign-in details, or the file with them.')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  await page.getByLabel('Email', { exact: true }).fill(printed(host, 'Email'))
  await page.getByLabel('Password', { exact: true }).fill(printed(host, 'Password'))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(nameOf(page, 'grafana')).toBeVisible()
})
