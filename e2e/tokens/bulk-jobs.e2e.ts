import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/accessibility/expect-accessible.ts'
import { exportedBy } from '#e2e/rig/csv-export.ts'
import { expect, onePreset, test, type Site } from '#e2e/rig/fixture.ts'
import { toUsers } from '#e2e/users/users-page.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Selected tokens' })
const sheet = (page: Page) => page.getByRole('dialog')
const allBox = (page: Page) => page.getByRole('checkbox', { name: 'Select all shown' })
const nameAt = (at: number) => `old-${String(at).padStart(2, '0')}`

/** Adds tokens of one prefix, and one other. The last `inactive` of them are not active. */
async function show(page: Page, { service }: Site, many: number, inactive = 0): Promise<void> {
  for (let at = 0; at < many; at += 1) await service.addToken({ name: nameAt(at), active: at < many - inactive })
  await service.addToken({ name: 'other' })
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByText(`${many + 1} tokens`)).toBeVisible()
}

/** Runs an action on all tokens of the prefix. */
async function start(page: Page, act: string): Promise<void> {
  await page.getByLabel('Search tokens').fill('old')
  await allBox(page).check()
  await bar(page).getByRole('button', { name: act, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: act, exact: true }).click()
}

onePreset(1, () => {
  test('40 tokens of one prefix are deactivated with four actions; the job can be hidden, and its report is right', async ({
    signedIn: page,
    site,
  }) => {
    await show(page, site, 43, 3)
    let go = () => {}
    site.proxy.fail('PUT /_/token', { until: new Promise<void>((resolve) => (go = resolve)) })
    await page.getByLabel('Search tokens').fill('old')
    await allBox(page).check()
    await expectAccessible(page, 'all of a prefix selected')
    await bar(page).getByRole('button', { name: 'Deactivate', exact: true }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('3 of 43 are already inactive')
    await expect(question.getByRole('list', { name: 'Names' }).getByRole('listitem')).toHaveCount(10)
    await question.getByRole('button', { name: 'Show 30 more names' }).click()
    await expect(question.getByRole('list', { name: 'Names' }).getByRole('listitem')).toHaveCount(40)
    await expectAccessible(page, 'the question before a run')
    await question.getByRole('button', { name: /^Deactivate/ }).click()

    await expect(sheet(page)).toHaveAccessibleName('Deactivating 40 tokens')
    await expect(sheet(page).getByText('Saving…').first()).toBeVisible()
    await expectAccessible(page, 'a run')
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toHaveCount(0)
    await toUsers(page)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    go()
    await expect(sheet(page)).toHaveAccessibleName('40 tokens deactivated', { timeout: 60_000 })
    await expectAccessible(page, 'the report of a run')
    const { text } = await exportedBy(page, sheet(page))
    expect(text.split('\r\n')).toHaveLength(1 + 43)
    await sheet(page).getByRole('button', { name: 'Close' }).last().click()
    const tokens = await site.service.tokens()
    expect(tokens.filter(({ active }) => active).map(({ name }) => name)).toEqual(['other'])
  })
})

test('12 tokens are deleted after their number was typed; one that fails can be tried again', async ({
  signedIn: page,
  site,
  watch,
}) => {
  await show(page, site, 12)
  await page.getByLabel('Search tokens').fill('old')
  await allBox(page).check()
  await bar(page).getByRole('button', { name: 'Delete…', exact: true }).click()
  const question = page.getByRole('alertdialog')
  const go = question.getByRole('button', { name: /^Delete/ })
  await expect(go).toBeDisabled()
  await question.getByLabel('Type 12 to continue').fill('11')
  await expect(go).toBeDisabled()
  await question.getByLabel('Type 12 to continue').fill('12')
  site.proxy.fail('DELETE /_/token', { status: 500 })
  watch.expectFailure('/_/token', 500)
  await go.click()
  await expect(sheet(page)).toHaveAccessibleName('11 of 12 tokens deleted', { timeout: 30_000 })
  expect(await site.service.tokens()).toHaveLength(2)
  await expectAccessible(page, 'a report with a failure')
  await sheet(page)
    .getByRole('button', { name: /^Try again for old/ })
    .click()
  await page
    .getByRole('alertdialog', { name: /^Delete “old-/ })
    .getByRole('button', { name: 'Delete token' })
    .click()
  await expect(sheet(page)).toHaveAccessibleName('12 tokens deleted', { timeout: 30_000 })
  expect((await site.service.tokens()).map(({ name }) => name)).toEqual(['other'])
})

test('a reload in the middle asks; the same action on the same rows then leaves out what is done', async ({
  signedIn: page,
  site,
}) => {
  await show(page, site, 12)
  site.proxy.fail('PUT /_/token', { until: new Promise(() => {}) }, 4)
  await start(page, 'Deactivate')
  await expect(sheet(page).getByText('Saving…').first()).toBeVisible()
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
  })
  await Promise.all([asked, page.reload()])
  site.proxy.heal()
  await start(page, 'Deactivate')
  await expect(sheet(page)).toHaveAccessibleName(/tokens deactivated$/, { timeout: 30_000 })
  expect((await site.service.tokens()).filter(({ active }) => active).map(({ name }) => name)).toEqual(['other'])
  await page.keyboard.press('Escape')
})
