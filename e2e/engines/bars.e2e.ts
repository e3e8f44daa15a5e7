import type { HeldToken } from '#e2e/rig/direct-service.ts'
import { expect } from '#e2e/rig/fixture.ts'
import { flow, signIn, test } from './flow.ts'

test.use({ examples: true })

flow('a bar of expiry filters, a second one adds to it, and “Clear” shows all again', async ({ hand, site }) => {
  await signIn(hand, site)
  const held = await site.service.tokens()
  const now = site.service.moment(Date.now())
  const isNever = ({ expiration_date, updated_at }: HeldToken) => expiration_date === updated_at
  const expired = held.filter((token) => !isNever(token) && token.expiration_date <= now).length
  const never = held.filter(isNever).length
  await hand.counts(['rowheader'], held.length)
  await hand.clicks(['button', /expired$/])
  await hand.counts(['rowheader'], expired)
  await hand.tab.press('End')
  await hand.sees(['button', /no expiry$/], { isFocused: true })
  await hand.tab.press(' ')
  await hand.counts(['rowheader'], expired + never)
  await hand.clicks(['button', 'Clear'])
  await hand.counts(['rowheader'], held.length)
  expect(expired * never).toBeGreaterThan(0)
  // All other flows end on Tokens: this one shows how wide Users is.
  await hand.clicks(['link', 'Users'])
  await hand.sees(['table', 'Users'])
})
