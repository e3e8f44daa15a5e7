import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { announcements } from '#web/testing/announcements.ts'
import { begin, openConsole, type World } from '#web/testing/console.tsx'

const hour = 60 * 60 * 1000
const day = 24 * hour
const whole = (at: number) => Math.floor(at / 1000)
const sheet = () => within(screen.getByRole('dialog', { name: 'New token' }))
const posts = ({ requestsTo }: World) => requestsTo('POST', '/_/token').map(({ body }) => body)

async function form(world: World, name: string, preset?: string) {
  await world.press('New token')
  const field = await screen.findByLabelText('Name')
  if (name !== '') await world.user.type(field, name)
  if (preset !== undefined) await world.user.click(screen.getByRole('radio', { name: preset }))
}

async function create(world: World, name: string, preset?: string) {
  await form(world, name, preset)
  await world.press('Create token')
}

test('the form starts with 30 days, Write off and Active on, and shows the moment; “Details” stay open', async () => {
  const world = await openConsole({ readings: 'query-server', tokens: ['one'] })
  await form(world, 'ci')
  const expires = sheet().getByRole('group', { name: 'Expires' })
  expect(expires.textContent).toBe('Expires1 hour1 day7 days30 days90 days1 yearDate, time…Never')
  expect(sheet().getByRole<HTMLInputElement>('radio', { name: '30 days' }).checked).toBe(true)
  const isOn = (name: string) => sheet().getByRole<HTMLInputElement>('switch', { name }).checked
  expect([isOn('Write'), isOn('Active')]).toEqual([false, true])
  const moment = document.getElementById(expires.getAttribute('aria-describedby') ?? '')
  expect(moment?.textContent).toMatch(/^Sun, 14 Feb 2027, \d\d:00:00 /)
  const details = screen.getByText('Details').closest('details')
  expect(details?.open).toBe(false)
  expect(details?.textContent).toContain(`Sent as the time of sending + ${whole(30 * day)} (s)`)
  await world.user.click(screen.getByText('Details'))
  await world.user.click(sheet().getByRole('radio', { name: '1 day' }))
  expect(screen.getByText('Details').closest('details')).toBe(details)
  expect(details?.open).toBe(true)
})

test('it is sent as set, in the unit of the service, and a preset counts from the moment of sending', async () => {
  const world = await openConsole({ readings: 'query-server', tokens: ['one'] })
  await form(world, 'ci', '1 day')
  await world.user.click(sheet().getByRole('switch', { name: 'Write' }))
  await world.user.click(sheet().getByRole('switch', { name: 'Active' }))
  world.passTime(5000)
  await world.press('Create token')
  await screen.findByRole('button', { name: 'Edit ci' })
  expect(posts(world)).toEqual([{ name: 'ci', expiration_date: whole(begin + 5000 + day), active: false, write: true }])
})

test('“Never” sends no date, and its warning is shown only while it is chosen', async () => {
  const world = await openConsole({ tokens: ['one'] })
  await form(world, 'ci')
  const warning = /^This service may treat a token without a date as expired\. Choose a date to be sure\.$/
  expect(screen.queryByText(warning)).toBeNull()
  await world.user.click(screen.getByRole('radio', { name: 'Never' }))
  await screen.findByText(warning)
  await world.press('Create token')
  await screen.findByRole('button', { name: 'Edit ci' })
  expect(posts(world)).toEqual([{ name: 'ci', active: true, write: false }])
})

test('the new row has the focus and no note under it: a toast names it and copies its value', async () => {
  const world = await openConsole({ tokens: ['a', 'z'] })
  const release = world.hold('POST', '/_/token')
  await create(world, 'm')
  await world.press('Saving…') // a second press
  release()
  await waitFor(() => expect(world.focused()).toBe('Edit m'))
  expect(posts(world)).toHaveLength(1)
  expect(screen.queryByRole('dialog')).toBeNull()
  await world.toasted('“m” created.')
  expect(document.querySelector('.verdict')).toBeNull()
  expect(world.announced()).toBe('m created.')
  expect(world.requestsTo('GET', '/_/token/value')).toHaveLength(0)
  await world.press('Copy value')
  await world.toasted('Copied “m”.')
  expect(await navigator.clipboard.readText()).toBe(world.trial.valueOf('m'))
})

test('a filter that would hide the new row is cleared, and an announcement says so', async () => {
  const world = await openConsole({ tokens: ['a'], hash: '#/tokens?q=a' })
  await screen.findByRole('table', { name: 'Tokens' })
  const spoken = announcements()
  await create(world, 'm')
  await screen.findByRole('button', { name: 'Edit m' })
  await waitFor(() => expect(window.location.hash).toBe('#/tokens'))
  await waitFor(() => expect(spoken.join('\n')).toContain('cleared to show the new token'))
})

