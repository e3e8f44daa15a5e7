import type { Page } from '@playwright/test'
import { rowButton, askToDelete, flip, nameOf, newToken } from '#e2e/tokens/tokens-page.ts'
import { newUser, toUsers } from '#e2e/users/users-page.ts'
import { expect, signIn, test, waitUntilIdle } from '#e2e/rig/fixture.ts'

/** All sentences since the last call that were put into a live region, in order. The regions clear themselves. */
async function heard(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const list = (window as unknown as { heard: string[] }).heard
    return list.splice(0)
  })
}

/** Waits for a sentence, and returns all announcements up to it. */
async function heardUntil(page: Page, text: RegExp): Promise<string[]> {
  const all: string[] = []
  await expect
    .poll(async () => {
      all.push(...(await heard(page)))
      return all.join('\n')
    })
    .toMatch(text)
  return all
}

test.beforeEach(async ({ page, site }) => {
  await site.service.addToken({ name: 'ci' })
  await page.addInitScript(() => {
    const list: string[] = []
    Object.assign(window, { heard: list })
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest('#root [aria-live]')
        const text = region?.textContent?.trim()
        if (text !== undefined && text !== '') list.push(`${region?.getAttribute('aria-live')}: ${text}`)
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
})

test('each problem on the sign-in page and the tokens page is announced once, and once when it is over', async ({
  page,
  site,
  watch,
}) => {
  await page.goto('.')
  watch.expectFailure('/console-session', 401)
  await signIn(page, 'nobody')
  expect(await heardUntil(page, /Not signed in/)).toEqual([
    'assertive: Not signed in. See the error at the field Your access token.',
  ])
  await signIn(page, site.admin.bearer)
  await expect(nameOf(page, 'ci')).toBeVisible()

  watch.expectFailure('/_/token', 500)
  site.proxy.fail('GET /_/token', { status: 500, body: 'kaput' }, 2)
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  expect(await heardUntil(page, /kaput/)).toEqual([
    'assertive: Tokens couldn’t be read. The service failed (500), “kaput”. Try again.',
  ])
  const answered = page.waitForResponse((response) => response.url().endsWith('/_/token'))
  await page.getByRole('button', { name: 'Try again' }).click()
  await answered
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(await heardUntil(page, /refreshed/)).toEqual(['polite: Tokens refreshed.'])

  watch.expectFailure('/_/token/value?name=ci', 503)
  site.proxy.fail('GET /_/token/value', { status: 503, body: '' })
  await rowButton(page, 'Reveal', 'ci').click()
  expect(await heardUntil(page, /503/)).toEqual(['assertive: ci: The service failed (503). Try again.'])
  await page.getByRole('button', { name: 'Hide ci', exact: true }).last().click()
  await rowButton(page, 'Reveal', 'ci').click()
  expect(await heardUntil(page, /shown/)).toEqual(['polite: ci: value shown.'])
  const value = await site.service.value('ci')
  await expect(page.getByRole('row', { name: 'About ci', exact: true })).toContainText(value)
  await expect(page.getByRole('table', { name: 'Tokens' })).toHaveAttribute('aria-rowcount', '3')
  await expect(page.getByRole('rowheader', { name: 'ci', exact: true })).toBeVisible()

  const sheet = await newToken(page)
  await sheet.getByRole('button', { name: 'Create token' }).click()
  expect(await heardUntil(page, /Correct/)).toEqual(['assertive: Correct 1 field: Name.'])
  await page.keyboard.type('deploy')
  watch.expectFailure('/_/token', 422)
  site.proxy.fail('POST /_/token', { status: 422, body: 'moon' })
  await sheet.getByRole('button', { name: 'Create token' }).click()
  expect(await heardUntil(page, /moon/)).toEqual(['assertive: deploy: not created: The service answered 422, “moon”.'])
  await sheet.getByRole('button', { name: 'Create token' }).click()
  const created = await heardUntil(page, /deploy created/)
  expect(created).toEqual(['polite: deploy created.'])
  await expect(page.locator('[aria-live=assertive]')).toBeEmpty()

  watch.expectFailure('/_/token', 409)
  site.proxy.fail('PUT /_/token', { status: 409, body: 'taken' })
  await flip(page, 'ci', 'active')
  expect(await heardUntil(page, /taken/)).toHaveLength(1)

  await page.getByLabel('Search tokens').fill('deploy')
  await heardUntil(page, /1 token shown/)
  await (await askToDelete(page, 'deploy')).getByRole('button', { name: 'Delete token' }).click()
  expect(await heardUntil(page, /deleted/)).toEqual(['polite: deploy: deleted.'])
  await expect(page.getByText('No tokens match “deploy”')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  // Two seconds after the deletion the page reads the list once more.
  await page.waitForTimeout(2_000)
  await waitUntilIdle(page)
  await page.context().setOffline(true)
  // Anything announced after the deletion would be before this sentence.
  await page.waitForTimeout(600)
  expect(await heardUntil(page, /offline/)).toEqual([
    'assertive: This browser is offline. Read-only while the console server is unreachable.',
  ])
  await page.context().setOffline(false)
  expect(await heardUntil(page, /online/)).toEqual(['polite: This browser is online again.'])
})

test('each problem on the users page is announced once, and once when it is over', async ({
  signedIn: page,
  site,
  watch,
}) => {
  watch.expectFailure('/_/user', 500)
  site.proxy.fail('GET /_/user', { status: 500, body: 'kaput' })
  await toUsers(page)
  expect(await heardUntil(page, /kaput/)).toEqual([
    'assertive: Users couldn’t be read. The service failed (500), “kaput”. Try again.',
  ])
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(await heardUntil(page, /refreshed/)).toEqual(['polite: Users refreshed.'])

  const sheet = await newUser(page, 'new@example.test', '')
  await sheet.getByRole('button', { name: 'Create user' }).click()
  expect(await heardUntil(page, /Correct/)).toEqual(['assertive: Correct 1 field: Password.'])
  await sheet.getByLabel('Password', { exact: true }).fill('correct donkey')
  watch.expectFailure('/_/user', 422)
  site.proxy.fail('POST /_/user', { status: 422, body: 'moon' })
  await sheet.getByRole('button', { name: 'Create user' }).click()
  const refused = await heardUntil(page, /moon/)
  expect(refused.filter((text) => text.startsWith('assertive'))).toEqual([
    'assertive: new@example.test: not created: The service answered 422, “moon”.',
  ])
  await sheet.getByRole('button', { name: 'Create user' }).click()
  const created = await heardUntil(page, /created/)
  expect(created).toEqual(['polite: new@example.test created.'])
  await expect(page.locator('[aria-live=assertive]')).toBeEmpty()
  expect([...refused, ...created].join(' ')).not.toContain('donkey')
})
