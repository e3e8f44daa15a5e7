import { expect, test } from '#e2e/rig/fixture.ts'

test.use({ examples: true })

test('printed without backgrounds, a switch that is on still differs from one that is off, and no row is cut', async ({
  signedIn: page,
}) => {
  await page.emulateMedia({ media: 'print' })
  const printed = (isChecked: boolean) =>
    page
      .getByRole('switch', { checked: isChecked })
      .first()
      .evaluate((node) => {
        const { borderLeftWidth, borderLeftColor, marginLeft } = getComputedStyle(node, '::after')
        const row = node.closest('tbody')
        return {
          isDrawn: parseFloat(borderLeftWidth) > 2 && borderLeftColor !== 'rgba(0, 0, 0, 0)',
          side: parseFloat(marginLeft),
          breaks: row && getComputedStyle(row).breakInside,
        }
      })
  const [on, off] = [await printed(true), await printed(false)]
  for (const each of [on, off]) expect(each).toMatchObject({ isDrawn: true, breaks: 'avoid' })
  expect(on.side).toBeGreaterThan(off.side + 5)
})
