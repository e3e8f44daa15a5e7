import type { HeldToken } from '#e2e/rig/direct-service.ts'
import { changeExpiry, flip, goOn, nameOf, rowOf, sheetOf, switchOf } from './tokens-page.ts'
import { expect, presets, test } from '#e2e/rig/fixture.ts'

test.use({ examples: true })

const sentIn = (body: string | undefined) => JSON.parse(body ?? '{}') as Partial<HeldToken>

for (const readings of presets) {
  test.describe(readings, () => {
    test.use({ readings })

    test('a switch in the row is one PUT of the whole record, and the row shows what the service stored', async ({
      signedIn: page,
      site,
    }) => {
      const before = await site.service.token('ci-deploy')
      await flip(page, 'ci-deploy', 'active')
      await expect(switchOf(page, 'ci-deploy', 'active')).not.toBeChecked()
      await expect(rowOf(page, 'ci-deploy')).toContainText('Inactive')
      await expect(
        page
          .getByText(/Saved(?! with)/)
          .filter({ visible: true })
          .first(),
      ).toBeVisible()
      expect(await site.service.token('ci-deploy')).toMatchObject({
        ...before,
        active: false,
        updated_at: expect.any(Number),
      })
      const puts = site.proxy.callsTo('PUT /_/token')
      expect(puts).toHaveLength(1)
      const { expiration_date, name, write } = before as HeldToken
      expect(sentIn(puts[0]?.body)).toEqual({ name, expiration_date, active: false, write })
      await expect(switchOf(page, 'ci-deploy-staging', 'active')).toBeChecked()

      await flip(page, 'ci-deploy', 'write')
      await expect(switchOf(page, 'ci-deploy', 'write')).not.toBeChecked()
      expect(await site.service.token('ci-deploy')).toMatchObject({ active: false, write: false, expiration_date })
    })

    test('several changes in the sheet are one PUT, and the focus returns to the name', async ({
      signedIn: page,
      site,
    }) => {
      await nameOf(page, 'grafana').click()
      const sheet = sheetOf(page, 'grafana')
      await changeExpiry(sheet, '90 days')
      await sheet.getByRole('switch', { name: 'Write' }).click()
      const at = Date.now() + 90 * 24 * 60 * 60 * 1000
      await sheet.getByRole('button', { name: 'Save changes' }).click()
      await goOn(page)
      await expect(nameOf(page, 'grafana')).toBeFocused()
      await expect(switchOf(page, 'grafana', 'write')).toBeChecked()
      const held = await site.service.token('grafana')
      expect(held).toMatchObject({ write: true, active: true })
      const off = Math.abs((held?.expiration_date ?? 0) - site.service.moment(at))
      expect(off).toBeLessThan(site.service.moment(20_000))
      const puts = site.proxy.callsTo('PUT /_/token')
      expect(sentIn(puts[0]?.body)).toMatchObject({ name: 'grafana', write: true, active: true })
      // Where updates break values, what follows repairs the new one, as the dialog said.
      if (readings !== 'query-server') expect(puts).toHaveLength(1)
    })
  })
}

test('rows are changed one by one and two at once, each after its warning; a changed row keeps its place', async ({
  signedIn: page,
  site,
}) => {
  const active = switchOf(page, 'ci-deploy', 'active')
  await test.step('a save that may issue a new value warns first; Cancel sends nothing', async () => {
    await active.click()
    const warning = page.getByRole('alertdialog', { name: 'Deactivate “ci-deploy”?' })
    await expect(warning.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(warning).toBeHidden()
    await expect(active).toBeChecked()
    await expect(active).toBeFocused()
    expect(site.proxy.callsTo('PUT /_/token')).toHaveLength(0)
  })
  await test.step('a changed row keeps its place, even if the filter no longer matches, until the view changes', async () => {
    await page.getByRole('button', { name: /^Active \d+$/ }).click()
    const names = page.getByRole('table', { name: 'Tokens' }).getByRole('rowheader')
    const before = await names.allInnerTexts()
    await flip(page, 'ci-deploy', 'active')
    await expect(active).not.toBeChecked()
    await expect(names).toHaveText(before)
    await page.getByRole('button', { name: /^All \d+$/ }).click()
    await page.getByRole('button', { name: /^Active \d+$/ }).click()
    await expect(nameOf(page, 'ci-deploy')).toHaveCount(0)
    await page.getByRole('button', { name: /^All \d+$/ }).click()
  })
  await test.step('two rows changed at once each keep their own value', async () => {
    await flip(page, 'ci-deploy', 'active')
    await flip(page, 'grafana', 'write')
    await expect(active).toBeChecked()
    await expect(switchOf(page, 'grafana', 'write')).toBeChecked()
    expect(await site.service.token('ci-deploy')).toMatchObject({ active: true, write: true })
    expect(await site.service.token('grafana')).toMatchObject({ active: true, write: true })
  })
  await test.step('a token without an expiry still has none after a save', async () => {
    await flip(page, 'backup-nightly', 'write')
    await expect(switchOf(page, 'backup-nightly', 'write')).toBeChecked()
    expect(site.proxy.callsTo('PUT /_/token').at(-1)?.body).not.toContain('expiration_date')
    const held = await site.service.token('backup-nightly')
    expect(held?.expiration_date).toBe(held?.updated_at)
  })
})

test.describe('a service that turns “never” into a date with every PUT', () => {
  // Its rows show no values, so nobody knows that a repair would keep it.
  test.use({ readings: 'query-server,list-secret=left-out' })
  test('is noticed: the note says that the expiry changed, and the row shows the date', async ({
    signedIn: page,
    site,
  }) => {
    await flip(page, 'backup-nightly', 'write')
    await expect(page.getByRole('row', { name: 'About backup-nightly' })).toContainText(
      '“expires” changed. This save did not ask for that.',
    )
    await expect(rowOf(page, 'backup-nightly')).toContainText('Expired')
    expect(await site.service.token('backup-nightly')).toMatchObject({ write: true })
  })
})
