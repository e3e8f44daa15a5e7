import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { begin, openConsole, type TestConsole } from '#web/testing/console.tsx'

const day = 24 * 60 * 60 * 1000
const far = 2_000_000_000_000
const puts = ({ requestsTo }: TestConsole) => requestsTo('PUT', '/_/token').map(({ body }) => body)

async function edit(testConsole: TestConsole, name = 'ci') {
  await testConsole.press(`Edit ${name}`)
  return screen.findByRole('dialog', { name })
}

async function closed() {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

const isOn = (sheet: HTMLElement, name: string) => within(sheet).getByRole<HTMLInputElement>('switch', { name }).checked
const toggle = ({ user }: TestConsole, sheet: HTMLElement, name: string) =>
  user.click(within(sheet).getByRole('switch', { name }))

/** Presses *Change* beside the expiry, and chooses. */
async function choose(testConsole: TestConsole, preset: string) {
  await testConsole.press('Change the expiry')
  await testConsole.user.click(await screen.findByRole('radio', { name: preset }))
}

/** Changes the token as somebody else. */
async function theirs({ passTime, trial }: TestConsole, change: object) {
  passTime(60_000)
  await trial.call('PUT', '/_/token', { name: 'ci', active: true, write: false, expiration_date: far, ...change })
}

const question = () => screen.findByRole('alertdialog')

test('an opened row can save nothing yet: Save and Discard come with the first change; an edit is one PUT of the whole record with the stored date as it was', async () => {
  const expiry = 1_893_456_000_123
  const testConsole = await openConsole({
    tokens: ['ci'],
    before: ({ database: store }) => void store.write('UPDATE token SET expiration_date = :expiry', { expiry }),
  })
  const sheet = await edit(testConsole)
  const buttons = () => within(sheet).queryAllByRole('button', { name: /^(Save changes|Discard)$/ })
  expect(buttons()).toEqual([])
  expect(within(sheet).queryByLabelText('Name')).toBeNull()
  within(sheet).getByRole('button', { name: 'Duplicate…' })
  for (const times of [2, 0, 2]) {
    await toggle(testConsole, sheet, 'Write')
    expect(buttons()).toHaveLength(times)
  }
  expect(testConsole.asksToLeave()).toBe(true)
  await testConsole.press('Discard')
  expect(buttons()).toEqual([])
  expect(isOn(sheet, 'Write')).toBe(false)
  expect(testConsole.asksToLeave()).toBe(false)
  expect(within(sheet).queryByRole('radio')).toBeNull()
  expect(sheet.textContent).toMatch(/Expires\w+, 1 Jan 2030, .* · in 3 years/)
  await testConsole.press('Change the expiry')
  const checked = () =>
    within(sheet)
      .queryAllByRole<HTMLInputElement>('radio')
      .filter((radio) => radio.checked)
  expect(checked()).toEqual([])
  expect(document.activeElement).toBe(within(sheet).getByRole('radio', { name: '1 hour' }))
  expect(sheet.textContent).not.toContain('was ')
  await testConsole.user.click(within(sheet).getByRole('radio', { name: '90 days' }))
  expect(sheet.textContent).toContain('was 1 Jan 2030')
  await testConsole.press('Undo the change of the expiry')
  expect(within(sheet).queryByRole('radio')).toBeNull()
  expect(buttons()).toEqual([])
  await waitFor(() => expect(testConsole.focused()).toBe('Change the expiry'))
  await toggle(testConsole, sheet, 'Write')
  await testConsole.press('Save changes')
  await testConsole.confirmWarning()
  await closed()
  await waitFor(() => expect(testConsole.focused()).toBe('Edit ci'))
  expect(puts(testConsole)).toEqual([{ name: 'ci', expiration_date: expiry, active: true, write: true }])
})

test('a stored date keeps its seconds, which its field shows, until it is edited; typed again as it was, it is sent back as it is stored', async () => {
  const expiry = 1_893_456_037_123
  const testConsole = await openConsole({
    tokens: ['ci'],
    before: ({ database: store }) => void store.write('UPDATE token SET expiration_date = :expiry', { expiry }),
  })
  const sheet = await edit(testConsole)
  await choose(testConsole, 'Custom…')
  const field = within(sheet).getByLabelText<HTMLInputElement>('Date and time')
  const stored = field.value
  expect(stored).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:37$/)
  expect(field.step).toBe('1')
  fireEvent.change(field, { target: { value: '2031-03-12T09:00' } })
  expect(field.step).toBe('1') // the part of the seconds stays
  fireEvent.change(field, { target: { value: stored } })
  await toggle(testConsole, sheet, 'Write')
  await testConsole.press('Save changes')
  await testConsole.confirmWarning()
  await closed()
  expect(puts(testConsole)).toEqual([{ name: 'ci', expiration_date: expiry, active: true, write: true }])
})

