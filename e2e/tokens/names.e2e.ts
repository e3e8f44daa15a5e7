import { rowButton, askToDelete, flip, nameOf, newToken, switchOf, valueOf } from './tokens-page.ts'
import { pairs } from '#e2e/rig/sample.ts'
import { expect, presets, test } from '#e2e/rig/fixture.ts'

/** Names that break code which builds addresses, selectors, objects or markup from text. */
const odd = [
  `it's "quoted" <b>&amp;</b>`,
  'Ünïcödé 支払い照合 🔑',
  'a/b\\c?d=e&f#g%20h+i',
  '__proto__',
  'constructor.a[0]/../x',
  'trailing blank ',
  'x'.repeat(300),
]

for (const [name, readings] of pairs(odd, presets)) {
  test.describe(readings, () => {
    test.use({ readings })
    const short = name.length > 40 ? `${name.slice(0, 3)}… (${name.length} characters)` : name
    const shown = name.replace(/ $/, '␣')
    test(`a token named ${short} keeps this name in all calls`, async ({ signedIn: page, site }) => {
      const sheet = await newToken(page, name)
      await sheet.getByRole('button', { name: 'Create token' }).click()
      await expect(nameOf(page, shown)).toBeFocused()
      expect((await site.service.tokens()).map((token) => token.name)).toEqual([name])

      await rowButton(page, 'Reveal', shown).click()
      await expect(valueOf(page, shown)).toHaveText(await site.service.value(name))
      const asked = site.proxy.callsTo('GET /_/token/value').map(({ path }) => path)
      expect(asked).toHaveLength(1)
      expect(asked[0]).toMatch(/^\/_\/token\/value\?name=[\w\-.~!*()%]+$/)
      expect(decodeURIComponent(asked[0]?.split('=')[1] ?? '')).toBe(name)

      await flip(page, shown, 'write')
      await expect(switchOf(page, shown, 'write')).toBeChecked()
      expect(await site.service.token(name)).toMatchObject({ write: true, active: true })

      const question = await askToDelete(page, shown)
      await question.getByRole('button', { name: 'Delete token' }).click()
      await expect(page.getByText('No tokens yet')).toBeVisible()
      expect(await site.service.tokens()).toEqual([])
      const [call] = site.proxy.callsTo('DELETE /_/token')
      expect(call?.path).toBe('/_/token')
      expect(JSON.parse(call?.body ?? '')).toEqual({ name })
    })
  })
}
