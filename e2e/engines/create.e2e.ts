import { expect } from '#e2e/rig/world.ts'
import { flow, signIn, test } from './flow.ts'
import type { Hand } from './hand.ts'

test.use({ examples: true })

flow(
  'a token is created with a typed date, and another one with a pasted one; both are stored to the minute',
  async ({ hand, world }) => {
    await signIn(hand, world)
    await withDate(hand, 'typed', async () => {
      const order = await hand.tab.run(() =>
        [...document.querySelectorAll('.segment')].map((part) => part.getAttribute('data-type') ?? ''),
      )
      const digits: Record<string, string> = {
        year: '2030',
        month: '12',
        day: '24',
        hour: '09',
        minute: '15',
      }
      await hand.tab.type(order.map((type) => digits[type] ?? '').join(''))
    })
    await withDate(hand, 'pasted', () => hand.pastes('2030-12-24 09:15'))
    const at = world.service.moment(Date.parse('2030-12-24T09:15:00+01:00'))
    for (const name of ['typed', 'pasted'])
      expect(await world.service.token(name)).toMatchObject({ expiration_date: at })
  },
)

/** Creates a token; `enter` enters the date where the focus is, in the first part of the field. */
async function withDate(hand: Hand, name: string, enter: () => Promise<void>): Promise<void> {
  await hand.clicks(['button', 'New token'])
  await hand.sees(['field', 'Name'], { isFocused: true })
  await hand.tab.type(name)
  await hand.clicks(['radio', 'Date, time…'])
  await hand.sees(['spinbutton', /^year/])
  const first = await hand.tab.run(() => document.querySelector('.segment')?.getAttribute('data-type') ?? '')
  await hand.clicks(['spinbutton', new RegExp(`^${first}`)])
  await hand.sees(['spinbutton', new RegExp(`^${first}`)], { isFocused: true })
  await enter()
  await hand.reads(/24 Dec 2030.*09:15/)
  await hand.clicks(['button', 'Create token'])
  await hand.sees(['button', `Edit ${name}`], { isFocused: true })
}