test('without an answer for five seconds the form says so; refused it stays open with its input, says why, and can be sent again', async () => {
  const testConsole = await openConsole({ readings: 'query-server', tokens: ['ci'] })
  const sheet = await edit(testConsole)
  await choose(testConsole, '7 days')
  const release = testConsole.hold('PUT', '/_/token')
  testConsole.interceptNext('PUT', '/_/token', { status: 400, body: 'not so' })
  await testConsole.press('Save changes')
  const { setTimeout: wait } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms?: number) =>
    wait(act, ms === 5000 ? 0 : ms)) as typeof setTimeout)
  await testConsole.confirmWarning()
  await within(sheet).findByRole('button', { name: 'Saving… No answer yet' })
  release()
  await within(sheet).findByText(/Not saved: The service answered 400, “not so”/, { selector: '.callout *' })
  expect(document.querySelectorAll('.callout')).toHaveLength(1) // the form tells it, not a note
  expect(within(sheet).getByRole<HTMLInputElement>('radio', { name: '7 days' }).checked).toBe(true)
  testConsole.passTime(3000)
  await testConsole.press('Save changes')
  await closed()
  // The new date counts from the moment of sending, in the unit of the service.
  const expiration_date = Math.floor((begin + 3000 + 7 * day) / 1000)
  expect(puts(testConsole).at(-1)).toEqual({ name: 'ci', expiration_date, active: true, write: false })
  expect(puts(testConsole)).toHaveLength(2)
})

test.each<[string, (testConsole: TestConsole) => Promise<void>]>([
  ['Discard', ({ press }) => press('Discard')],
  ['Close', ({ press }) => press('Close')],
  ['Esc', ({ user }) => user.keyboard('{Escape}')],
])('“%s” while a save is under way says that it has been sent, and does not stop it', async (_way, close) => {
  const testConsole = await openConsole({ tokens: ['ci'] })
  await edit(testConsole)
  await choose(testConsole, '7 days')
  const release = testConsole.hold('PUT', '/_/token')
  await testConsole.press('Save changes')
  await testConsole.confirmWarning()
  await screen.findByRole('button', { name: /^Saving…/ })
  await close(testConsole)
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Close while saving?' }))
  dialog.getByText(/^Your changes are already sent\. Closing doesn’t stop the save\./)
  await testConsole.user.click(dialog.getByRole('button', { name: 'Close' }))
  await closed()
  release()
  await waitFor(() => expect(puts(testConsole)).toHaveLength(1))
  expect(await screen.findAllByText(/^Saved/)).not.toEqual([])
})

test('a token that somebody else changed is asked about with what changed, also by both, and again if it changes meanwhile; after Cancel the form goes on from that', async () => {
  const testConsole = await openConsole({
    readings: 'documented,list-secret=left-out',
    tokens: [{ name: 'ci', expires: far - begin }],
  })
  const sheet = await edit(testConsole)
  await choose(testConsole, '30 days')
  await theirs(testConsole, { expiration_date: far + 60_000 })
  await testConsole.press('Save changes')
  await testConsole.user.click(within(await question()).getByRole('button', { name: 'Set expiry' }))
  const conflict = () => screen.findByRole('alertdialog', { name: /” changed since you opened it$/ })
  expect((await conflict()).textContent).toMatch(
    /Somebody set the expiry\. Last change at \d\d:\d\d\. Saving overwrites that and sets the expiry\./,
  )
  const sides = async () =>
    within(await conflict())
      .getAllByRole('definition')
      .map(({ textContent }) => textContent)
  expect(await sides()).toEqual([
    expect.stringMatching(/^Expires \d\d? May 2033, .* → .*May 2033, /),
    expect.stringMatching(/^Expires \d\d? May 2033, .* → 14 Feb 2027, /),
  ])
  expect((await conflict()).textContent).not.toContain('Updated')
  await theirs(testConsole, { expiration_date: far + 60_000, active: false })
  await testConsole.press('Save my change')
  await waitFor(async () =>
    expect((await conflict()).textContent).toContain('Somebody deactivated the token. Last change at'),
  )
  expect((await conflict()).textContent).toContain('Saving keeps that and only sets the expiry.')
  expect((await sides())[0]).toBe('Active on → off')
  await testConsole.press('Cancel')
  await waitFor(() => expect(isOn(sheet, 'Active')).toBe(false))
  expect(within(sheet).getByRole<HTMLInputElement>('radio', { name: '30 days' }).checked).toBe(true)
  expect(puts(testConsole)).toEqual([])
  const save = within(sheet).getByRole('button', { name: 'Save changes' })
  await waitFor(() => expect(save.getAttribute('aria-disabled')).toBeNull()) // the cancelled save has ended
  await testConsole.press('Save changes')
  await closed()
  expect(puts(testConsole)).toMatchObject([{ name: 'ci', active: false, write: false }]) // their change is kept
})

