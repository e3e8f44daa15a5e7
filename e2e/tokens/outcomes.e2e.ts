import type { Page } from '@playwright/test'
import { storedIn } from '#e2e/rig/guard.ts'
import {
  rowButton,
  clipboard,
  copyNew,
  flip,
  goOn,
  namesIn,
  nameOf,
  openMenu,
  rowOf,
  savedOf,
  switchOf,
} from './tokens-page.ts'
import { expect, test } from '#e2e/rig/fixture.ts'

test.use({ examples: true, permissions: ['clipboard-read', 'clipboard-write'] })

const unusable = /[Tt]he new value needs repair. The service will probably reject it\./
const works = /New value\. It will probably work/
/** Up to five repairs, each within one second of the service's clock. */
const repairing = { timeout: 20_000 }
const noteWith = (page: Page, says: RegExp) => page.locator('.callout').getByText(says)
const again = (page: Page, what: string, name: string) =>
  page.getByRole('button', { name: `${what} ${name}`, exact: true })

test.describe('a service that shows values and keeps them', () => {
  test.use({ readings: 'documented,list-secret=carried' })

  test('a save whose value is kept says Saved in its row and nowhere else, and Undo there puts the row back as it was', async ({
    signedIn: page,
    site,
  }) => {
    const before = await site.service.token('ci-deploy')
    const value = await site.service.value('ci-deploy')
    await flip(page, 'ci-deploy', 'active')
    await expect(savedOf(page, 'ci-deploy')).toContainText('Saved')
    await expect(page.locator('.callout, .toast')).toHaveCount(0)
    expect(await site.service.token('ci-deploy')).toMatchObject({ active: false })
    // By keyboard it is the next stop after the switch.
    await page.keyboard.press('Tab')
    await expect(again(page, 'Undo for', 'ci-deploy')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(switchOf(page, 'ci-deploy', 'active')).toBeChecked()
    await expect(savedOf(page, 'ci-deploy')).toContainText('Saved')
    await expect(nameOf(page, 'ci-deploy')).toBeFocused()
    expect(await site.service.token('ci-deploy')).toMatchObject({ ...before, updated_at: expect.any(Number) })
    expect(await site.service.value('ci-deploy')).toBe(value)
    expect(await site.service.accepts(value)).toBe(true)
  })
})

test.describe('a service that issues a new value with every update', () => {
  test.use({ readings: 'documented,list-secret=carried,value-on-put=new' })

  test('a save says so, the copied value works, and the next warning says it too', async ({ signedIn: page, site }) => {
    const before = await site.service.value('ci-deploy')
    await flip(page, 'ci-deploy', 'write')
    await expect(page.getByRole('row', { name: 'About ci-deploy' })).toContainText(
      'Saved, write off. New value. It will probably work. Give it to the programs that use this token.',
    )
    const value = await copyNew(page, 'ci-deploy')
    expect(value).not.toBe(before)
    expect(await site.service.accepts(value)).toBe(true)
    const warned = page.getByRole('alertdialog').getByText('Saving replaces its value; programs need the new one.')
    await switchOf(page, 'grafana', 'write').click()
    await expect(warned).toBeVisible()
    for (const secret of [before, value]) expect(await storedIn(page)).not.toContain(secret)
  })
})

test.describe('a service whose updates break values', () => {
  test.use({ readings: 'query-server' })

  test('the list shows it at once: the first save repairs, as its question says, “never” does not end, and so does its undo', async ({
    signedIn: page,
    site,
  }) => {
    const says = page.getByRole('alertdialog').getByText('The console saves it again until its value fits.')
    const { updated_at: _, ...before } = (await site.service.token('ci-deploy')) ?? { updated_at: 0 }
    await switchOf(page, 'ci-deploy', 'write').click()
    await expect(says).toBeVisible()
    await goOn(page)
    await expect(noteWith(page, works)).toBeVisible(repairing)
    expect(await site.service.accepts(await copyNew(page, 'ci-deploy'))).toBe(true)
    expect(await site.service.token('ci-deploy')).toMatchObject({ ...before, write: false })

    await switchOf(page, 'backup-nightly', 'write').click()
    await expect(says).toBeVisible()
    await expect(page.getByText(/has no expiry; saving/)).toHaveCount(0)
    await goOn(page)
    await expect(noteWith(page, /New value\. Give it to the programs that use this token/)).toBeVisible(repairing)
    const held = await site.service.token('backup-nightly')
    expect(held).toMatchObject({ write: true })
    expect(held?.expiration_date).toBe(held?.updated_at)
    expect(await site.service.accepts(await copyNew(page, 'backup-nightly'))).toBe(true)

    await switchOf(page, 'grafana', 'write').click()
    await goOn(page)
    await expect(noteWith(page, works)).toBeVisible(repairing)
    await again(page, 'Undo for', 'grafana').click()
    await expect(page.getByRole('alertdialog', { name: 'Turn write off for “grafana” again?' })).toBeVisible()
    await expect(says).toBeVisible()
    await goOn(page)
    await expect(switchOf(page, 'grafana', 'write')).not.toBeChecked(repairing)
    await expect(noteWith(page, works)).toBeVisible(repairing)
    expect(await site.service.accepts(await copyNew(page, 'grafana'))).toBe(true)
    await expect(noteWith(page, unusable)).toHaveCount(0)
  })

  test('rows whose values somebody else broke are marked, counted and can be filtered, and “Copy” warns', async ({
    page,
    site,
    signedIn,
  }) => {
    await expect(nameOf(signedIn, 'search-indexer')).toBeVisible()
    await expect(page.getByText(/1 value needs repair/)).toBeVisible()
    await site.service.changeToken({ name: 'grafana', write: true })
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(page.getByText(/2 values need repair/)).toBeVisible()
    await expect(rowOf(page, 'grafana')).toContainText('Needs repair')
    await expect(rowOf(page, 'ci-deploy')).not.toContainText('Needs repair')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(namesIn(page)).toHaveText(['grafana', 'search-indexer'])
    await expect(page.getByRole('button', { name: 'Needs repair 2' })).toHaveAttribute('aria-pressed', 'true')

    await rowButton(page, 'Copy', 'grafana').click()
    await expect(page.getByText(/but the service will probably reject it\. Repair it first\./).first()).toBeVisible()
    expect(await site.service.accepts(await clipboard(page))).toBe(false)

    await openMenu(page, 'grafana')
    await page.getByRole('menuitem', { name: 'Repair value of grafana' }).click()
    await expect(noteWith(page, works)).toBeVisible(repairing)
    expect(await site.service.accepts(await copyNew(page, 'grafana'))).toBe(true)
    await page.getByRole('button', { name: /^All \d+$/ }).click()
    await expect(page.getByText(/1 value needs repair/)).toBeVisible()
  })
})
