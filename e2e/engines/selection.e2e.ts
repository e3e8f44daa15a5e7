import { expect } from '#e2e/rig/fixture.ts'
import { flow, test } from './flow.ts'

test.use({ examples: true })

flow('a selection that is dragged out of a shown value ends in it', async ({ hand, site }) => {
  await hand.tab.open(site.origin)
  await hand.fills(['field', 'Your access token'], site.admin.bearer)
  await hand.clicks(['button', 'Sign in'])
  await hand.clicks(['button', 'Reveal grafana'])
  const value = await site.service.value('grafana')
  const box = ['textbox', 'Value of grafana'] as const
  await hand.sees(box, { text: value })
  const selectedTo = async ([x, y]: readonly [number, number]) => {
    const [left, top] = await hand.tab.run(() => {
      const { left, top } = document.querySelector('.secret-text')?.getBoundingClientRect() ?? new DOMRect()
      return [left, top]
    })
    await hand.tab.drag([(left ?? 0) + 6, (top ?? 0) + 12], [x, y])
    return hand.tab.run(() => getSelection()?.toString() ?? '')
  }
  const row = await hand.look(['button', 'Edit metrics-scraper'])
  for (const to of [
    [row.x, row.y],
    [900, 780],
  ] as const) {
    const selected = await selectedTo(to)
    expect(selected.length).toBeGreaterThan(value.length / 2)
    expect(value).toContain(selected)
  }
  await hand.clicks(['searchbox', 'Search tokens'])
})
