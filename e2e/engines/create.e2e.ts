import { expect } from '#e2e/rig/world.ts'
import { flow, signIn, test } from './flow.ts'
import type { Hand } from './hand.ts'

test.use({ examples: true })

flow('a token is created with a typed date, which is stored to the minute', async ({ hand, world }) => {
  await signIn(hand, world)
  await withDate(hand, 'typed', async () => {
    // The engines order the parts by the language of the system: here the day comes first.
    await hand.tab.type('241220300915')
  })
  const at = world.service.moment(Date.parse('2030-12-24T09:15:00+01:00'))
  expect(await world.service.token('typed')).toMatchObject({ expiration_date: at })
})

/** Creates a token; `enter` enters the date where the focus is, in the first part of the field. */
async function withDate(hand: Hand, name: string, enter: () => Promise<void>): Promise<void> {
  await hand.clicks(['button', 'New token'])
  await hand.sees(['field', 'Name'], { isFocused: true })
  await hand.tab.type(name)
  await hand.clicks(['radio', 'Date, time…'])
  await hand.tab.run(() => document.querySelector<HTMLInputElement>('[type=datetime-local]')?.focus())
  await enter()
  await hand.reads(/24 Dec 2030.*09:15/)
  await hand.clicks(['button', 'Create token'])
  await hand.sees(['button', `Edit ${name}`], { isFocused: true })
}
