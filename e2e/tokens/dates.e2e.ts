import type { Locator, Page } from '@playwright/test'
import { isDeep } from '#contract/testing/deep.ts'
import { clockIn, nextChange, type ClockChange } from '#e2e/rig/clock-changes.ts'
import { sampled } from '#e2e/rig/sample.ts'
import { expect, test, type World } from '#e2e/rig/world.ts'
import { changeExpiry, expires, nameOf, newToken, sheetOf } from './tokens-page.ts'

test.setTimeout(300_000)

/** Zones with their kinds of clock changes, and a language for each order of the parts. */
const places = [
  ['Europe/Berlin', 'de-DE'],
  ['America/New_York', 'en-US'],
  ['Africa/Cairo', 'ar-EG'], // skips the hour from midnight
  ['Australia/Lord_Howe', 'en-AU'], // half an hour
  ['Asia/Kathmandu', 'ne-NP'], // none; 5:45 ahead
  ['Pacific/Chatham', 'en-NZ'], // 12:45 ahead
  ['America/St_Johns', 'fr-CA'],
  ['UTC', 'sv-SE'],
] as const

const forms = ['a new token', 'a stored token'] as const
const ways = ['Enter', 'a click'] as const

/** What a field shows: `2027-06-30 10:00:00`. */
type Shown = string

/** What is done to the field, and what comes of it. */
interface Entry {
  says: string
  enter: (sheet: Locator, page: Page) => Promise<void>
  /** What the field then shows; a function of what it showed before. */
  shows: (before: Shown) => Shown
  /** The sentence with which it is refused; undefined: it is sent. */
  refused?: RegExp
  /** Of two moments that the clock shows so, the second is meant. */
  isSecond?: true
}

const dateParts = ['year', 'month', 'day'] as const
const part = (sheet: Locator, name: string) => sheet.locator(`.segment[data-type=${name}]`)

