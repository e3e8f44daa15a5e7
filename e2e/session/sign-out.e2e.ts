import { storedIn } from '#e2e/rig/guard.ts'
import { expect, signIn, signOut, test } from '#e2e/rig/fixture.ts'

test.use({ examples: true })

test('signing out leaves nothing behind: no rows, no step back, nothing stored', async ({ signedIn: page, site }) => {
  await expect(page.getByRole('button', { name: 'Edit ci-deploy', exact: true })).toBeVisible()
  await page.getByLabel('Search tokens').fill('deploy')
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
  await signOut(page)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  const before = site.proxy.calls.length
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('ci-deploy')).toHaveCount(0)
  expect(site.proxy.calls).toHaveLength(before)
  expect(await storedIn(page)).not.toContain(site.admin.bearer)
})

test('a revealed value does not survive signing out, and the next person sees a fresh list, not a cached one', async ({
  signedIn: page,
  site,
}) => {
  await expect(page.getByRole('button', { name: 'Edit ci-deploy', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Reveal grafana' }).click()
  const value = await site.service.value('grafana')
  await expect(page.getByLabel('Value of grafana', { exact: true })).toHaveText(value)
  await signOut(page)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await page.content()).not.toContain(value)

  await site.service.deleteToken('ci-deploy')
  await signIn(page, site.admin.bearer)
  await expect(page.getByRole('button', { name: 'Edit ci-deploy-staging' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit ci-deploy', exact: true })).toHaveCount(0)
})