test('a name is required; spaces at its ends are told, and can be removed', async () => {
  const world = await openConsole({ tokens: ['a'] })
  await create(world, '')
  await screen.findByText('Enter a name.')
  const field = screen.getByLabelText<HTMLInputElement>('Name')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await world.user.type(field, 'ci ')
  await screen.findByText('The name ends with a space.')
  await world.press('Remove spaces')
  expect(field.value).toBe('ci')
  expect(document.activeElement).toBe(field)
  await world.user.type(field, ' ')
  await world.press('Create token')
  await waitFor(() => expect(posts(world)).toMatchObject([{ name: 'ci ' }]))
})

test('an existing name is refused before anything is sent, and “Edit” opens that token', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await create(world, 'ci')
  await screen.findByText(/already exists\. Choose another name, or edit that one\./)
  expect(posts(world)).toEqual([])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
  await world.press('Edit')
  await world.press('Discard')
  await screen.findByRole('dialog', { name: 'ci' })
})

test('a token that somebody else has created meanwhile is not overwritten: it is shown, and can be edited', async () => {
  const world = await openConsole({ readings: 'duplicate-on-create=ignored', tokens: ['a'] })
  await form(world, 'ci')
  await world.trial.call('POST', '/_/token', { name: 'ci' })
  await world.press('Create token')
  await sheet().findByText('A token with this name already exists. Nothing was sent.')
  await sheet().findByRole('button', { name: 'Edit' })
  expect(posts(world)).toEqual([])
})

test.each([
  [{ status: 201 }, /answered OK, but the list has no token with this name/],
  [{ status: 422, body: '{"error":"no such day"}' }, 'Not created: The service answered 422, “no such day”.'],
] as const)('after %o the form says what came of it, keeps its input, and can be sent again', async (fault, says) => {
  const world = await openConsole({ tokens: ['a'] })
  world.interceptNext('POST', '/_/token', fault)
  await create(world, 'ci', '1 year')
  await sheet().findByText(says)
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('ci')
  expect(sheet().getByRole<HTMLInputElement>('radio', { name: '1 year' }).checked).toBe(true)
  expect(document.querySelectorAll('.verdict')).toHaveLength(1) // the form tells it, not a note
  await world.press('Create token')
  await screen.findByRole('button', { name: 'Edit ci' })
})

test('a token that somebody else created while ours was refused is never taken for ours', async () => {
  const world = await openConsole({ tokens: ['other'] })
  await form(world, 'late')
  const release = world.hold('POST', '/_/token')
  world.interceptNext('POST', '/_/token', { status: 409, body: 'taken' })
  await world.press('Create token')
  await waitFor(() => expect(posts(world)).toHaveLength(1))
  await world.trial.call('POST', '/_/token', posts(world)[0] as object)
  world.passTime(1000)
  release()
  await sheet().findByText(/^Not created: .*409.*The list shows a change nevertheless\.$/)
  world.passTime(3000)
  await world.press('Create token')
  await sheet().findByText(/already exists/)
  expect(posts(world)).toHaveLength(1)
  expect(document.body.textContent).not.toMatch(/” created|Created\.|Saved|No change needed/)
})

test('“Cancel” closes the form and sends nothing; Escape asks first if something was typed', async () => {
  const world = await openConsole({ tokens: ['a'] })
  for (const leave of ['{Escape}', 'Cancel']) {
    await form(world, 'ci')
    await world.user.keyboard('{Escape}')
    await world.press('Keep editing')
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('ci')
    // A key is heard where the focus is: the closing question gives it back in the next frame.
    await waitFor(() => expect(document.activeElement?.closest('[role=dialog]')).toBeTruthy())
    if (leave === 'Cancel') await world.press('Cancel')
    else {
      await world.user.keyboard(leave)
      await world.press('Discard')
    }
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(world.focused()).toBe('New token'))
  }
  expect(posts(world)).toEqual([])
})

test('a token like another has its flags and its length of life, and can have its very date', async () => {
  const world = await openConsole({ tokens: [{ name: 'ci', expires: 89 * day, age: day, write: true }] })
  await world.choose('ci', 'Duplicate ci')
  const copy = within(await screen.findByRole('dialog', { name: 'Copy of ci' }))
  expect(copy.getByLabelText<HTMLInputElement>('Name').value).toBe('ci-copy')
  expect(copy.getByRole<HTMLInputElement>('radio', { name: '90 days' }).checked).toBe(true)
  await world.press('Use this date')
  await world.press('Create token')
  await screen.findByRole('button', { name: 'Edit ci-copy' })
  expect(posts(world)).toEqual([
    { name: 'ci-copy', expiration_date: whole(begin + 89 * day) * 1000, active: true, write: true },
  ])
})

