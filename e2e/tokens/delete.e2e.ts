import { actOf, askToDelete, nameOf, openMenu } from './tokens-page.ts'
import { expect, presets, test } from '#e2e/rig/world.ts'

for (const readings of presets) {
  test.describe(readings, () => {
    test.use({ readings })

    test('a deletion asks first with the focus on Cancel, then is one DELETE; the focus goes to the next name', async ({
      signedIn: page,
      world,
    }) => {
      for (const name of ['a', 'b', 'c']) await world.service.addToken({ name })
      await page.getByRole('button', { name: 'Refresh', exact: true }).click()
      let question = await askToDelete(page, 'b')
      await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
      await expect(question.getByText('Programs that use it stop working.')).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(question).toBeHidden()
      await expect(actOf(page, 'More for', 'b')).toBeFocused()
      expect(world.proxy.callsTo('DELETE /_/token')).toHaveLength(0)

      for (const [name, next] of [
        ['b', 'c'],
        ['c', 'a'],
      ] as const) {
        question = await askToDelete(page, name)
        await question.getByRole('button', { name: 'Delete token' }).click()
        await expect(nameOf(page, name)).toHaveCount(0)
        await expect(nameOf(page, next)).toBeFocused()
        expect(await world.service.token(name)).toBeUndefined()
      }
      question = await askToDelete(page, 'a')
      await question.getByRole('button', { name: 'Delete token' }).click()
      await expect(page.getByText('No tokens yet')).toBeVisible()
      await expect(page.getByRole('button', { name: 'New token' })).toBeFocused()
      const calls = world.proxy.callsTo('DELETE /_/token')
      expect(calls.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
        { name: 'b' },
        { name: 'c' },
        { name: 'a' },
      ])
    })

    test('a token that somebody else deleted first is shown as deleted', async ({ signedIn: page, world }) => {
      await world.service.addToken({ name: 'a' })
      await world.service.addToken({ name: 'b' })
      await page.getByRole('button', { name: 'Refresh', exact: true }).click()
      const question = await askToDelete(page, 'a')
      await expect(question).toBeVisible() // it has looked by then
      await world.service.deleteToken('a')
      await question.getByRole('button', { name: 'Delete token' }).click()
      await expect(page.getByText('a: already deleted. Nothing was sent.').first()).toBeVisible()
      await expect(nameOf(page, 'a')).toHaveCount(0)
      await expect(nameOf(page, 'b')).toBeVisible()
      expect(await world.service.tokens()).toHaveLength(1)
      expect(world.proxy.callsTo('DELETE /_/token')).toHaveLength(0)
    })
  })
}

test('a token that somebody deleted and created again is not deleted, and can be shown', async ({
  signedIn: page,
  world,
}) => {
  for (const name of ['a', 'b']) await world.service.addToken({ name })
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search tokens' }).fill('a')
  const question = await askToDelete(page, 'a')
  await expect(question).toBeVisible() // it has looked by then
  await world.service.deleteToken('a')
  await world.service.addToken({ name: 'a', write: true })
  await question.getByRole('button', { name: 'Delete token' }).click()
  const told = page.getByRole('alertdialog', { name: '“a” was not deleted' })
  await expect(told.getByText(/^“a” was deleted and created again at .*\. Nothing was deleted\.$/)).toBeVisible()
  await told.getByRole('button', { name: 'Show it' }).click()
  await expect(nameOf(page, 'a')).toBeFocused()
  expect(world.proxy.callsTo('DELETE /_/token')).toHaveLength(0)
  expect(await world.service.tokens()).toHaveLength(2)
})

test('Escape closes the menu and the dialog without deleting', async ({ signedIn: page, world }) => {
  await world.service.addToken({ name: 'a' })
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await openMenu(page, 'a')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(actOf(page, 'More for', 'a')).toBeFocused()
  const question = await askToDelete(page, 'a')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  expect(world.proxy.callsTo('DELETE /_/token')).toHaveLength(0)
})