test('*Reload* in a conflict drops the change, and the form shows the row as it is now', async () => {
  const testConsole = await openConsole({ tokens: ['ci'], readings: 'list-secret=carried' })
  const sheet = await edit(testConsole)
  await toggle(testConsole, sheet, 'Write')
  await theirs(testConsole, { active: false })
  await testConsole.press('Save changes')
  await testConsole.confirmWarning()
  await screen.findByRole('alertdialog', { name: /” changed since you opened it$/ })
  await testConsole.press('Reload')
  await waitFor(() => expect(isOn(sheet, 'Active')).toBe(false))
  expect(isOn(sheet, 'Write')).toBe(false)
  await waitFor(() => expect(within(sheet).queryByRole('button', { name: 'Save changes' })).toBeNull())
  expect(document.querySelector('.callout')).toBeNull()
  expect(puts(testConsole)).toEqual([])
})

test('an unreadable row is counted; an unreadable flag is a menu that opens the sheet, where all that can’t be read is chosen before anything is sent', async () => {
  const rows = JSON.stringify([
    { name: 'good', active: true, write: false },
    { name: null },
    'nonsense',
    { name: 'ci', active: 'perhaps', write: false, expiration_date: 'soon', updated_at: 1_799_999_999_000 },
  ])
  const testConsole = await openConsole({
    before: (_, network) => void network.interceptAll('GET', '/_/token', { status: 200, body: rows }),
  })
  await screen.findByText(/2 rows in the response have no readable name and cannot be shown: row 2, 3/)
  screen.getByRole('switch', { name: 'good active' })
  expect(screen.queryByRole('switch', { name: 'ci active' })).toBeNull()
  const flag = screen.getByRole('button', { name: 'ci active, unknown' })
  expect(flag.closest('tr')?.textContent).toMatch(/Unreadable.*unreadable/)
  await testConsole.user.click(flag)
  const sheet = await screen.findByRole('dialog', { name: 'ci' })
  expect(within(sheet).queryByRole('button', { name: /expiry/ })).toBeNull()
  await within(sheet).findByText('Expires can’t be read. Choose before you save.')
  await within(sheet).findByText('Active can’t be read. Choose before you save.')
  await toggle(testConsole, sheet, 'Write')
  await testConsole.press('Save changes')
  expect(puts(testConsole)).toEqual([])
  await testConsole.user.click(within(sheet).getByRole('radio', { name: 'Off' }))
  await testConsole.user.click(within(sheet).getByRole('radio', { name: '1 day' }))
  await testConsole.press('Save changes')
  await testConsole.confirmWarning()
  await waitFor(() => expect(puts(testConsole)).toHaveLength(1))
  expect(puts(testConsole)[0]).toMatchObject({ name: 'ci', active: false, write: true })
  expect(puts(testConsole)[0]).toHaveProperty('expiration_date')
})

/** Saves another expiry, and asks to close the form while that is under way. */
async function closeWhileSaving(testConsole: TestConsole) {
  const sheet = await edit(testConsole)
  await choose(testConsole, '7 days')
  const release = testConsole.hold('PUT', '/_/token')
  testConsole.interceptNext('PUT', '/_/token', { status: 400, body: 'not so' })
  await testConsole.press('Save changes')
  await testConsole.confirmWarning()
  await waitFor(() => expect(puts(testConsole)).toHaveLength(1))
  await testConsole.press('Close')
  await screen.findByRole('alertdialog', { name: 'Close while saving?' })
  return { sheet, release }
}

test('a save that fails after its form was closed has a note', async () => {
  const testConsole = await openConsole({ readings: 'query-server', tokens: ['ci'] })
  const { release } = await closeWhileSaving(testConsole)
  await testConsole.answer('Close')
  await closed()
  release()
  const note = () => document.querySelector('.callout')?.textContent
  await waitFor(() => expect(note()).toMatch(/^Not saved: The service answered 400, “not so”/))
  await testConsole.refresh()
  expect(note()).toMatch(/^Not saved: The service answered 400, “not so”/)
})

test('a save that fails while it is asked about takes the question along: to close would lose the input now', async () => {
  const testConsole = await openConsole({ readings: 'query-server', tokens: ['ci'] })
  const { sheet, release } = await closeWhileSaving(testConsole)
  release()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await within(sheet).findByText(/Not saved: The service answered 400, “not so”/, { selector: '.callout *' })
  expect(within(sheet).getByRole<HTMLInputElement>('radio', { name: '7 days' }).checked).toBe(true)
})
