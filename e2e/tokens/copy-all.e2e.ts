import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import Papa from 'papaparse'
import { atWidths, expectAccessible } from '#e2e/accessibility/expect-accessible.ts'
import { heldInHeap } from '#e2e/security/heap.ts'
import { storedIn } from '#e2e/rig/guard.ts'
import { expect, test } from '#e2e/rig/fixture.ts'
import { toUsers } from '#e2e/users/users-page.ts'
import { clipboard, toastOf } from './tokens-page.ts'

test.use({ examples: true, permissions: ['clipboard-read', 'clipboard-write'] })

const names = Array.from({ length: 10 }, (_, at) => `for-team-${at}`)

/** Imports these lines, and returns the report. */
async function imported(page: Page, resource: 'tokens' | 'users', lines: readonly string[]): Promise<Locator> {
  await page.getByRole('button', { name: `More for ${resource}` }).click()
  await page.getByRole('menuitem', { name: 'Import…' }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a file…' }).click(),
  ])
  const buffer = Buffer.from(`${lines.join('\n')}\n`)
  await chooser.setFiles({ name: 'file.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: /^Import \d+$/ }).click()
  const report = page.getByRole('dialog', { name: `${lines.length - 1} ${resource} imported` })
  await expect(report).toBeVisible()
  return report
}

/** The part of a value that no other value of the service shares. */
const own = (value: string) => value.split('.').at(-1) ?? value

test('the values of a job are copied from its report with one click, and none stays in the browser but in the clipboard', async ({
  signedIn: page,
  site,
}) => {
  const report = await imported(page, 'tokens', ['name', ...names])
  await report.getByRole('button', { name: 'Copy all' }).click()
  await expect(toastOf(page)).toHaveText('Copied 10 values.')
  await expect(report.getByText('Copied', { exact: true })).toHaveCount(10)
  await report.getByRole('button', { name: 'Close' }).last().click()
  const values = await Promise.all(names.map((name) => site.service.value(name)))
  expect(await heldInHeap(page, values.map(own))).toEqual([])
  const held = `${await storedIn(page)} ${await page.content()} ${page.url()}`
  for (const value of values) expect(held).not.toContain(own(value))
  const lines = names.map((name, at) => `${name}\t${values[at]}`)
  expect((await clipboard(page)).split('\n').toSorted()).toEqual(lines.toSorted())
})

test('the downloaded file holds every value as it is, and the heap holds none', async ({ signedIn: page, site }) => {
  const report = await imported(page, 'tokens', ['name', ...names])
  await report.getByRole('button', { name: 'Download…' }).click()
  const question = page.getByRole('alertdialog', { name: 'Download 10 new values?' })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    question.getByRole('button', { name: 'Download' }).click(),
  ])
  const { data } = Papa.parse<string[]>(await readFile(await file.path(), 'utf8'))
  const values = await Promise.all(names.map(async (name) => [name, await site.service.value(name)]))
  expect(data.slice(1).map(([name, secret]) => [name, secret])).toEqual(values)
  await expect(toastOf(page)).toHaveText('The file holds 10 values. Open it as text.')
  await report.getByRole('button', { name: 'Close' }).last().click()
  const secrets = values.map(([, value = '']) => own(value))
  expect(await heldInHeap(page, secrets)).toEqual([])
})

test('generated passwords leave the heap once they are copied and the report is closed', async ({
  signedIn: page,
  site,
}) => {
  await toUsers(page)
  const emails = ['ann@example.test', 'ben@example.test']
  const report = await imported(page, 'users', ['email', ...emails])
  await report.getByRole('button', { name: 'Copy all' }).click()
  await expect(toastOf(page)).toHaveText('Copied 2 passwords.')
  const passwords = (await clipboard(page)).split('\n').map((line) => line.split('\t')[1] ?? '')
  expect(await heldInHeap(page, passwords), 'while the report is open').not.toEqual([])
  await report.getByRole('button', { name: 'Close' }).last().click()
  expect(await heldInHeap(page, passwords)).toEqual([])
  expect(await site.service.signIn('ben@example.test', passwords[1] ?? '')).toBeDefined()
})

atWidths(5, () => {
  test('the report with its values is accessible', async ({ signedIn: page }) => {
    await imported(page, 'tokens', ['name', ...names])
    await expectAccessible(page, 'a report with values')
  })
})
