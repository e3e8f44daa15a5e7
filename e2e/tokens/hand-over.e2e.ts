import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import Papa from 'papaparse'
import { atWidths, expectAccessible, pressInBanner } from '#e2e/accessibility/expect-accessible.ts'
import { heldInHeap } from '#e2e/security/heap.ts'
import { storedIn } from '#e2e/rig/guard.ts'
import { expect, test, type World } from '#e2e/rig/world.ts'
import { newUser, toUsers } from '#e2e/users/users-page.ts'
import { clipboard, nameOf, newToken, toastOf } from './tokens-page.ts'

test.use({ examples: true, permissions: ['clipboard-read', 'clipboard-write'] })

// Snapshots of the heap take long.

const names = ['for-ann', 'for-ben', 'for-cem']

/** Creates the tokens in the page, and returns their values. */
async function created(page: Page, { service }: World): Promise<string[]> {
  for (const name of names) {
    const sheet = await newToken(page, name)
    await sheet.getByRole('button', { name: 'Create token' }).click()
    await expect(nameOf(page, name)).toBeVisible()
  }
  return Promise.all(names.map((name) => service.value(name)))
}

/** The part of a value that no other value of the service shares. */
const own = (value: string) => value.split('.').at(-1) ?? value

test('new tokens are handed over in three acts, and no value stays in the browser but in the clipboard', async ({
  signedIn: page,
  world,
}) => {
  const values = await created(page, world)
  const before = world.proxy.callsTo('GET /_/token/value').length
  await pressInBanner(page, 'Hand over…')
  await page.getByRole('button', { name: 'Copy all' }).click()
  await expect(toastOf(page)).toHaveText('Copied 3 new values.')
  expect(world.proxy.callsTo('GET /_/token/value').length - before).toBe(3)
  await expect(page.getByRole('button', { name: 'Copy all' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('body')).not.toBeFocused()
  await expect(page.getByText(/not copied\.$/)).toHaveCount(0)
  expect(await heldInHeap(page, values.map(own))).toEqual([])
  const held = `${await storedIn(page)} ${await page.content()} ${page.url()}`
  for (const value of values) expect(held).not.toContain(own(value))
  expect(await clipboard(page)).toBe(names.map((name, at) => `${name}\t${values[at]}`).join('\n'))
})

test('the downloaded file holds every value as it is, and the heap holds none', async ({ signedIn: page, world }) => {
  const values = await created(page, world)
  await pressInBanner(page, 'Hand over…')
  await page.getByRole('button', { name: 'Download…' }).click()
  const question = page.getByRole('alertdialog', { name: 'Download 3 new values?' })
  await expect(question).toContainText('Open it as text')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    question.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^query-admin-secrets-\d{4}-\d\d-\d\d\.csv$/)
  const { data } = Papa.parse<string[]>(await readFile(await file.path(), 'utf8'))
  expect(data.slice(1).map(([name, secret]) => [name, secret])).toEqual(names.map((name, at) => [name, values[at]]))
  await expect(page.getByRole('button', { name: 'Download…' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await heldInHeap(page, values.map(own))).toEqual([])
})

test('a value that cannot be read says so on its own line, and the others are copied', async ({
  signedIn: page,
  world,
  watch,
}) => {
  const values = await created(page, world)
  await pressInBanner(page, 'Hand over…')
  watch.allowFailure('/_/token/value?name=for-ben', 500)
  await page.route('**/_/token/value?name=for-ben', (route) =>
    route.fulfill({ status: 500, headers: { 'x-query-admin-host': '9' } }),
  )
  await page.getByRole('button', { name: 'Copy all' }).click()
  await expect(toastOf(page)).toContainText('Copied 2 new values. 1 secret could not be read.')
  await expect(page.getByRole('listitem').filter({ hasText: 'for-ben' })).toContainText('The service failed (500)')
  await expect(page.getByText('Copied', { exact: true })).toHaveCount(2)
  expect(await clipboard(page)).toBe(`for-ann\t${values[0]}\nfor-cem\t${values[2]}`)
})

atWidths(5, () => {
  test('the list and its questions are accessible, and the keyboard alone works in them', async ({
    signedIn: page,
    world,
  }) => {
    await created(page, world)
    await pressInBanner(page, 'Hand over…')
    const list = page.getByRole('dialog', { name: 'Hand over' })
    const copy = list.getByRole('button', { name: 'Copy value of for-ann' })
    await expect(copy).toBeVisible()
    for (let tabs = 0; tabs < 9 && !(await copy.evaluate((node) => node === document.activeElement)); tabs += 1)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(list.getByText('Copied', { exact: true })).toHaveCount(1)
    await expectAccessible(page, 'hand over')
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: 'Close the list?' })
    await expect(question.getByRole('button', { name: 'Keep it open' })).toBeFocused()
    await expectAccessible(page, 'close the list')
    await page.keyboard.press('Escape')
    await expect(list).toBeVisible()
    await expect(question).toHaveCount(0)
  })
})

test('generated passwords that were handed over and forgotten leave the heap', async ({ signedIn: page, world }) => {
  await toUsers(page)
  const passwords: string[] = []
  for (const email of ['ann@example.test', 'ben@example.test']) {
    const sheet = await newUser(page, email, '')
    await sheet.getByRole('button', { name: 'Generate' }).click()
    passwords.push(await sheet.getByLabel('Password', { exact: true }).inputValue())
    await sheet.getByRole('button', { name: 'Create user' }).click()
    await expect(sheet).toBeHidden()
  }
  await pressInBanner(page, 'Hand over…')
  await page.getByRole('button', { name: 'Copy all' }).click()
  await expect(toastOf(page)).toHaveText('Copied 2 new passwords.')
  expect(await heldInHeap(page, passwords), 'while the list is open').not.toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await heldInHeap(page, passwords)).toEqual([])
  expect(await clipboard(page)).toBe(`ann@example.test\t${passwords[0]}\nben@example.test\t${passwords[1]}`)
  expect(await world.service.signIn('ben@example.test', passwords[1] ?? '')).toBeDefined()
})

test('ten imported tokens are handed over in three acts from the report of their import', async ({
  signedIn: page,
  world,
}) => {
  const ten = Array.from({ length: 10 }, (_, at) => `for-team-${at}`)
  await page.getByRole('button', { name: 'More for tokens' }).click()
  await page.getByRole('menuitem', { name: 'Import…' }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a file…' }).click(),
  ])
  const buffer = Buffer.from(`name\n${ten.join('\n')}\n`)
  await chooser.setFiles({ name: 'tokens.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Import 10', exact: true }).click()
  const report = page.getByRole('dialog', { name: '10 tokens imported' })
  await report.getByRole('button', { name: 'Hand over…' }).click()
  const list = page.getByRole('dialog', { name: 'Hand over' })
  await list.getByRole('button', { name: 'Copy all' }).click()
  await expect(list.getByText('Copied', { exact: true })).toHaveCount(10)
  await list.getByRole('button', { name: 'Close' }).click()
  await expect(list).toHaveCount(0)
  await expect(report).toHaveCount(0)
  await expect(page.locator('body')).not.toBeFocused()
  const lines = await Promise.all(ten.map(async (name) => `${name}\t${await world.service.value(name)}`))
  expect((await clipboard(page)).split('\n').toSorted()).toEqual(lines.toSorted())
})
