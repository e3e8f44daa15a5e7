import type { Page } from '@playwright/test'
import { heldInHeap } from '#e2e/security/heap.ts'
import { expect, onePreset, test } from '#e2e/rig/fixture.ts'
import { toUsers } from './users-page.ts'

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Import users' })

/** Two steps: the menu, and its entry. */
async function openImport(page: Page) {
  await page.getByRole('button', { name: 'More for users' }).click()
  await page.getByRole('menuitem', { name: 'Import…' }).click()
}

/** Two steps: the button, and the browser's own dialog. */
async function choose(page: Page, content: string) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    sheetOf(page).getByRole('button', { name: 'Choose a file…' }).click(),
  ])
  await chooser.setFiles({ name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
}

const passwordOf = (at: number) => `pass "${at}", =1+1; ein langes Wort`

onePreset(63, () => {
  test('50 users are imported from a file in five steps, and their passwords leave the page', async ({
    signedIn: page,
    site,
  }) => {
    test.slow()
    await toUsers(page)
    const lines = Array.from({ length: 50 }, (_, at) => {
      const password = at < 40 ? `"${passwordOf(at).replaceAll('"', '""')}"` : ''
      return `new-${at}@example.test,${password},${at === 7 ? 'yes' : 'no'}`
    })
    await openImport(page)
    await choose(page, `Email,Password,Admin\n${lines.join('\n')}\n`)
    await expect(sheetOf(page).getByText('1 new admin: can manage tokens and users.')).toBeVisible()
    await expect(sheetOf(page).getByText('10 passwords are generated.')).toBeVisible()
    await sheetOf(page).getByRole('button', { name: 'Import 50', exact: true }).click()
    await expect(page.getByRole('heading', { name: '50 users imported' })).toBeVisible({ timeout: 60_000 })
    expect(await site.service.user('new-7@example.test')).toMatchObject({ admin: true, active: true })
    expect(await site.service.user('new-49@example.test')).toMatchObject({ admin: false, active: true })
    for (const at of [0, 39])
      expect(await site.service.signIn(`new-${at}@example.test`, passwordOf(at)), String(at)).toBeDefined()
    expect(await heldInHeap(page, [passwordOf(3), passwordOf(38)])).toEqual([])
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('ein langes Wort')
  })
})

test.describe('on a service with a list', () => {
  test.use({ readings: 'documented' })

  test('a file whose import a reload interrupted is imported again: what exists is left out', async ({
    signedIn: page,
    site,
  }) => {
    test.slow()
    const emails = Array.from({ length: 9 }, (_, at) => `late-${at}@example.test`)
    const file = `email,password\n${emails.map((email) => `${email},the word of ${email}`).join('\n')}`
    let release = () => {}
    const gate = new Promise<void>((go) => (release = go))
    site.proxy.fail('POST /_/user', { until: gate }, Number.POSITIVE_INFINITY)
    await toUsers(page)
    await openImport(page)
    await choose(page, file)
    await sheetOf(page).getByRole('button', { name: 'Import 9', exact: true }).click()
    await expect.poll(() => site.proxy.callsTo('POST /_/user').length).toBe(1) // the first goes alone
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    site.proxy.heal()
    release()
    await expect.poll(() => site.service.user('late-0@example.test')).toBeDefined()
    await expect(page.getByText(/^Refreshed /)).toBeVisible()
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(page.getByText('late-0@example.test')).toBeVisible()
    await openImport(page)
    await choose(page, file)
    await sheetOf(page).getByRole('button', { name: 'Import 8', exact: true }).click()
    const late = async () => (await site.service.users()).filter(({ email }) => email.startsWith('late-')).length
    await expect.poll(late, { timeout: 30_000 }).toBe(9)
    for (const email of emails) expect(await site.service.signIn(email, `the word of ${email}`)).toBeDefined()
    expect(site.proxy.callsTo('POST /_/user')).toHaveLength(9)
  })
})
