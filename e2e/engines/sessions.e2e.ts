import { expect } from '#e2e/rig/fixture.ts'
import { flow, signIn, test } from './flow.ts'

test.use({ ownHost: {}, examples: true })

flow(
  'of two tabs one signs out and in again: the other hides its rows behind a sheet, and goes on without another sign-in',
  async ({ hand, site, another, expectsToHear }) => {
    expectsToHear(/Clear-Site-Data|status of 401/)
    await signIn(hand, site)
    const other = await another()
    await other.tab.open(site.origin)
    await other.sees(['table', 'Tokens'])
    for (let round = 0; round < 3; round += 1) {
      await hand.clicks(['button', /^Account menu/])
      await hand.clicks(['menuitem', 'Sign out'])
      await other.sees(['dialog', 'Signed out'])
      await other.counts(['table', 'Tokens'], 0)
      await hand.sees(['heading', 'Sign in'])
      await hand.sees(['field', 'Your access token'], { isFocused: true })
      await hand.tab.type(site.admin.bearer)
      await hand.tab.press('Enter')
      await hand.sees(['table', 'Tokens'])
      await other.counts(['dialog', 'Signed out'], 0)
      await other.sees(['table', 'Tokens'])
      await hand.clicks(['button', 'Refresh'])
      await other.clicks(['button', 'Refresh'])
      await other.reads(/Refreshed/)
      for (const each of [hand, other]) await each.counts(['dialog'], 0)
    }
  },
)

flow(
  'when the session ends in the middle of work the admin signs in again over the page, and what was typed is there',
  async ({ hand, site, expectsToHear }) => {
    expectsToHear(/status of 401/)
    await signIn(hand, site)
    await hand.clicks(['button', 'New token'])
    await hand.sees(['field', 'Name'], { isFocused: true })
    await hand.tab.type('typed with care')
    await hand.idles()
    await site.host?.restart()
    await hand.clicks(['button', 'Create token'])
    await hand.sees(['dialog', 'Signed out'])
    await hand.sees(['field', 'Your access token'], { isFocused: true })
    await hand.tab.press('Escape')
    await hand.tab.type(site.admin.bearer)
    await hand.tab.press('Enter')
    await hand.sees(['field', 'Name'], { value: 'typed with care' })
    await hand.clicks(['button', 'Create token'])
    await hand.sees(['button', 'Edit typed with care'], { isFocused: true })
    expect(await site.service.token('typed with care')).toBeDefined()
  },
)
