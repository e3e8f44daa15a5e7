import { rowButton, askToDelete, nameOf } from './tokens-page.ts'
import { expect, presets, test } from '#e2e/rig/fixture.ts'

for (const readings of presets) {
  test.describe(readings, () => {
    test.use({ readings })

    test('a deletion asks first with the focus on Cancel, then is one DELETE; the focus goes to the next name', async ({
      signedIn: page,
      site,
    }) => {
      for (const name of ['a', 'b', 'c']) await site.service.addToken({ name })
      await page.getByRole('button', { name: 'Refresh', exact: true }).click()
      let question = await askToDelete(page, 'b')
      await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
      await expect(question.getByText('Programs that use it stop working.')).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(question).toBeHidden()
      await expect(rowButton(page, 'More for', 'b')).toBeFocused()
      question = await askToDelete(page, 'b')
      await expect(question).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(question).toBeHidden()
      expect(site.proxy.callsTo('DELETE /_/token')).toHaveLength(0)

      for (const [name, next] of [
        ['b', 'c'],
        ['c', 'a'],
      ] as const) {
        question = await askToDelete(page, name)
        await question.getByRole('button', { name: 'Delete token' }).click()
        await expect(nameOf(page, name)).toHaveCount(0)
        await expect(nameOf(page, next)).toBeFocused()
        expect(await site.service.token(name)).toBeUndefined()
      }
      question = await askToDelete(page, 'a')
      await question.getByRole('button', { name: 'Delete token' }).click()
      await expect(page.getByText('No tokens yet')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Create the first token' })).toBeFocused()
      const calls = site.proxy.callsTo('DELETE /_/token')
      expect(calls.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
        { name: 'b' },
        { name: 'c' },
        { name: 'a' },
      ])
    })
  })
}
