import type { Page } from '@playwright/test'
import { sampled } from '#e2e/rig/sample.ts'
import { expect, signIn, signOut, test, waitUntilIdle, type Site } from '#e2e/rig/fixture.ts'
import { rowButton, nameOf, valueOf } from '#e2e/tokens/tokens-page.ts'
import { newUser, toUsers } from '#e2e/users/users-page.ts'
import { heldInHeap } from './heap.ts'

/** Whatever ends a session: neither a value in sight nor a generated password outlives it, in the page or its heap. */

test.use({ examples: true })

interface End {
  /** Settings of the console server; undefined: the shared one, or none. */
  ownHost?: Record<string, string>
  /** The value is shown in the sheet of its token. */
  isInSheet?: true
  by: (page: Page, site: Site) => Promise<void>
}

const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh', exact: true }).click()

const ends: Readonly<Record<string, End>> = {
  'the service refuses every call': {
    async by(page, { proxy }) {
      proxy.failEach(() => ({ status: 401 }))
      await refresh(page)
    },
  },
  'the console server restarts': {
    ownHost: {},
    async by(page, { host }) {
      await host?.restart()
      await refresh(page)
    },
  },
  'nobody touches it': { ownHost: { SESSION_IDLE_MINUTES: '0.15' }, by: async () => {} },
  'its longest time passes': {
    ownHost: { SESSION_HOURS: '0.007' },
    by: async () => {},
  },
  'another sign-in takes the cookie': {
    async by(page, { admin, origin }) {
      const other = await page.context().newPage()
      await other.goto(origin)
      await other.evaluate(() => localStorage.clear())
      await other.reload()
      await signIn(other, admin.bearer)
      await expect(nameOf(other, 'grafana')).toBeVisible()
      await other.close()
    },
  },
  'another tab signs out': {
    isInSheet: true,
    async by(page, { origin }) {
      const other = await page.context().newPage()
      await other.goto(origin)
      await signOut(other)
      await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
      await other.close()
    },
  },
  'the admin signs out': { by: async (page) => signOut(page) },
}

for (const [what, { ownHost, isInSheet, by }] of sampled(Object.entries(ends), 3)) {
  test.describe(what, () => {
    test.use({ ownHost })

    test(`when ${what}, a shown value is in neither the page nor the heap`, async ({ page, site, watch }) => {
      for (const path of ['/_/token', '/console-rows/_/token', '/console-session']) watch.allowFailure(path, 401)
      const value = await site.service.value('grafana')
      const secret = value.split('.').at(-1) ?? value
      await page.goto('.')
      await signIn(page, site.admin.bearer)
      if (isInSheet) await nameOf(page, 'grafana').click()
      await (
        isInSheet ? page.getByRole('button', { name: 'Reveal value of grafana' }) : rowButton(page, 'Reveal', 'grafana')
      ).click()
      await expect(valueOf(page, 'grafana')).toHaveText(value)
      await page.getByRole('button', { name: 'Keep showing grafana' }).click()
      await waitUntilIdle(page) // the page loads its code in the background
      await by(page, site)
      await expect(valueOf(page, 'grafana')).toHaveCount(0, { timeout: 45_000 })
      expect((await page.content()).includes(secret)).toBe(false)
      expect(await heldInHeap(page, [secret])).toEqual([])
    })
  })
}

test('a generated password that nobody copied leaves the heap with its session', async ({ page, site, watch }) => {
  watch.expectFailure('/_/user', 401)
  for (const path of ['/_/token', '/console-rows/_/token']) watch.allowFailure(path, 401)
  await page.goto('.')
  await signIn(page, site.admin.bearer)
  await toUsers(page)
  const form = await newUser(page, 'new@example.test', '')
  await form.getByRole('button', { name: 'Generate' }).click()
  const password = await form.getByLabel('Password', { exact: true }).inputValue()
  await form.getByRole('button', { name: 'Create user' }).click()
  await expect(page.getByText(/Copy the password now/)).toBeVisible()
  expect(await heldInHeap(page, [password])).not.toEqual([])
  site.proxy.failEach(() => ({ status: 401 }))
  // Not a click: the look after the save may have ended the session already.
  await page.getByRole('button', { name: 'Refresh', exact: true }).dispatchEvent('click')
  await expect(page.getByRole('dialog', { name: 'Signed out' })).toBeVisible()
  expect(await heldInHeap(page, [password])).toEqual([])
})
