import type { HeldToken } from '#e2e/rig/direct-service.ts'
import { expires, flip, goOn, nameOf, rowOf, switchOf } from './tokens-page.ts'
import { expect, onePreset, presets, test } from '#e2e/rig/world.ts'

test.use({ examples: true })

const sentIn = (body: string | undefined) => JSON.parse(body ?? '{}') as Partial<HeldToken>

for (const readings of presets) {
  test.describe(readings, () => {
    test.use({ readings })

    test('a switch in the row is one PUT of the whole record, and the row shows what the service stored', async ({
      signedIn: page,
      world,
    }) => {
      const before = await world.service.token('ci-deploy')
      await flip(page, 'ci-deploy', 'active')
      await expect(switchOf(page, 'ci-deploy', 'active')).not.toBeChecked()
      await expect(rowOf(page, 'ci-deploy')).toContainText('Inactive')
      await expect(
        page
          .getByText(/Saved(?! with)/)
          .filter({ visible: true })
          .first(),
      ).toBeVisible()
      expect(await world.service.token('ci-deploy')).toMatchObject({
        ...before,
        active: false,
        updated_at: expect.any(Number),
      })
      const puts = world.proxy.callsTo('PUT /_/token')
      expect(puts).toHaveLength(1)
      const { expiration_date, name, write } = before as HeldToken
      expect(sentIn(puts[0]?.body)).toEqual({ name, expiration_date, active: false, write })
      await expect(switchOf(page, 'ci-deploy-staging', 'active')).toBeChecked()

      await flip(page, 'ci-deploy', 'write')
      await expect(switchOf(page, 'ci-deploy', 'write')).not.toBeChecked()
      expect(await world.service.token('ci-deploy')).toMatchObject({ active: false, write: false, expiration_date })
    })

    test('several changes in the form are one PUT, and the focus returns to the name', async ({
      signedIn: page,
      world,
    }) => {
      await nameOf(page, 'grafana').click()
      const sheet = page.getByRole('dialog', { name: 'Edit grafana' })
      await expires(sheet, '90 days')
      await sheet.getByRole('switch', { name: 'Write' }).click()
      const at = Date.now() + 90 * 24 * 60 * 60 * 1000
      await sheet.getByRole('button', { name: 'Save changes' }).click()
      await goOn(page)
      await expect(nameOf(page, 'grafana')).toBeFocused()
      await expect(switchOf(page, 'grafana', 'write')).toBeChecked()
      const held = await world.service.token('grafana')
      expect(held).toMatchObject({ write: true, active: true })
      const off = Math.abs((held?.expiration_date ?? 0) - world.service.moment(at))
      expect(off).toBeLessThan(world.service.moment(20_000))
      expect(world.proxy.callsTo('PUT /_/token')).toHaveLength(1)
    })
  })
}

onePreset(0, () => {
  test('a save without changes sends nothing', async ({ signedIn: page, world }) => {
    const before = await world.service.token('grafana')
    await nameOf(page, 'grafana').click()
    const sheet = page.getByRole('dialog', { name: 'Edit grafana' })
    await expect(sheet.getByLabel('Password')).toHaveCount(0)
    await sheet.getByRole('button', { name: 'Save changes' }).click()
    await expect(sheet).toBeHidden()
    await expect(nameOf(page, 'grafana')).toBeFocused()
    expect(world.proxy.callsTo('PUT /_/token')).toHaveLength(0)
    expect(await world.service.token('grafana')).toEqual(before)
  })
})

onePreset(1, () => {
  test('a row that somebody else changed meanwhile is not overwritten: a dialog asks', async ({
    signedIn: page,
    world,
  }) => {
    await expect(nameOf(page, 'grafana')).toBeVisible()
    await world.service.changeToken({ name: 'grafana', write: true })
    await switchOf(page, 'grafana', 'active').click()
    const question = page.getByRole('alertdialog', { name: '“grafana” changed while you were editing it' })
    await expect(question.getByRole('row', { name: /^Write off on unchanged/ })).toBeVisible()
    await expect(question.getByRole('row', { name: /^Active on on off/ })).toBeVisible()
    expect(world.proxy.callsTo('PUT /_/token')).toHaveLength(0)
    await question.getByRole('button', { name: 'Save only my change' }).click()
    await expect(switchOf(page, 'grafana', 'active')).not.toBeChecked()
    expect(await world.service.token('grafana')).toMatchObject({ active: false, write: true })
  })
})

onePreset(2, () => {
  test('a row that was deleted meanwhile is not sent, and does not come back', async ({ signedIn: page, world }) => {
    await expect(nameOf(page, 'grafana')).toBeVisible()
    await world.service.deleteToken('grafana')
    await switchOf(page, 'grafana', 'active').click()
    await expect(page.getByText(/grafana.*already deleted. Nothing was sent/i).first()).toBeAttached()
    expect(world.proxy.callsTo('PUT /_/token')).toHaveLength(0)
    expect(await world.service.token('grafana')).toBeUndefined()
  })
})

