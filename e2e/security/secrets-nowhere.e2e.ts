import type { Page } from '@playwright/test'
import { heldInHeap } from './heap.ts'
import { rowButton, clipboard, valueOf } from '#e2e/tokens/tokens-page.ts'
import { newUser, toUsers } from '#e2e/users/users-page.ts'
import { expect, test } from '#e2e/rig/fixture.ts'

test.use({ examples: true, permissions: ['clipboard-read', 'clipboard-write'] })

/** Types through the keyboard: no script of the page gets the text from the test. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).last().focus()
  await page.keyboard.type(text)
}

test.describe('users without a list', () => {
  test.use({ readings: 'bare' })

  test('a new password that was sent leaves the heap', async ({ signedIn: page, site }) => {
    const sent = 'Zq7-kestrel-harbour-41'
    await site.service.addUser({ email: 'li@example.test', password: 'was long enough', admin: false, active: true })
    await toUsers(page)
    await page.getByRole('form', { name: 'Act on an account' }).getByLabel('Email').fill('li@example.test')
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'li@example.test', exact: true })
    for (const flag of ['Admin', 'Active']) {
      await form.getByRole('group', { name: flag }).getByText('On', { exact: true }).click()
    }
    await form.getByRole('button', { name: 'Password: set a new one…' }).click()
    await type(page, 'New password', sent)
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(form).toBeHidden()
    expect(await heldInHeap(page, [sent])).toEqual([])
  })
})

test('a printed page shows neither value nor password', async ({ signedIn: page }) => {
  await rowButton(page, 'Reveal', 'grafana').click()
  await expect(valueOf(page, 'grafana')).not.toHaveText('')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.secret')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await expect(valueOf(page, 'grafana')).toBeVisible()
  await toUsers(page)
  const sheet = await newUser(page, 'new@example.test', 'correct donkey')
  await page.emulateMedia({ media: 'print' })
  await expect(sheet.locator('input[autocomplete=new-password]')).toBeHidden()
})

test('Clear the clipboard overwrites it, and the page says only what the browser did', async ({
  signedIn: page,
  site,
}) => {
  await rowButton(page, 'Copy', 'grafana').click()
  await page.getByRole('button', { name: 'Clear the clipboard' }).click()
  await expect(page.getByText(/overwritten with empty text/).first()).toBeVisible()
  expect(await clipboard(page)).toBe('')
  expect(site.proxy.callsTo('GET /_/token/value')).toHaveLength(1)
})

test('a revealed value is as high as its text; beyond twelve lines it scrolls', async ({ signedIn: page }) => {
  await rowButton(page, 'Reveal', 'grafana').click()
  const box = valueOf(page, 'grafana')
  await expect(box).not.toHaveText('')
  const heights = () => box.evaluate((node) => ({ own: node.clientHeight, of: node.scrollHeight }))
  const short = await heights()
  expect(short.own).toBe(short.of)
  await box.evaluate((node) => node.append('x'.repeat(20_000)))
  const long = await heights()
  expect(long.own).toBe(254) // and a half line, which shows that there is more
  expect(long.of).toBeGreaterThan(long.own)
})

test('a common password gets a warning that does not block it; the list of them comes from the console server', async ({
  signedIn: page,
  site,
}) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  await toUsers(page)
  const sheet = await newUser(page, 'new@example.test', '')
  const lists = () => fetched.filter((url) => url.includes('/password-list-'))
  await sheet.getByLabel('Password', { exact: true }).fill('Sunshine1')
  await expect(sheet.getByText(/one of the most common passwords/)).toBeVisible()
  expect(new Set(lists()).size).toBe(1)
  expect(fetched.every((url) => url.startsWith(site.origin))).toBe(true)
  await sheet.getByRole('button', { name: 'Create user' }).click()
  await expect(sheet).toBeHidden()
  expect(await site.service.signIn('new@example.test', 'Sunshine1')).toBeDefined()
})
