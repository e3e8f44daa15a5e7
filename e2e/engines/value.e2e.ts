import { expect } from '#e2e/rig/fixture.ts'
import { flow, signIn, test } from './flow.ts'

test.use({ examples: true })

flow(
  'a value is revealed with its countdown, hidden, and copied unseen; one that the browser refuses to copy is selected',
  async ({ hand, site }) => {
    await signIn(hand, site)
    const value = await site.service.value('grafana')
    const shown = ['textbox', 'Value of grafana'] as const
    await hand.clicks(['button', 'Reveal grafana'])
    await hand.sees(shown, { text: value })
    await hand.reads(/Hide\s+2[0-8] s/)
    await hand.tab.press('Escape')
    await hand.counts(shown, 0)
    await hand.sees(['button', 'Reveal grafana'], { isFocused: true })
    expect(await hand.tab.run(() => document.documentElement.outerHTML)).not.toContain(value)

    // The search keeps a value that is pasted into it aside, and offers to find its token.
    await hand.clicks(['button', 'Copy grafana'])
    await hand.reads('Copied “grafana”.')
    expect(await hand.tab.run(() => document.documentElement.outerHTML)).not.toContain(value)
    await hand.clicks(['searchbox', 'Search tokens'])
    await hand.tab.press('Control+v')
    await hand.clicks(['button', 'Find by value…'])
    await hand.clicks(['button', 'Read values'])
    await hand.reads('“grafana” has this value.')
    await hand.clicks(['button', 'Close'], ['alertdialog'])
    await hand.sees(['searchbox', 'Search tokens'], { value: '' })

    // A browser that refuses has neither way to the clipboard.
    await hand.tab.run(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
      document.execCommand = () => false
    })
    await hand.clicks(['button', 'Copy grafana'])
    await hand.sees(shown, { text: value, isFocused: true })
    await hand.reads('This browser refused to copy. The value of “grafana” is now selected')
    expect(await hand.tab.run(() => getSelection()?.toString())).toBe(value)
    await hand.tab.press('Escape')
    await hand.counts(shown, 0)
  },
)