/** A service whose rows do not show its unit: it has no tokens, and its users have no dates. */
const silent = 'query-server,users-list=absent'

async function first(readings: string) {
  const world = await openConsole({ readings })
  await world.press('Create the first token')
  await world.user.type(await screen.findByLabelText('Name'), 'first')
  await world.press('Create token')
  return world
}

test('where the first row shows another unit, the page says which date the service took, and sets the chosen one again', async () => {
  const world = await first(silent)
  await screen.findByText(
    /^Created with differences: .*This service counts seconds, which its rows show only now\. It expires .*\.$/,
  )
  expect(posts(world)).toEqual([
    { name: 'first', expiration_date: whole(begin + 30 * day) * 1000, active: true, write: false },
  ])
  expect(world.requestsTo('DELETE', '/_/token')).toEqual([])
  world.passTime(1000)
  await world.press('Set the expiry of first again')
  await world.confirmWarning()
  await waitFor(() => expect(world.requestsTo('PUT', '/_/token')).toHaveLength(1))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Edit first' }).closest('tr')?.textContent).toContain('in 30 days'),
  )
  expect(screen.queryByText(/^Created with differences/)).toBeNull()
})

test('if the users’ rows show the unit, the first number is right', async () => {
  const world = await first('query-server')
  await world.toasted('“first” created.')
  expect(posts(world)).toEqual([
    { name: 'first', expiration_date: whole(begin + 30 * day), active: true, write: false },
  ])
})

test('in the calendar of a new token today is marked, days before it cannot be chosen, and a year can', async () => {
  const world = await openConsole({ tokens: ['one'] })
  await form(world, 'ci', '1 hour')
  await world.user.click(screen.getByRole('radio', { name: 'Date, time…' }))
  await world.user.click(await screen.findByRole('button', { name: /^Pick a date/ }))
  const days = await screen.findByRole('grid')
  const dayOf = (name: RegExp) => within(days).getByRole('button', { name })
  expect(dayOf(/January 15, 2027/).hasAttribute('data-today')).toBe(true)
  expect(days.querySelectorAll('[data-today]')).toHaveLength(1)
  expect(dayOf(/January 14, 2027/).getAttribute('aria-disabled')).toBe('true')
  expect(dayOf(/January 15, 2027/).getAttribute('aria-disabled')).toBeNull()
  const year = screen.getByRole('combobox', { name: 'Year' })
  expect(within(year).getAllByRole('option')[0]?.textContent).toBe('2027')
  await world.user.selectOptions(year, '2031')
  await world.user.selectOptions(screen.getByRole('combobox', { name: 'Month' }), 'March')
  await world.user.click(await screen.findByRole('button', { name: /March 20, 2031/ }))
  await world.press('Create token')
  await screen.findByRole('button', { name: 'Edit ci' })
  expect(new Date((posts(world)[0] as { expiration_date: number }).expiration_date).toISOString()).toMatch(
    /^2031-03-20/,
  )
})

test('a date that has passed is not sent; the sentence goes with the next choice', async () => {
  const world = await openConsole({ tokens: ['one'] })
  await form(world, 'ci', 'Date, time…')
  // happy-dom reports a changed selection synchronously, and React Aria then changes it again.
  vi.spyOn(Selection.prototype, 'collapse').mockImplementation(() => undefined)
  const group = await screen.findByRole('group', { name: /Date and time/ })
  const year = within(group).getByRole('spinbutton', { name: /^year/ })
  await world.user.click(year)
  await world.user.keyboard('2020')
  await world.press('Create token')
  await screen.findByText('This date has passed. Choose a later one.')
  await world.user.click(year)
  await world.user.keyboard('{ArrowUp}')
  expect(screen.queryByText(/This date has passed/)).toBeNull()
  expect(posts(world)).toEqual([])
  await world.user.click(year)
  await world.user.keyboard('2031')
  const [, shown] = /Sent as (\d+) \(ms\)/.exec(screen.getByRole('dialog', { name: 'New token' }).textContent) ?? []
  await world.press('Create token')
  await screen.findByRole('button', { name: 'Edit ci' })
  expect(posts(world)).toMatchObject([{ expiration_date: Number(shown) }])
  expect(Number(shown) % 60_000).toBe(0)
})
