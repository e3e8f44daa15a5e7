import { addRows } from '#e2e/list/long-list.ts'
import { expect } from '#e2e/rig/fixture.ts'
import { flow, signIn, test } from './flow.ts'
import type { Hand } from './hand.ts'

test.use({ examples: true })

flow('search, chips, keys and the palette find a token, and the focus comes back', async ({ hand, site }) => {
  await signIn(hand, site)
  const held = await site.service.tokens()
  const search = ['searchbox', 'Search tokens'] as const
  await hand.counts(['rowheader'], held.length)
  await hand.fills(search, 'deploy')
  await hand.counts(['rowheader'], held.filter(({ name }) => name.includes('deploy')).length)
  await hand.tab.press('ArrowDown')
  await hand.sees(['button', 'Edit ci-deploy'], { isFocused: true })
  await hand.counts(['tooltip'], 0) // no name is repeated in a box
  await hand.tab.press('ArrowDown')
  await hand.sees(['button', 'Edit ci-deploy-staging'], { isFocused: true })
  await hand.tab.press('ArrowUp')
  await hand.tab.press('ArrowUp')
  await hand.sees(search, { isFocused: true })
  await hand.fills(search, ' ')
  await hand.clicks(['button', /^Inactive \d/])
  await hand.counts(['rowheader'], held.filter(({ active }) => !active).length)
  await hand.clicks(['button', /^All \d/])
  await hand.counts(['rowheader'], held.length)

  await hand.clicks(search)
  await hand.tab.press('Control+k')
  await hand.sees(['textbox', 'Search or run'], { isFocused: true })
  await hand.tab.type('grafana')
  await hand.sees(['menuitem', /^Copy value/])
  await hand.tab.press('Escape')
  await hand.counts(['textbox', 'Search or run'], 0)
  await hand.sees(search, { isFocused: true })
})

for (const count of [300, 2000]) {
  flow(
    `in a list of ${count} more rows End, PageDown and the scroll bar lead where they should, and the page stays there`,
    async ({ hand, site }) => {
      addRows(site, count)
      await signIn(hand, site)
      const all = count + (await site.service.tokens()).length
      await hand.reads(`${all.toLocaleString('en')} tokens`)
      await hand.idles() // the code of the rows that are out of view
      await hand.clicks(['searchbox', 'Search tokens'])
      await hand.tab.press('ArrowDown')
      await hand.tab.press('End')
      await hand.sees(['button', 'Edit 支払い照合バッチ'], { isFocused: true })
      expect(await frames(hand)).toEqual({ still: true, isRow: true })
      const bottom = await hand.tab.run(() => scrollY)
      expect(bottom).toBeGreaterThan(count * 30)
      await hand.tab.press('Home')
      await expect.poll(() => hand.tab.run(() => scrollY)).toBeLessThan(400)

      await hand.clicks(['button', 'Refresh'])
      const before = await hand.tab.run(() => scrollY)
      await hand.tab.press('PageDown')
      await expect.poll(() => hand.tab.run(() => scrollY)).toBeGreaterThan(before + 300)
      await expect.poll(() => frames(hand)).toEqual({ still: true, isRow: true })

      for (const part of [0.9, 0.4, 0.99]) {
        const asked = Math.round(bottom * part)
        await hand.tab.run((y) => scrollTo(0, y), asked)
        expect(await frames(hand), `at ${part} of the list`).toEqual({ still: true, isRow: true })
        expect(await hand.tab.run(() => Math.round(scrollY))).toBe(asked)
      }
      await hand.tab.press('End')
      await hand.clicks(['link', 'Service'])
      await hand.sees(['heading', 'Service'])
      expect(await hand.tab.run(() => scrollY), 'another page begins at its top').toBe(0)
      await hand.clicks(['link', 'Tokens'])
      await hand.sees(['table', 'Tokens'])
    },
  )
}

/** Watches 30 frames: does the page stay where it is, and is a row in the middle of the window in the end? */
async function frames(hand: Hand): Promise<{ still: boolean; isRow: boolean }> {
  await hand.tab.run(() => {
    const seen: number[] = []
    const look = () => {
      seen.push(scrollY)
      if (seen.length < 30) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    Object.assign(window, { seen })
  })
  const seen = () => hand.tab.run(() => (window as unknown as { seen: number[] }).seen)
  await expect.poll(async () => (await seen()).length, { timeout: 20_000 }).toBe(30)
  const positions = new Set((await seen()).map((y) => Math.round(y)))
  const isRow = await hand.tab.run(
    () => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('tbody[data-index]') != null,
  )
  return { still: positions.size === 1, isRow }
}
