import { expect, type Site } from '#e2e/rig/fixture.ts'
import { flow, signIn, test } from './flow.ts'
import { patience, type Hand } from './hand.ts'

test.use({ examples: true })

const label = /^Date and time/

flow(
  'a date is entered by keyboard alone: an emptied part has a sentence, nothing moves, and what the field shows is stored',
  async ({ hand, site }) => {
    await openField(hand, site)
    await hand.tab.press('Tab')
    await hand.sees(['field', label], { isFocused: true })
    const value = async () => (await hand.look(['field', label])).value
    const below = async () => (await hand.look(['switch', 'Write'])).y
    const [begun, place] = [await value(), await below()]
    expect(begun).toMatch(/T23:59$/)
    await hand.tab.press('Delete')
    await hand.reads('Enter a complete, valid date and time.')
    expect(await below()).toBe(place)
    await hand.tab.press('ArrowUp')
    await expect.poll(value, patience).not.toBe('')
    const year = Number((await value()).slice(0, 4))
    // The year is the third part: of no engine here does it come first.
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowUp']) await hand.tab.press(key)
    await expect.poll(value, patience).toMatch(new RegExp(`^${year + 2}-`))
    const shown = await value()
    await hand.tab.press('Enter')
    await hand.sees(['button', 'Edit dated'], { isFocused: true })
    expect(await stored(site)).toBe(site.service.moment(new Date(shown).getTime()))
  },
)

flow(
  'where a text field stands in its place, its label says the format, and such a text is typed or pasted',
  async ({ hand, site }) => {
    await signIn(hand, site)
    await hand.tab.run(asText)
    await openField(hand, site)
    await hand.fills(['field', 'Date and time, like 2027-12-31 23:59'], '2030-12-24 09:1')
    await hand.reads('Enter a date and time like 2027-12-31 23:59.')
    await hand.tab.type('5')
    await hand.reads('Tue, 24 Dec 2030, 09:15 CET')
    await hand.tab.press('Control+a')
    await hand.pastes('2030-12-24 09:16')
    await hand.reads('Tue, 24 Dec 2030, 09:16 CET')
    await hand.tab.press('Enter')
    await hand.sees(['button', 'Edit dated'], { isFocused: true })
    expect(await stored(site)).toBe(site.service.moment(Date.parse('2030-12-24T09:16:00+01:00')))
  },
)

const stored = async ({ service }: Site) => (await service.token('dated'))?.expiration_date

/** Opens the form of a new token, and the field of its expiry. */
async function openField(hand: Hand, site: Site): Promise<void> {
  if ((await hand.look(['table', 'Tokens'])).count !== 1) await signIn(hand, site)
  await hand.clicks(['button', 'New token'])
  await hand.sees(['field', 'Name'], { isFocused: true })
  await hand.tab.type('dated')
  await hand.clicks(['radio', 'Custom…'])
  await hand.sees(['field', label])
}

/** Runs in the page: from now on this engine knows no field for a date and time, as engines did until 2021. */
function asText(): void {
  const { prototype } = HTMLInputElement
  const { set, ...type } = Object.getOwnPropertyDescriptor(prototype, 'type') ?? {}
  const { setAttribute } = prototype
  const known = (value: string) => (value === 'datetime-local' ? 'text' : value)
  Object.defineProperty(prototype, 'type', {
    ...type,
    set(value: string) {
      set?.call(this, known(value))
    },
  })
  prototype.setAttribute = function (name, value) {
    setAttribute.call(this, name, name === 'type' ? known(value) : value)
  }
}
