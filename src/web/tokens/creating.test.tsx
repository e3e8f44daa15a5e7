import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { announcements } from '#web/testing/announcements.ts'
import { begin, openConsole, type World } from '#web/testing/console.tsx'

const hour = 60 * 60 * 1000
const day = 24 * hour
const whole = (at: number) => Math.floor(at / 1000)
const neverWarning = /a token without a date as expired/
const error = async (says: string | RegExp) => screen.findByText(says)

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

const presets = [
  ['1 hour', hour],
  ['1 day', day],
  ['7 days', 7 * day],
  ['30 days', 30 * day],
  ['90 days', 90 * day],
  ['1 year', 365 * day],
] as const

test.each(presets)(
  '%s counts from the moment of sending, in milliseconds if the service counts them',
  async (preset, after) => {
    const world = await openConsole({ tokens: ['one'] })
    await form(world, 'ci', preset)
    world.passTime(5000)
    await world.press('Create token')
    await screen.findByRole('button', { name: 'Edit ci' })
    expect(world.requestsTo('POST', '/_/token').map(({ body }) => body)).toEqual([
      { name: 'ci', expiration_date: whole(begin + 5000 + after) * 1000, active: true, write: false },
    ])
  },
)

test('it is sent in seconds if the rows show seconds', async () => {
  const world = await openConsole({ readings: 'query-server', tokens: ['one'] })
  await create(world, 'ci', '1 day')
  await screen.findByRole('button', { name: 'Edit ci' })
  expect(world.requestsTo('POST', '/_/token')[0]?.body).toMatchObject({ expiration_date: whole(begin + day) })
})

test('“Never” sends no date, and its warning is shown only while it is chosen', async () => {
  const world = await openConsole({ tokens: ['one'] })
  await form(world, 'ci')
  expect(screen.queryByText(neverWarning)).toBeNull()
  await world.user.click(screen.getByRole('radio', { name: 'Never' }))
  await error(/^This service may treat a token without a date as expired\. Choose a date to be sure\.$/)
  expect(screen.getByText(/^Sent without a date\./).closest('details')?.open).toBe(false)
  await world.press('Create token')
  await screen.findByRole('button', { name: 'Edit ci' })
  expect(world.requestsTo('POST', '/_/token')[0]?.body).toEqual({ name: 'ci', active: true, write: false })
})

test('the form starts with 30 days, Write off and Active on, and shows the moment and what is sent for it', async () => {
  const world = await openConsole({ readings: 'moments=s,expiry-compared-in=s', tokens: ['one'] })
  await form(world, 'ci')
  const sheet = screen.getByRole('dialog', { name: 'New token' })
  expect(within(sheet).getByRole<HTMLInputElement>('radio', { name: '30 days' }).checked).toBe(true)
  const offered = within(sheet).getByRole('group', { name: 'Expires' }).textContent
  expect(offered).toBe('Expires1 hour1 day7 days30 days90 days1 yearDate, time…Never')
  expect(within(sheet).getByRole<HTMLInputElement>('switch', { name: 'Write' }).checked).toBe(false)
  expect(within(sheet).getByRole<HTMLInputElement>('switch', { name: 'Active' }).checked).toBe(true)
  const details = within(sheet).getByRole('group', { name: '' })
  expect(details.textContent).toMatch(
    /^DetailsUTC: Sun, 14 Feb 2027, 08:00:\d\dSent as the time of sending \+ 2592000 \(s\)$/,
  )
  expect(details.hasAttribute('open')).toBe(false)
  const moment = within(sheet).getByRole('group', { name: 'Expires' }).getAttribute('aria-describedby')
  expect(document.getElementById(moment ?? '')?.textContent).toMatch(/^Sun, 14 Feb 2027, \d\d:00:\d\d /)
})

test('“Details” stays open while another date is chosen', async () => {
  const world = await openConsole({ tokens: ['one'] })
  await form(world, 'ci')
  const details = screen.getByText('Details').closest('details')
  await world.user.click(screen.getByText('Details'))
  await world.user.click(screen.getByRole('radio', { name: '1 day' }))
  expect(screen.getByText('Details').closest('details')).toBe(details)
  expect(details?.open).toBe(true)
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
  const [request] = world.requestsTo('POST', '/_/token')
  const sent = (request?.body as { expiration_date: number } | undefined)?.expiration_date ?? 0
  expect(new Date(sent).toISOString()).toMatch(/^2031-03-20/)
})

test('the switches of the form are sent as set', async () => {
  const world = await openConsole({ tokens: ['one'] })
  await form(world, 'ci')
  const sheet = screen.getByRole('dialog', { name: 'New token' })
  await world.user.click(within(sheet).getByRole('switch', { name: 'Write' }))
  await world.user.click(within(sheet).getByRole('switch', { name: 'Active' }))
  await world.press('Create token')
  await screen.findByRole('button', { name: 'Edit ci' })
  expect(world.requestsTo('POST', '/_/token')[0]?.body).toMatchObject({ active: false, write: true })
})

