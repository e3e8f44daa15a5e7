import { addRows, readAgain, rows } from '#e2e/list/long-list.ts'
import { expect, test } from '#e2e/rig/fixture.ts'
import { askToDelete, nameOf, newToken, sheetOf } from './tokens-page.ts'

test.use({ examples: true })

test('Back closes a sheet and Forward opens it, a reload keeps that of a row, and it does not come back by itself', async ({
  signedIn: page,
}) => {
  const list = `${page.url()}#/tokens`
  const sheet = sheetOf(page, 'grafana')
  await nameOf(page, 'grafana').click()
  await expect(sheet).toBeVisible()
  expect(page.url()).toBe(`${list}?name=grafana`)

  await test.step('by Back it closes like by its button, with the focus where it was', async () => {
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(nameOf(page, 'grafana')).toBeFocused()
    expect(page.url()).toBe(list)
  })
  await test.step('Forward, then a reload', async () => {
    await page.goForward()
    await expect(sheet).toBeVisible()
    await page.reload()
    await expect(sheet).toBeVisible()
    expect(page.url()).toBe(`${list}?name=grafana`)
  })
  await test.step('closed by a key it leaves the address, and another page and the way back do not open it', async () => {
    await page.keyboard.press('Escape')
    await expect(nameOf(page, 'grafana')).toBeFocused()
    await expect(page).toHaveURL(list)
    await page.getByRole('link', { name: 'Users' }).click()
    await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
    await page.goBack()
    await expect(nameOf(page, 'grafana')).toBeVisible()
    await expect(sheet).toBeHidden()
  })
  await test.step('Activity and a new token are entries without a name', async () => {
    await page.getByRole('button', { name: 'Activity' }).click()
    await expect(page.getByRole('dialog', { name: 'Activity' })).toBeVisible()
    expect(page.url()).toBe(list)
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goForward()
    await expect(page.getByRole('dialog', { name: 'Activity' })).toBeVisible()
    await page.reload()
    await expect(nameOf(page, 'grafana')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test('Back closes the list of keys on a page that was opened by its link, and the page goes on', async ({
  signedIn: page,
}) => {
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
  const users = page.url()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(users)
  await page.getByRole('button', { name: 'Activity' }).click()
  await expect(page.getByRole('dialog', { name: 'Activity' })).toBeVisible()
})

test('Back asks before a form loses its input, cancels a dialog and nothing else, and a link opened over it asks too', async ({
  signedIn: page,
}) => {
  const list = `${page.url()}#/tokens`
  const sheet = await newToken(page, 'half-typed')
  const discard = page.getByRole('alertdialog', { name: 'Discard changes?' })
  // Where the page stays, it goes forward again.
  const isBack = () => page.evaluate(() => (history.state as { isOverlay?: boolean } | null)?.isOverlay === true)
  await page.goBack()
  await expect(discard).toBeVisible()
  await expect.poll(isBack).toBe(true)
  await page.goBack()
  await expect(discard).toBeHidden()
  await expect.poll(isBack).toBe(true)
  await expect(sheet.getByLabel('Name', { exact: true })).toHaveValue('half-typed')
  await page.evaluate(() => void (location.hash = '#/tokens?name=grafana'))
  await discard.getByRole('button', { name: 'Keep editing' }).click()
  await expect(sheet.getByLabel('Name', { exact: true })).toHaveValue('half-typed')
  await expect.poll(isBack).toBe(true)
  await page.goBack()
  await discard.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(list)

  const question = await askToDelete(page, 'grafana')
  await page.getByRole('link', { name: 'Users', includeHidden: true }).evaluate((link: HTMLElement) => link.click())
  await expect(question).toBeHidden()
  await expect(nameOf(page, 'grafana')).toBeVisible()
  await expect(page).toHaveURL(list)
})

test('the scroll position of a long list comes back with it from another page, and after a reload when its rows are there', async ({
  signedIn: page,
  site,
}) => {
  const own = (await site.service.tokens()).length
  addRows(site)
  await readAgain(page, own + rows)
  await page.evaluate(() => scrollTo(0, 20_000))
  const middle = nameOf(page, 'row-0500')
  const where = () => page.evaluate(() => scrollY)
  await expect(middle).toBeAttached()
  await page.getByRole('link', { name: 'Users' }).evaluate((link: HTMLElement) => link.click())
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
  expect(await where()).toBe(0)
  await page.goBack()
  await expect(middle).toBeAttached()
  expect(await where()).toBe(20_000)
  await page.reload()
  await expect(middle).toBeAttached()
  await expect.poll(where).toBe(20_000)
})
