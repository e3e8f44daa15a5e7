import { signInByPassword } from '#e2e/users/users-page.ts'
import { atWidths, expectAccessible } from '#e2e/accessibility/expect-accessible.ts'
import { actOf, flip, nameOf, switchOf, valueOf } from '#e2e/tokens/tokens-page.ts'
import { expect, signIn, signOut, test } from '#e2e/rig/world.ts'

/**
 * Tab mode behind a plain web server that every machine can run: a sample of the tests that QUERY_ADMIN_E2E_MODE=tab
 * runs behind nginx.
 */
test.use({ served: 'files', examples: true })

const keepBox = 'Stay signed in until you close this tab'
const storage = `JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie])`

test('an admin signs in, sees the list, switches a token and reveals a value; the bearer is in no storage', async ({
  signedIn: page,
  world,
}) => {
  await flip(page, 'grafana', 'active')
  await expect(switchOf(page, 'grafana', 'active')).not.toBeChecked()
  expect(await world.service.token('grafana')).toMatchObject({ active: false })
  await actOf(page, 'Reveal', 'grafana').click()
  await expect(valueOf(page, 'grafana')).toHaveText(await world.service.value('grafana'))
  expect(await page.evaluate<string>(storage)).not.toContain(world.admin.bearer)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('a web server that answers with the page itself at every address has no console server', async ({ page }) => {
  const own = await (await page.request.get('.')).text()
  await page.route('**/console-host.json', (route) => route.fulfill({ body: own, contentType: 'text/html' }))
  await page.goto('.')
  await expect(page.getByText('Not stored. Reloading or closing this page signs you out.')).toBeVisible()
})

test('the cookies of this host name go with no call to the service', async ({ page, context, world }) => {
  await page.goto('.')
  await context.addCookies([{ name: 'of-another-program', value: 'secret', url: page.url() }])
  await signInByPassword(page, world.admin.email, world.admin.password)
  await flip(page, 'grafana', 'active')
  await expect(switchOf(page, 'grafana', 'active')).not.toBeChecked()
  await actOf(page, 'Reveal', 'grafana').click()
  await expect(valueOf(page, 'grafana')).toHaveText(await world.service.value('grafana'))
  const sent = world.proxy.calls.map(({ method, path, headers }) => `${method} ${path} ${headers.cookie ?? ''}`)
  expect(sent.length).toBeGreaterThan(5)
  expect(sent.filter((call) => call.includes('secret'))).toEqual([])
})

test('looking for a console server sends no credential, and the Service page says that there is none', async ({
  page,
  world,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.goto('.')
  await expect(page.getByText('Not stored. Reloading or closing this page signs you out.')).toBeVisible()
  expect(asked.filter((request) => /_\/|console/.test(request))).toEqual(['GET /console-host.json'])
  await signInByPassword(page, world.admin.email, world.admin.password)
  await page.getByRole('link', { name: 'Service', exact: true }).click()
  await expect(page.getByText(world.admin.email).first()).toBeVisible()
  expect(asked.filter((request) => request.includes('console-session'))).toEqual([])
})

test('kept in the tab, the sign-in survives a reload, is not in a second tab, and ends with signing out', async ({
  page,
  context,
  world,
}) => {
  await page.goto('.')
  await expect(page.getByLabel(keepBox)).not.toBeChecked()
  await page.getByLabel(keepBox).check()
  await signIn(page, world.admin.bearer)
  await expect(nameOf(page, 'grafana')).toBeVisible()
  await page.reload()
  await expect(nameOf(page, 'grafana')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain(world.admin.bearer)
  const second = await context.newPage()
  await second.goto('.')
  await expect(second.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await signOut(page)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await page.evaluate<string>(storage)).toBe('[[],[],""]')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('signing out in one tab clears the bearer that another tab keeps', async ({ page, context, world }) => {
  for (const each of [page, await context.newPage()]) {
    await each.goto('.')
    await each.getByLabel(keepBox).check()
    await signIn(each, world.admin.bearer)
    await expect(nameOf(each, 'grafana')).toBeVisible()
  }
  const [, other = page] = context.pages()
  await signOut(page)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(other.getByText(/^You signed out in another tab\./)).toBeVisible()
  for (const each of [page, other]) expect(await each.evaluate<string>(storage)).toBe('[[],[],""]')
})

atWidths(0, () => {
  test('the choice to keep the bearer is accessible, and its description matches it', async ({ page }) => {
    await page.goto('.')
    await page.getByLabel(keepBox).check()
    await expect(page.getByText('Stored in this tab until you close it or sign out.')).toBeVisible()
    await expect(page.getByText(/^Not kept/)).toHaveCount(0)
    await expectAccessible(page, 'keep in this tab')
  })
})

test('when the service ends the session, a sheet opens and the form keeps its input', async ({
  signedIn: page,
  world,
  watch,
}) => {
  await page.getByLabel('Search tokens').fill('graf')
  watch.expectFailure('/_/token', 401)
  world.proxy.fail('GET /_/token', { status: 401 }, 2) // the list, and one row after it
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Signed out' })
  await expect(sheet.getByText('The service no longer accepts your sign-in (401')).toBeVisible()
  await sheet.getByLabel('Your access token').fill(world.admin.bearer)
  await sheet.getByRole('button', { name: 'Sign in' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByLabel('Search tokens')).toHaveValue('graf')
})
