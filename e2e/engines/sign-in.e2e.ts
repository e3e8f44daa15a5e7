import { expect } from '#e2e/rig/fixture.ts'
import { flow, test } from './flow.ts'

// A console server delays sign-ins after refused ones.
test.use({ ownHost: {}, examples: true })

flow(
  'a wrong access token stays in its field, a pasted one signs in, and after signing out email and password do',
  async ({ hand, site, expectsToHear }) => {
    expectsToHear(/status of 401|Clear-Site-Data/)
    const token = ['field', 'Your access token'] as const
    await hand.tab.open(site.origin)
    await hand.sees(['heading', 'Sign in'])
    await hand.sees(token, { isFocused: true })
    await hand.tab.type('nobody.knows.this-one')
    await hand.tab.press('Enter')
    await hand.reads('The service rejected this access token (401).')
    await hand.sees(token, { isFocused: true, value: 'nobody.knows.this-one' })
    await hand.clicks(['button', 'Show']) // nothing is copied from a field of a password, not even by a test
    await hand.sees(['button', 'Hide'])
    await hand.fills(token, 'soon replaced')
    await hand.tab.press('Control+a')
    await hand.pastes(site.admin.bearer)
    await hand.sees(token, { value: site.admin.bearer })
    await hand.clicks(['button', 'Sign in'])
    await hand.sees(['table', 'Tokens'])

    await hand.clicks(['button', /^Account menu/])
    await hand.clicks(['menuitem', 'Sign out'])
    await hand.sees(['heading', 'Sign in'])
    await hand.clicks(['radio', 'Email and password'])
    await hand.fills(['field', 'Email'], site.admin.email)
    await hand.fills(['field', 'Password'], site.admin.password)
    await hand.tab.press('Enter')
    await hand.sees(['table', 'Tokens'])
    const kept = await hand.tab.run(() => JSON.stringify([localStorage, sessionStorage, location.href]))
    expect(kept).not.toContain(site.admin.bearer)
    expect(kept).not.toContain(site.admin.password)
  },
)