test('a pending switch shows the stored value, and a second press requests the reverse', async ({
  signedIn: page,
  world,
}) => {
  let release = () => undefined as void
  world.proxy.fail('PUT /_/token', { until: new Promise<void>((resolve) => (release = resolve)) })
  const active = switchOf(page, 'ci-deploy', 'active')
  await flip(page, 'ci-deploy', 'active')
  await expect(active).toHaveAttribute('aria-busy', 'true')
  await expect(active).toHaveAttribute('aria-checked', 'true')
  await expect(active).toBeEnabled()
  await expect(rowOf(page, 'ci-deploy')).toContainText('Saving…')
  await flip(page, 'ci-deploy', 'active')
  release()
  await expect(active).not.toHaveAttribute('aria-busy', 'true')
  await expect(active).toHaveAttribute('aria-checked', 'true')
  expect(world.proxy.callsTo('PUT /_/token').map(({ body }) => sentIn(body).active)).toEqual([false, true])
  expect(await world.service.token('ci-deploy')).toMatchObject({ active: true })
})

test('a save that may issue a new value warns first; Cancel sends nothing', async ({ signedIn: page, world }) => {
  await switchOf(page, 'ci-deploy', 'active').click()
  const warning = page.getByRole('alertdialog', { name: 'Deactivate “ci-deploy”?' })
  await expect(warning.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(warning).toBeHidden()
  await expect(switchOf(page, 'ci-deploy', 'active')).toBeChecked()
  await expect(switchOf(page, 'ci-deploy', 'active')).toBeFocused()
  expect(world.proxy.callsTo('PUT /_/token')).toHaveLength(0)
  await switchOf(page, 'ci-deploy', 'write').click()
  await page.getByLabel('Don’t warn again in this session').check()
  await goOn(page)
  await expect(switchOf(page, 'ci-deploy', 'write')).not.toBeChecked()
  await switchOf(page, 'ci-deploy', 'write').click()
  await expect(switchOf(page, 'ci-deploy', 'write')).toBeChecked()
})

test('two rows changed at once each keep their own value', async ({ signedIn: page, world }) => {
  await flip(page, 'ci-deploy', 'active')
  await flip(page, 'grafana', 'write')
  await expect(switchOf(page, 'ci-deploy', 'active')).not.toBeChecked()
  await expect(switchOf(page, 'grafana', 'write')).toBeChecked()
  expect(await world.service.token('ci-deploy')).toMatchObject({ active: false, write: true })
  expect(await world.service.token('grafana')).toMatchObject({ active: true, write: true })
})

test('a changed row keeps its place, even if the filter no longer matches, until the view changes', async ({
  signedIn: page,
}) => {
  await page.getByRole('button', { name: /^Active \d+$/ }).click()
  const names = page.getByRole('table', { name: 'Tokens' }).getByRole('rowheader')
  const before = await names.allInnerTexts()
  await flip(page, 'ci-deploy', 'active')
  await expect(switchOf(page, 'ci-deploy', 'active')).not.toBeChecked()
  await expect(names).toHaveText(before)
  await page.getByRole('button', { name: /^All \d+$/ }).click()
  await page.getByRole('button', { name: /^Active \d+$/ }).click()
  await expect(nameOf(page, 'ci-deploy')).toHaveCount(0)
})

test('a token without an expiry still has none after a save', async ({ signedIn: page, world }) => {
  await flip(page, 'backup-nightly', 'write')
  await expect(switchOf(page, 'backup-nightly', 'write')).toBeChecked()
  expect(world.proxy.callsTo('PUT /_/token')[0]?.body).not.toContain('expiration_date')
  const held = await world.service.token('backup-nightly')
  expect(held?.expiration_date).toBe(held?.updated_at)
})

test.describe('a service that turns “never” into a date with every PUT', () => {
  test.use({ readings: 'query-server' })
  test('is noticed: the row shows what happened to the date', async ({ signedIn: page, world }) => {
    await flip(page, 'backup-nightly', 'write')
    await expect(page.getByText(/The service also changed the expiry: no expiry set → .* \(expired\)\./)).toBeVisible()
    expect(await world.service.token('backup-nightly')).toMatchObject({ write: true })
  })
  test('a save says that the value may be a new one', async ({ signedIn: page, world }) => {
    const before = await world.service.value('ci-deploy')
    expect(await world.service.accepts(before)).toBe(true)
    await flip(page, 'ci-deploy', 'write')
    await expect(
      page.getByText('Saved. The new value needs repair: the service will probably reject it.'),
    ).toBeVisible()
    expect(await world.service.accepts(before)).toBe(false)
  })
})