/** What the field shows, whatever the order of its parts. */
async function shownIn(sheet: Locator): Promise<Shown> {
  const text = async (name: string) => {
    // Seconds are shown only where there are any.
    const isShown = name !== 'second' || (await part(sheet, name).count()) > 0
    return isShown ? part(sheet, name).innerText() : '00'
  }
  const [year, month, day, hour, minute, second] = await Promise.all(
    [...dateParts, 'hour', 'minute', 'second'].map(text),
  )
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`
}

/** The parts of the date in the order of the field. */
const orderIn = (sheet: Locator) =>
  sheet
    .locator('.segment')
    .evaluateAll((all) => all.map((part) => part.getAttribute('data-type') ?? '').filter((type) => type !== 'literal'))

/** Types a date and a time as digits, from the first part on. */
function typed(says: string, at: Shown, outcome: Pick<Entry, 'refused' | 'isSecond'> = {}): Entry {
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = at.split(/\D/)
  const digits: Record<string, string> = { year, month, day, hour, minute, second }
  return {
    says,
    enter: async (sheet, page) => {
      const order = await orderIn(sheet)
      await part(sheet, order[0] ?? '').focus()
      await page.keyboard.type(order.map((name) => digits[name]).join(''))
    },
    shows: () => at,
    ...outcome,
  }
}

/** Pastes a text, made from the order of the field's parts. */
function pasted(says: string, textFor: (order: string[]) => string, outcome: Pick<Entry, 'shows' | 'refused'>): Entry {
  return {
    says,
    enter: async (sheet, page) => {
      const order = (await orderIn(sheet)).filter((name) => dateParts.some((part) => part === name))
      await page.evaluate((text) => navigator.clipboard.writeText(text), textFor(order))
      await part(sheet, 'hour').focus()
      await page.keyboard.press('ControlOrMeta+v')
    },
    ...outcome,
  }
}

const pressed = (says: string, name: string, keys: string[], shows: Entry['shows']): Entry => ({
  says,
  enter: async (sheet, page) => {
    await part(sheet, name).focus()
    for (const key of keys) await page.keyboard.press(key)
  },
  shows,
})

const dateIn = (order: string[], separator: string) =>
  order.map((name) => ({ year: '2029', month: '3', day: '12' })[name]).join(separator)

const nowhere = /This day doesn’t exist/
const skipped = /The clocks skip this time/

function entriesFor(skips: ClockChange | undefined, repeats: ClockChange | undefined): Entry[] {
  return [
    typed('a day', '2028-07-15 10:30:00'),
    typed('midnight of a leap day', '2028-02-29 00:00:00'),
    typed('31 June', '2027-06-31 10:00:00', { refused: nowhere }),
    typed('31 April', '2027-04-31 10:00:00', { refused: nowhere }),
    pressed('another year, digit by digit', 'year', ['2', '0', '3', '1'], (before) => before.replace(/^\d+/, '2031')),
    pressed('arrows on the year', 'year', ['ArrowUp', 'ArrowUp'], (before) =>
      before.replace(/^\d+/, (year) => String(Number(year) + 2)),
    ),
    pressed('arrows on the hour', 'hour', ['ArrowDown'], (before) =>
      before.replace(/ \d+/, (hour) => ` ${String((Number(hour) + 23) % 24).padStart(2, '0')}`),
    ),
    {
      ...pressed('Backspace', 'year', Array<string>(4).fill('Backspace'), (before) => before.replace(/^\d+/, 'yyyy')),
      refused: /Enter the whole date and time/,
    },
    pasted('2029-03-12 09:00', () => '2029-03-12 09:00', { shows: () => '2029-03-12 09:00:00' }),
    pasted('points, the day first', () => '12.3.2029', { shows: () => '2029-03-12 23:59:59' }),
    pasted('slashes in the order of the field', (order) => dateIn(order, '/'), { shows: () => '2029-03-12 23:59:59' }),
    pasted('2029-03-12 09:00:45', () => '2029-03-12 09:00:45', { shows: () => '2029-03-12 09:00:45' }),
    ...(skips === undefined ? [] : [typed('a time that the clocks skip', skips.shown, { refused: skipped })]),
    ...(repeats === undefined
      ? []
      : [
          typed('a time that comes twice, the first', repeats.shown),
          typed('a time that comes twice, the second', repeats.shown, { isSecond: true }),
        ]),
  ]
}

async function open(page: Page, world: World, form: (typeof forms)[number], name: string): Promise<Locator> {
  if (form === 'a new token') {
    const sheet = await newToken(page, name)
    await expires(sheet, 'Date, time…')
    return sheet
  }
  await world.service.addToken({ name, expiration_date: world.service.moment(Date.UTC(2027, 5, 30, 4, 15, 37)) })
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await nameOf(page, name).click()
  const sheet = sheetOf(page, name)
  await changeExpiry(sheet, 'Date, time…')
  return sheet
}

/** Sends the form, from the part that has the focus or by a click. */
async function send(page: Page, sheet: Locator, form: (typeof forms)[number], way: (typeof ways)[number]) {
  if (way === 'Enter') return page.keyboard.press('Enter')
  return sheet.getByRole('button', { name: form === 'a new token' ? 'Create token' : 'Save changes' }).click()
}

/** Confirms the warning before the first update, and turns it off for the others. */
async function confirm(page: Page) {
  const warning = page.getByRole('alertdialog')
  await warning.getByRole('checkbox', { name: 'Don’t warn again in this session' }).check()
  await warning.getByRole('button', { name: 'Save changes' }).click()
}

for (const [at, [zone, locale]] of sampled([...places.entries()], 2)) {
  test.describe(`${zone}, ${locale}`, () => {
    test.use({ timezoneId: zone, locale })

    test('what is sent is what the field shows, by Enter as by a click, or it is refused with words', async ({
      signedIn: page,
      world,
    }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      const clock = clockIn(zone)
      const after = Date.now() + 40 * 24 * 60 * 60 * 1000
      const entries = entriesFor(nextChange(zone, after, 'skips'), nextChange(zone, after, 'repeats'))
      let count = 0
      let isQuiet = false
      for (const [row, entry] of entries.entries()) {
        for (const [column, form] of forms.entries()) {
          for (const [turn, way] of ways.entries()) {
            // Each row in one form by one way; in a deep run in both by both.
            if (!isDeep() && ((row + at + column) % 2) + ((row + turn) % 2) > 0) continue
            count += 1
            const name = `t${count}`
            await test.step(`${entry.says}, ${form}, ${way}`, async () => {
              const sheet = await open(page, world, form, name)
              const before = await shownIn(sheet)
              const calls = world.proxy.callsTo('POST /_/token').length + world.proxy.callsTo('PUT /_/token').length
              await entry.enter(sheet, page)
              const shown = await shownIn(sheet)
              expect(shown, 'the field shows what was entered').toBe(entry.shows(before))
              if (entry.isSecond) await sheet.locator('.segs label').nth(1).click()
              const { refused } = entry
              if (refused === undefined) await expect(sheet.getByText(/^\w{3}, \d+ \w+ \d{4}, /).first()).toBeVisible()
              if (entry.isSecond) await part(sheet, 'hour').focus()
              await send(page, sheet, form, way)
              if (refused !== undefined) {
                await expect(sheet.getByText(refused)).toBeVisible()
                expect(await shownIn(sheet), 'nothing moved').toBe(shown)
                const sent = world.proxy.callsTo('POST /_/token').length + world.proxy.callsTo('PUT /_/token').length
                expect(sent).toBe(calls)
                await sheet.getByRole('button', { name: /^(Cancel|Discard)$/ }).click()
                await page.keyboard.press('Escape')
                return
              }
              if (form === 'a stored token' && !isQuiet) await confirm(page)
              isQuiet ||= form === 'a stored token'
              await expect(sheet).toHaveCount(0)
              const held = (await world.service.token(name))?.expiration_date ?? 0
              expect(clock(held), 'what is stored is what was shown').toBe(shown)
              const earlier = [30, 60, 120].map((minutes) => held - minutes * 60_000)
              if (entry.isSecond) expect(earlier.map((moment) => clock(moment))).toContain(shown)
              else expect(earlier.map((moment) => clock(moment))).not.toContain(shown)
            })
          }
        }
      }
    })
  })
}
