import { expect } from '#e2e/rig/world.ts'
import { flow, signIn, test } from './flow.ts'

test.use({ ownHost: {}, examples: true })

flow(
  'when the session ends in the middle of work the admin signs in again over the page, and what was typed is there',
  async ({ hand, world, expectsToHear }) => {
    expectsToHear(/status of 401/)
    await signIn(hand, world)
    await hand.clicks(['button', 'New token'])
    await hand.sees(['field', 'Name'], { isFocused: true })
    await hand.tab.type('typed with care')
    await world.host?.restart()
    await hand.clicks(['button', 'Create token'])
    await hand.sees(['dialog', 'Signed out'])
    await hand.sees(['field', 'Your access token'], { isFocused: true })
    await hand.tab.press('Escape')
    await hand.tab.type(world.admin.bearer)
    await hand.tab.press('Enter')
    await hand.sees(['field', 'Name'], { value: 'typed with care' })
    await hand.clicks(['button', 'Create token'])
    await hand.sees(['button', 'Edit typed with care'], { isFocused: true })
    expect(await world.service.token('typed with care')).toBeDefined()
  },
)