test('a date and time is sent as a whole minute, and not at all if it has passed', async () => {
  const world = await openConsole({ tokens: ['one'] })
  await form(world, 'ci', 'Date, time…')
  // happy-dom reports a changed selection synchronously, and React Aria then changes it again.
  vi.spyOn(Selection.prototype, 'collapse').mockImplementation(() => undefined)
  const group = await screen.findByRole('group', { name: /Date and time/ })
  const year = within(group).getByRole('spinbutton', { name: /^year/ })
  await world.user.click(year)
  await world.user.keyboard('2020')
  await world.press('Create token')
  await error('This date has passed. Choose a later one.')
  expect(world.requestsTo('POST', '/_/token')).toEqual([])
  // The sentence is about the date that was sent, and goes with the next choice.
  await world.user.click(year)
  await world.user.keyboard('{ArrowUp}')
  expect(screen.queryByText(/This date has passed/)).toBeNull()
  await world.press('Create token')
  await error('This date has passed. Choose a later one.')
  expect(world.requestsTo('POST', '/_/token')).toEqual([])
  await world.user.click(year)
  await world.user.keyboard('2031')
  const [, shown] = /Sent as (\d+) \(ms\)/.exec(screen.getByRole('dialog', { name: 'New token' }).textContent) ?? []
  await world.press('Create token')
  await screen.findByRole('button', { name: 'Edit ci' })
  const [request] = world.requestsTo('POST', '/_/token')
  const sent = (request?.body as { expiration_date: number } | undefined)?.expiration_date ?? 0
  expect(new Date(sent).getUTCFullYear()).toBe(2031)
  expect(sent % 60_000).toBe(0)
  expect(String(sent)).toBe(shown)
})

test('the new row has the focus and no note under it: a toast names it and copies its value', async () => {
  const world = await openConsole({ tokens: ['a', 'z'] })
  await create(world, 'm')
  await waitFor(() => expect(world.focused()).toBe('Edit m'))
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

test('a name is required; spaces at its ends get a warning and are sent unchanged', async () => {
  const world = await openConsole({ tokens: ['a'] })
  await create(world, '')
  await error('Enter a name.')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
  await world.user.type(screen.getByLabelText('Name'), 'ci ')
  await error('The name ends with a space.')
  await world.press('Create token')
  await waitFor(() => expect(world.requestsTo('POST', '/_/token')[0]?.body).toMatchObject({ name: 'ci ' }))
})

test('spaces around a new name can be removed', async () => {
  const world = await openConsole({ tokens: ['a'] })
  await world.press('New token')
  const field = await screen.findByLabelText<HTMLInputElement>('Name')
  await world.user.type(field, ' ci ')
  await world.press('Remove spaces')
  expect(field.value).toBe('ci')
  expect(document.activeElement).toBe(field)
})

test('an existing name gets an error before anything is sent, and “Edit” opens that token', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await create(world, 'ci')
  await error(/already exists\. Choose another name, or edit that one\./)
  expect(world.requestsTo('POST', '/_/token')).toEqual([])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
  await world.press('Edit')
  await screen.findByRole('dialog', { name: 'Edit ci' })
})

test('a token that somebody else has created meanwhile is not overwritten', async () => {
  const world = await openConsole({ readings: 'duplicate-on-create=ignored', tokens: ['a'] })
  await form(world, 'ci')
  await world.trial.call('POST', '/_/token', { name: 'ci' })
  await world.press('Create token')
  await error('A token named “ci” already exists. Nothing was sent.')
  // The list did not show it: it is read again, and the field offers to edit it.
  await screen.findByRole('button', { name: 'Edit', hidden: false })
  expect(world.requestsTo('POST', '/_/token')).toEqual([])
})

test('if the service answers OK but stores nothing, the form says so and keeps its input', async () => {
  const world = await openConsole({ tokens: ['a'] })
  world.interceptNext('POST', '/_/token', { status: 201 })
  await create(world, 'ci')
  await error(/answered OK, but stored no token with this name/)
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('ci')
})

test('the sheet quotes a refusal, and the same form can be sent again', async () => {
  const world = await openConsole({ tokens: ['a'] })
  world.interceptNext('POST', '/_/token', { status: 422, body: '{"error":"no such day"}' })
  await create(world, 'ci', '1 year')
  await error('Not saved: The service answered 422, “no such day”.')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '1 year' }).checked).toBe(true)
  await world.press('Create token')
  await screen.findByRole('button', { name: 'Edit ci' })
})

test('two presses create one token with one request', async () => {
  const world = await openConsole({ tokens: ['a'] })
  const release = world.hold('POST', '/_/token')
  await create(world, 'ci')
  await world.press('Saving…')
  release()
  await screen.findByRole('button', { name: 'Edit ci' })
  expect(world.requestsTo('POST', '/_/token')).toHaveLength(1)
})

test('Cancel and Escape send nothing and return the focus', async () => {
  const world = await openConsole({ tokens: ['a'] })
  for (const leave of ['{Escape}', 'Cancel']) {
    await form(world, 'ci')
    await (leave === 'Cancel' ? world.press('Cancel') : world.user.keyboard(leave))
    if (leave !== 'Cancel') await world.press('Discard')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(world.focused()).toBe('New token'))
  }
  expect(world.requestsTo('POST', '/_/token')).toEqual([])
})
