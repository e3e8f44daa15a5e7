import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderSignedIn } from '#web/testing/signed-in.tsx'
import { NewExpiry } from './new-expiry.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_500 }))

/** The field of a new expiry. What each *Enter* sends is in `sent`. */
async function picking() {
  let take: () => Promise<unknown> = async () => undefined
  const sent: unknown[] = []
  const send = () => void take().then((expiry) => expiry !== undefined && sent.push(expiry))
  const { user } = renderSignedIn(<NewExpiry says="" onTake={(how) => (take = how)} onSubmit={send} />)
  const choose = (name: string) => user.click(screen.getByRole('radio', { name }))
  const field = () => screen.getByLabelText<HTMLInputElement>('Date and time')
  const pick = (value: string) => fireEvent.change(field(), { target: { value } })
  const enter = () => fireEvent.submit(field().form!)
  return { sent, choose, field, pick, enter }
}

test('the field begins with the moment of the preset before it, and says which moment it means', async () => {
  const { choose, field } = await picking()
  await choose('1 hour')
  await choose('Date, time…')
  const { value } = field()
  expect(Date.parse(value)).toBe(Math.floor((1_800_000_000_500 + 3_600_000) / 60_000) * 60_000)
  expect(screen.getByText(/^Fri, 15 Jan 2027, .* · in /)).toBeTruthy()
})

test('an unfinished date and one that has passed are told and not sent; the sentence goes with the next one', async () => {
  const { sent, choose, pick, enter } = await picking()
  await choose('Date, time…')
  pick('')
  enter()
  await screen.findByText('Enter the whole date and time.')
  pick('2020-03-12T09:00')
  enter()
  await screen.findByText('This date has passed. Choose a later one.')
  pick('2031-03-12T09:00')
  expect(screen.queryByText(/This date has passed/)).toBeNull()
  expect(sent).toEqual([])
  enter()
  await vi.waitFor(() => expect(sent).toEqual([{ at: new Date(2031, 2, 12, 9).getTime() }]))
})
