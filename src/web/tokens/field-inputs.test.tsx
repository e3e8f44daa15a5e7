import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderSignedIn } from '#web/testing/signed-in.tsx'
import { NewExpiryPrompt } from './field-inputs.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_500 }))

/** The field of a new expiry. What each *Enter* sends is in `submissions`. */
async function picking() {
  let take: () => Promise<unknown> = async () => undefined
  const submissions: unknown[] = []
  const send = () => void take().then((expiry) => expiry !== undefined && submissions.push(expiry))
  const { user } = renderSignedIn(<NewExpiryPrompt registerSubmit={(how) => (take = how)} onSubmit={send} />)
  const choose = (name: string) => user.click(screen.getByRole('radio', { name }))
  const field = () => screen.getByLabelText<HTMLInputElement>('Date and time')
  const pick = (value: string) => fireEvent.change(field(), { target: { value } })
  const enter = (input = field()) => fireEvent.submit(input.form!)
  return { user, submissions, choose, field, pick, enter }
}

/** What stands below the field: its description for screen readers, too. */
function line(): string | null {
  const field = screen.getByLabelText(/^Date and time/)
  return document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? null
}

test('the field starts at 30 days, 23:59, whatever was chosen before, and the line below says which moment that is', async () => {
  const { choose, field } = await picking()
  await choose('1 hour')
  await choose('Custom…')
  expect(field().value).toBe('2027-02-14T23:59')
  expect(field().max).toBe('9999-12-31T23:59')
  expect(field().step).toBe('')
  expect(line()).toMatch(/^Sun, 14 Feb 2027, 23:59 .+ · in 30 days$/)
})

test('an incomplete date, one that the clocks skip and one that has passed each have a sentence in the line below, and are not sent; it goes with the next one', async () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  const { submissions, choose, pick, enter, field } = await picking()
  await choose('Custom…')
  for (const [typed, message] of [
    ['', 'Enter a complete, valid date and time.'],
    ['2027-03-28T02:30', 'The clocks skip this time. Choose another one.'],
    ['2020-03-12T09:00', 'This date has passed. Choose a later one.'],
  ] as const) {
    pick(typed)
    expect(line()).toBe(message) // before it is sent, too
    expect(field().getAttribute('aria-invalid')).toBeNull()
    enter()
    await vi.waitFor(() => expect(field().getAttribute('aria-invalid')).toBe('true'))
    expect(line()).toBe(message)
  }
  pick('2031-03-12T09:00')
  expect(line()).toMatch(/^Wed, 12 Mar 2031, /)
  expect(submissions).toEqual([])
  enter()
  await vi.waitFor(() => expect(submissions).toEqual([{ at: Date.parse('2031-03-12T09:00:00+01:00') }]))
  vi.unstubAllEnvs()
})

test('of a time that comes twice the first is sent, and the line below says so', async () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  const { submissions, choose, pick, enter } = await picking()
  await choose('Custom…')
  pick('2027-10-31T02:30')
  expect(line()).toMatch(/^Sun, 31 Oct 2027, .* \(the first of two\) · in \d+ months$/)
  enter()
  await vi.waitFor(() => expect(submissions).toEqual([{ at: Date.parse('2027-10-31T02:30:00+02:00') }]))
  vi.unstubAllEnvs()
})

test('a browser without such a field shows a text field: its label says the format, which is taken; what is no date is refused with the format', async () => {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'type') ?? {}
  const setter = vi.spyOn(HTMLInputElement.prototype, 'type', 'set').mockImplementation(function (
    this: HTMLInputElement,
    type,
  ) {
    set?.call(this, type === 'datetime-local' ? 'text' : type)
  })
  const { user, submissions, choose, enter } = await picking()
  await choose('Custom…')
  const field = screen.getByLabelText<HTMLInputElement>('Date and time, like 2027-12-31 23:59')
  expect(field.value).toBe('2027-02-14 23:59')
  await user.clear(field)
  await user.type(field, 'Tomorrow')
  expect(field.value).toBe('Tomorrow')
  expect(line()).toBe('Enter a date and time like 2027-12-31 23:59.')
  await user.clear(field)
  await user.paste('2027-12-31 23:59')
  expect(line()).toMatch(/^Fri, 31 Dec 2027, 23:59 /)
  enter(field)
  await vi.waitFor(() => expect(submissions).toEqual([{ at: new Date(2027, 11, 31, 23, 59).getTime() }]))
  setter.mockRestore()
})
