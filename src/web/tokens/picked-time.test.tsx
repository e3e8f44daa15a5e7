import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { openConsole, type World } from '#web/testing/console.tsx'

beforeEach(() => {
  // happy-dom reports a changed selection synchronously, and React Aria then changes it again.
  vi.spyOn(Selection.prototype, 'collapse').mockImplementation(() => undefined)
})

const part = (name: string) => screen.getByRole('spinbutton', { name: new RegExp(`^${name}`) })

async function pick(world: World) {
  await world.press('New token')
  await world.user.type(await screen.findByLabelText('Name'), 'ci')
  await world.user.click(screen.getByRole('radio', { name: 'Date, time…' }))
  await waitFor(() => part('year'))
}

async function typeIn(world: World, name: string, digits: string) {
  await world.user.click(part(name))
  await world.user.keyboard(digits)
}

const sent = (world: World, method = 'POST') =>
  world.requestsTo(method, '/_/token').map(({ body }) => (body as { expiration_date?: number }).expiration_date)

test('a year beyond 2100 is questioned, and sent once it is confirmed', async () => {
  const world = await openConsole({ tokens: ['one'] })
  await pick(world)
  await typeIn(world, 'year', '2207')
  await world.user.keyboard('{Enter}')
  await screen.findByText('The year 2207 is far away.', { exact: false })
  expect(sent(world)).toEqual([])
  await world.press('Use anyway')
  await screen.findByRole('button', { name: 'Edit ci' })
  expect(new Date(sent(world)[0] ?? 0).getFullYear()).toBe(2207)
})

test('a confirmed year is questioned again when another one is typed', async () => {
  const world = await openConsole({ tokens: ['one'] })
  world.interceptNext('POST', '/_/token', { status: 422 })
  await pick(world)
  await typeIn(world, 'year', '2207')
  await world.press('Create token')
  await world.press('Use anyway')
  await screen.findByText(/^Not created/)
  await typeIn(world, 'year', '9207')
  await world.press('Create token')
  await screen.findByText('The year 9207 is far away.', { exact: false })
  expect(sent(world)).toHaveLength(1)
})

test('a pasted text that is no date changes nothing, and is refused with words until something else is entered', async () => {
  const world = await openConsole({ tokens: ['one'] })
  await pick(world)
  const shown = screen.getByRole('group', { name: /^Date and time/ }).textContent
  await world.user.click(part('day'))
  await world.user.paste('1798158780')
  await screen.findByText('The pasted text is not a date like 2027-03-12 09:00. Nothing was changed.')
  expect(screen.getByRole('group', { name: /^Date and time/ }).textContent).toBe(shown)
  await world.user.paste('2031-03-12 09:00')
  expect(screen.queryByText(/^The pasted text/)).toBeNull()
  await screen.findByText(/^Wed, 12 Mar 2031, 09:00:00 /)
  await world.user.keyboard('{Enter}')
  await screen.findByRole('button', { name: 'Edit ci' })
  expect(sent(world)).toEqual([new Date(2031, 2, 12, 9).getTime()])
})

test('an emptied part is asked for, and nothing is sent', async () => {
  const world = await openConsole({ tokens: ['one'] })
  await pick(world)
  await typeIn(world, 'year', '{Backspace}{Backspace}{Backspace}{Backspace}')
  await world.user.keyboard('{Enter}')
  await screen.findByText('Enter the whole date and time.')
  expect(sent(world)).toEqual([])
})

test('the date of a token keeps its seconds while it is edited, and an untouched one sends nothing', async () => {
  const at = Date.UTC(2027, 5, 30, 8, 15, 37)
  const world = await openConsole({
    tokens: ['ci'],
    before: ({ store }) => void store.write('UPDATE token SET expiration_date = :at', { at }),
  })
  const open = async () => {
    await world.press('Edit ci')
    await world.press('Change the expiry')
    await world.user.click(await screen.findByRole('radio', { name: 'Date, time…' }))
    await waitFor(() => part('second'))
  }
  await open()
  await world.press('Save changes')
  await world.confirmWarning()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(world, 'PUT')).toEqual([])
  await open()
  await typeIn(world, 'year', '2031')
  await world.user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const expected = new Date(at)
  expected.setFullYear(2031)
  expect(sent(world, 'PUT')).toEqual([expected.getTime()])
})

test('in the dialog before a replacement, Enter in the date sends what it shows, and refuses what does not exist', async () => {
  const world = await openConsole({ tokens: [{ name: 'ci', expires: -5000 }] })
  await world.choose('ci', 'Replace value…')
  const dialog = await screen.findByRole('alertdialog')
  await world.user.click(within(dialog).getByRole('radio', { name: 'Date, time…' }))
  await waitFor(() => part('year'))
  await world.user.click(part('day'))
  await world.user.paste('2031-03-31')
  await typeIn(world, 'month', '06')
  await world.user.keyboard('{Enter}')
  await within(dialog).findByText('This day doesn’t exist. Choose another one.')
  expect(sent(world, 'DELETE')).toEqual([])
  await typeIn(world, 'day', '30')
  await world.user.keyboard('{Enter}')
  await waitFor(() => expect(sent(world)).toHaveLength(1))
  const date = new Date(sent(world)[0] ?? 0)
  expect([date.getFullYear(), date.getMonth() + 1, date.getDate()]).toEqual([2031, 6, 30])
})
