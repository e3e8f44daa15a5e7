import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base } from '@playwright/test'
import { guard } from './guard.ts'
import { start, type Running } from './processes.ts'
import { nameOf, newToken, switchOf } from './tokens.ts'
import { presets, signIn } from './world.ts'

/** What `npm start` gives without any setting: the host with the example service inside it. */
const test = base.extend<{ readings: string; host: Running & { origin: string; said: () => string } }>({
  readings: ['documented', { option: true }],
  host: async ({ readings }, use) => {
    const dir = await mkdtemp(join(tmpdir(), 'query-admin-e2e-'))
    const host = await start('host', { env: { PORT: '0', DATA_DIR: dir, READINGS: readings }, ready: /Bearer .+\n/ })
    await use({ ...host, origin: /http:\/\/[^/]+\//.exec(host.said())?.[0] ?? '' })
    await host.stop()
    await rm(dir, { recursive: true })
  },
})
const printed = (host: Running, what: string) => new RegExp(`^${what} +(\\S+)$`, 'm').exec(host.said())?.[1] ?? ''

for (const readings of presets) {
  test.describe(readings, () => {
    test.use({ readings })
    test('the printed bearer opens it, and a token can be created and switched', async ({ page, host, context }) => {
      const watch = guard(context)
      await page.goto(host.origin)
      await expect(page.getByText('Example service')).toBeVisible()
      await signIn(page, printed(host, 'Bearer'))
      await expect(nameOf(page, 'grafana')).toBeVisible()
      const form = await newToken(page, 'mine')
      await form.getByRole('button', { name: 'Create token' }).click()
      await expect(nameOf(page, 'mine')).toBeFocused()
      await switchOf(page, 'mine', 'active').click()
      await expect(switchOf(page, 'mine', 'active')).not.toBeChecked()
      watch.settle()
    })
  })
}

test('the printed e-mail and password open it', async ({ page, host }) => {
  await page.goto(host.origin)
  await page.getByText('E-mail and password').click()
  await page.getByLabel('E-mail', { exact: true }).fill(printed(host, 'E-mail'))
  await page.getByLabel('Password', { exact: true }).fill(printed(host, 'Password'))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(nameOf(page, 'grafana')).toBeVisible()
})

test('the page comes with a policy that lets nothing else in', async ({ page, host }) => {
  const answer = await page.goto(host.origin)
  const policy = answer?.headers()['content-security-policy'] ?? ''
  for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]) {
    expect(policy).toContain(rule)
  }
  expect(policy).not.toContain('unsafe')
  expect(await page.locator('[style]').count()).toBe(0)
})
