import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderSignedIn } from '#web/testing/signed-in.tsx'
import { NewExpiry } from './new-expiry.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_500 })
  // happy-dom reports a changed selection synchronously, and React Aria then changes it again.
  vi.spyOn(Selection.prototype, 'collapse').mockImplementation(() => undefined)
})

const part = (name: string) => screen.getByRole('spinbutton', { name: new RegExp(`^${name}`) })

/** The field of a new expiry, with a date being picked, which begins with that of a preset. What each *Enter* or *Use anyway* sends is in `sent`. */
async function picking(first = '30 days') {
  let take: () => Promise<unknown> = async () => undefined
  const sent: unknown[] = []
  const send = () => void take().then((expiry) => expiry !== undefined && sent.push(expiry))
  const { user } = renderSignedIn(<NewExpiry says="" onTake={(how) => (take = how)} onSubmit={send} />)
  for (const name of [first, 'Date, time…']) await user.click(screen.getByRole('radio', { name }))
  await screen.findByRole('spinbutton', { name: /^year/ })
  const typeIn = async (name: string, digits: string) => {
    await user.click(part(name))
    await user.keyboard(digits)
  }
  return { user, sent, typeIn, enter: () => user.keyboard('{Enter}') }
}
const at = (sent: readonly unknown[]) => sent.map((expiry) => new Date((expiry as { at: number }).at))

test('a year beyond 2100 is questioned, and sent once it is confirmed; another one is questioned again', async () => {
  const { user, sent, typeIn, enter } = await picking()
  await typeIn('year', '2207')
  await enter()
  await screen.findByText('The year 2207 is far away.', { exact: false })
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Use anyway' }))
  await vi.waitFor(() => expect(at(sent).map((date) => date.getFullYear())).toEqual([2207]))
  await typeIn('year', '9207')
  await enter()
  await screen.findByText('The year 9207 is far away.', { exact: false })
  expect(sent).toHaveLength(1)
})

test('a pasted text that is no date changes nothing, and is refused with words until something else is entered', async () => {
  const { user, sent, enter } = await picking()
  const shown = screen.getByRole('group', { name: /^Date and time/ }).textContent
  await user.click(part('day'))
  await user.paste('1798158780')
  await screen.findByText('The pasted text is not a date like 2027-03-12 09:00. Nothing was changed.')
  expect(screen.getByRole('group', { name: /^Date and time/ }).textContent).toBe(shown)
  await user.paste('2031-03-12 09:00')
  expect(screen.queryByText(/^The pasted text/)).toBeNull()
  await screen.findByText(/^Wed, 12 Mar 2031, 09:00:00 /)
  await enter()
  await vi.waitFor(() => expect(at(sent)).toEqual([new Date(2031, 2, 12, 9)]))
})

test('it opens without seconds, which nobody types; pasted ones are shown', async () => {
  const { user, sent, enter } = await picking('1 hour')
  expect(screen.queryByRole('spinbutton', { name: /^second/ })).toBeNull()
  await user.click(part('day'))
  await user.paste('2031-03-12 09:00:05')
  expect(part('second').textContent).toBe('05')
  await enter()
  await vi.waitFor(() => expect(at(sent)).toEqual([new Date(2031, 2, 12, 9, 0, 5)]))
})

test('a date without a time means the end of that day, pasted as typed, and says so', async () => {
  const { user, sent, enter, typeIn } = await picking()
  const says = 'A date without a time means the end of that day.'
  expect(screen.queryByText(says)).toBeNull()
  await user.click(part('day'))
  await user.paste('31.12.2031')
  await screen.findByText(says)
  await screen.findByText(/^Wed, 31 Dec 2031, 23:59:59 /)
  await enter()
  await user.paste('2032-03-12 09:00')
  expect(screen.queryByText(says)).toBeNull()
  for (const name of ['hour', 'minute', 'second']) await typeIn(name, '{Backspace}{Backspace}')
  await screen.findByText(says)
  await enter()
  const days = [new Date(2031, 11, 31, 23, 59, 59), new Date(2032, 2, 12, 23, 59, 59)]
  await vi.waitFor(() => expect(at(sent)).toEqual(days))
})

test('an emptied part, a day that doesn’t exist and a date that has passed are told and not sent; the sentence goes with the next choice', async () => {
  const { sent, typeIn, enter, user } = await picking()
  await typeIn('year', '{Backspace}{Backspace}{Backspace}{Backspace}')
  await enter()
  await screen.findByText('Enter the whole date and time.')
  await user.paste('2031-03-31')
  await typeIn('month', '06')
  await enter()
  await screen.findByText('This day doesn’t exist. Choose another one.')
  await typeIn('day', '30')
  await typeIn('year', '2020')
  await enter()
  await screen.findByText('This date has passed. Choose a later one.')
  await typeIn('year', '2031')
  expect(screen.queryByText(/This date has passed/)).toBeNull()
  expect(sent).toEqual([])
  await enter()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  const [date] = at(sent)
  expect([date?.getFullYear(), date?.getMonth(), date?.getDate()]).toEqual([2031, 5, 30])
})

test('in the calendar today is marked and days before it cannot be chosen; it leads to any year, also from the last one', async () => {
  const { user } = await picking('1 hour')
  const open = () => user.click(screen.getByRole('button', { name: /^Pick a date/ }))
  await open()
  const days = await screen.findByRole('grid')
  const dayOf = (name: RegExp) => within(days).getByRole('button', { name })
  expect([...days.querySelectorAll('[data-today]')]).toEqual([dayOf(/January 15, 2027/)])
  expect(dayOf(/January 14, 2027/).getAttribute('aria-disabled')).toBe('true')
  expect(dayOf(/January 16, 2027/).getAttribute('aria-disabled')).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(part('day'))
  await user.paste('9999-12-31 09:00')
  await open()
  const year = await screen.findByRole('combobox', { name: 'Year' })
  expect(within(year).getAllByRole('option').at(-1)?.textContent).toBe('9998')
  await user.selectOptions(year, '9990')
  const last = await screen.findByRole('button', { name: /December 31, 9990/ })
  expect(last.getAttribute('aria-disabled')).toBeNull()
})
