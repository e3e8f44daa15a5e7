import { expect } from '#e2e/rig/fixture.ts'
import { flow, signIn, test } from './flow.ts'
import { patience } from './hand.ts'

test.use({ examples: true })

flow(
  'a switch is asked about once and read back; an edit that another admin was faster with is shown, and saved anyway',
  async ({ hand, site }) => {
    await signIn(hand, site)
    const active = ['switch', 'grafana active'] as const
    await hand.sees(active, { isChecked: true })
    await hand.clicks(active)
    await hand.clicks(['button', 'Cancel'], ['alertdialog'])
    await hand.sees(active, { isChecked: true, isFocused: true })
    await hand.tab.press(' ')
    await hand.clicks(['button', 'Deactivate'], ['alertdialog'])
    await hand.sees(active, { isChecked: false, isFocused: true })
    expect(await site.service.token('grafana')).toMatchObject({ active: false })

    await hand.clicks(['button', 'Edit ci-deploy'])
    await hand.clicks(['switch', 'Write'], ['dialog', 'ci-deploy'])
    const before = await site.service.token('ci-deploy')
    await site.service.changeToken({ name: 'ci-deploy', active: false })
    await hand.clicks(['button', 'Save changes'])
    await hand.clicks(['button', /^Turn write/], ['alertdialog'])
    await hand.clicks(['button', 'Save my change'])
    await hand.sees(['button', 'Edit ci-deploy'], { isFocused: true })
    await hand.sees(['switch', 'ci-deploy active'], { isChecked: false })
    await expect
      .poll(() => site.service.token('ci-deploy'), patience)
      .toMatchObject({ active: false, write: before?.write !== true })
  },
)

flow(
  '20 selected tokens are deactivated with one question, told in a report, and the focus comes back',
  async ({ hand, site }) => {
    for (let at = 0; at < 20; at += 1) await site.service.addToken({ name: `bulk-${String(at).padStart(2, '0')}` })
    await signIn(hand, site)
    await hand.fills(['searchbox', 'Search tokens'], 'bulk-')
    await hand.counts(['rowheader'], 20)
    await hand.clicks(['checkbox', 'Select all shown'])
    const bar = ['region', 'Selected tokens'] as const
    await hand.clicks(['button', 'Deactivate'], bar)
    await hand.clicks(['button', /^Deactivate/], ['alertdialog'])
    await hand.sees(['dialog', '20 tokens deactivated'])
    await hand.tab.press('Escape')
    await hand.counts(['dialog'], 0)
    await hand.counts(bar, 0)
    const left = (await site.service.tokens()).filter(({ name, active }) => name.startsWith('bulk-') && active)
    expect(left).toEqual([])
  },
)
