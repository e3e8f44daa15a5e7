import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { begin, openConsole, type World } from '#web/testing/console.tsx'

const day = 24 * 60 * 60 * 1000
const far = 2_000_000_000_000
const puts = ({ requestsTo }: World) => requestsTo('PUT', '/_/token').map(({ body }) => body)

async function edit(world: World, name = 'ci') {
  await world.press(`Edit ${name}`)
  return screen.findByRole('dialog', { name })
}

async function closed() {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

const isOn = (sheet: HTMLElement, name: string) => within(sheet).getByRole<HTMLInputElement>('switch', { name }).checked
const toggle = ({ user }: World, sheet: HTMLElement, name: string) =>
  user.click(within(sheet).getByRole('switch', { name }))

/** Presses *Change* beside the expiry, and chooses. */
async function choose(world: World, preset: string) {
  await world.press('Change the expiry')
  await world.user.click(await screen.findByRole('radio', { name: preset }))
}

/** Changes the token as somebody else. */
async function theirs({ passTime, trial }: World, change: object) {
  passTime(60_000)
  await trial.call('PUT', '/_/token', { name: 'ci', active: true, write: false, expiration_date: far, ...change })
}

const question = () => screen.findByRole('alertdialog')
const changedWords = 'It changed after you opened it. Nothing was sent yet.'
const expiries = ({ trial }: World) => trial.store.read('SELECT expiration_date FROM token')

test.each([
  ['documented', 1_893_456_000_123],
  ['query-server', 1_893_456_000],
] as const)(
  'under “%s” an edit is one PUT of the whole record, and keeps the untouched expiry %s',
  async (readings, expiry) => {
    const world = await openConsole({
      readings,
      tokens: ['ci'],
      before: ({ store }) => void store.write('UPDATE token SET expiration_date = :expiry', { expiry }),
    })
    await toggle(world, await edit(world), 'Write')
    await world.press('Save changes')
    await world.confirmWarning()
    await closed()
    expect(puts(world)).toHaveLength(1)
    expect(Object.keys(puts(world)[0] as object).toSorted()).toEqual(['active', 'expiration_date', 'name', 'write'])
    expect(world.trial.store.read('SELECT expiration_date, active, write FROM token')).toEqual([
      { expiration_date: expiry, active: 1, write: 1 },
    ])
  },
)

test('an opened row arms nothing: Save and Discard come with the first change, and go with it', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  const sheet = await edit(world)
  const buttons = () => within(sheet).queryAllByRole('button', { name: /^(Save changes|Discard)$/ })
  expect(buttons()).toEqual([])
  expect(within(sheet).queryByLabelText('Name')).toBeNull()
  within(sheet).getByRole('button', { name: 'Duplicate…' })
  await toggle(world, sheet, 'Write')
  expect(buttons()).toHaveLength(2)
  expect(world.asksToLeave()).toBe(true)
  await world.press('Discard')
  expect(buttons()).toEqual([])
  expect(isOn(sheet, 'Write')).toBe(false)
  await toggle(world, sheet, 'Write')
  await toggle(world, sheet, 'Write')
  expect(buttons()).toEqual([])
  expect(world.asksToLeave()).toBe(false)
  await world.press('Close')
  await closed()
  await waitFor(() => expect(world.focused()).toBe('Edit ci'))
  expect(puts(world)).toEqual([])
})

test('a new date counts from the moment of sending, in the unit of the service, and the focus returns to the name', async () => {
  const world = await openConsole({ readings: 'query-server', tokens: ['ci'] })
  await edit(world)
  await choose(world, '7 days')
  world.passTime(3000)
  await world.press('Save changes')
  await world.confirmWarning()
  await closed()
  const expiration_date = Math.floor((begin + 3000 + 7 * day) / 1000)
  expect(puts(world)).toEqual([{ name: 'ci', expiration_date, active: true, write: false }])
  expect(expiries(world)).toEqual([{ expiration_date: expiration_date }])
  await waitFor(() => expect(world.focused()).toBe('Edit ci'))
})

test('the stored date is one line until it is changed; “Keep as it is” shows the number that is sent, and sends nothing else', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  const sheet = await edit(world)
  expect(within(sheet).queryByRole('radio')).toBeNull()
  expect(sheet.textContent).toMatch(/Expires\w+, 15 Apr 2027, .* · in 3 months/)
  await world.press('Change the expiry')
  expect(within(sheet).getByRole<HTMLInputElement>('radio', { name: 'Keep as it is' }).checked).toBe(true)
  const [, shown] = /Stored as (\d+)\. Sent back unchanged\./.exec(sheet.textContent) ?? []
  await toggle(world, sheet, 'Write')
  await world.press('Save changes')
  await world.confirmWarning()
  await closed()
  expect(puts(world)).toMatchObject([{ expiration_date: Number(shown) }])
})

test.each([
  ['“Never”', 'documented', 90 * day],
  ['a stored date that means “no expiry set”', 'query-server', 'never'],
] as const)('%s is omitted, not sent as a date', async (what, readings, expires) => {
  const world = await openConsole({ readings, tokens: [{ name: 'ci', expires }] })
  const sheet = await edit(world)
  if (what === '“Never”') await choose(world, 'Never')
  else await toggle(world, sheet, 'Write')
  await world.press('Save changes')
  await world.confirmWarning()
  await closed()
  expect(puts(world)).toEqual([{ name: 'ci', active: true, write: what !== '“Never”' }])
})

test.each([
  [{ status: 400, body: 'not so' }, /Not saved: The service answered 400, “not so”/],
  [{ status: 413 }, /Not saved: .*too large \(413\)/],
] as const)('after %o the sheet stays open with its input, says why, and can be sent again', async (fault, says) => {
  const world = await openConsole({ tokens: ['ci'] })
  const sheet = await edit(world)
  await choose(world, '90 days')
  world.interceptNext('PUT', '/_/token', fault)
  await world.press('Save changes')
  await world.confirmWarning()
  await within(sheet).findByText(says, { selector: '.verdict *' })
  expect(document.querySelectorAll('.verdict')).toHaveLength(1) // the form tells it, not a note
  expect(within(sheet).getByRole<HTMLInputElement>('radio', { name: '90 days' }).checked).toBe(true)
  await world.press('Save changes')
  await closed()
  expect(puts(world)).toHaveLength(2)
})

test('a form without an answer for five seconds says so', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  const sheet = await edit(world)
  await toggle(world, sheet, 'Write')
  const release = world.hold('PUT', '/_/token')
  await world.press('Save changes')
  const { setTimeout: wait } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms?: number) =>
    wait(act, ms === 5000 ? 0 : ms)) as typeof setTimeout)
  await world.confirmWarning()
  await within(sheet).findByRole('button', { name: 'Saving… No answer yet' })
  release()
  await closed()
  expect(puts(world)).toHaveLength(1)
})

test('a token that somebody else changed is asked about once more, with what changed; their change is kept', async () => {
  const world = await openConsole({ tokens: [{ name: 'ci', expires: far - begin }] })
  const sheet = await edit(world)
  await toggle(world, sheet, 'Active')
  await theirs(world, { write: true })
  await world.press('Save changes')
  await world.press('Deactivate') // the first question, about the value
  const asked = await question()
  await within(asked).findByText(changedWords)
  expect(asked.textContent).toContain('Writeoff → on')
  expect(asked.textContent).not.toContain('Expires')
  expect(puts(world)).toEqual([])
  await world.press('Save anyway')
  await closed()
  expect(world.trial.store.read('SELECT active, write, expiration_date FROM token')).toEqual([
    { active: 0, write: 1, expiration_date: far },
  ])
})

test('a field that both changed is told as such, and what changes while it is asked is asked about again', async () => {
  const world = await openConsole({ tokens: [{ name: 'ci', expires: far - begin }] })
  const sheet = await edit(world)
  await choose(world, '30 days')
  await theirs(world, { expiration_date: far + 60_000 })
  await world.press('Save changes')
  await world.user.click(within(await question()).getByRole('button', { name: 'Save changes' }))
  await screen.findByText(changedWords)
  expect((await question()).textContent).toMatch(
    /Expiresyours \d\d? May 2033, .* → 14 Feb 2027, .*, now \d\d? May 2033/,
  )
  await theirs(world, { expiration_date: far + 60_000, write: true })
  await world.press('Save anyway')
  await waitFor(async () => expect((await question()).textContent).toContain('Writeoff → on'))
  expect((await question()).textContent).not.toContain('yours')
  expect(puts(world)).toEqual([])
  await world.press('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(within(sheet).getByRole<HTMLInputElement>('radio', { name: '30 days' }).checked).toBe(true)
})

test('after Cancel the form goes on from what the question showed: the same save is not asked about again', async () => {
  const world = await openConsole({ readings: 'documented,list-secret=carried', tokens: ['ci'] })
  const sheet = await edit(world)
  await toggle(world, sheet, 'Write')
  await theirs(world, { active: false })
  await world.press('Save changes')
  await world.press('Turn write on')
  await within(await question()).findByText(changedWords)
  await world.press('Cancel')
  await waitFor(() => expect(isOn(sheet, 'Active')).toBe(false))
  expect(isOn(sheet, 'Write')).toBe(true)
  await world.press('Save changes')
  expect((await question()).textContent).not.toContain(changedWords)
  await world.confirmWarning()
  await waitFor(() =>
    expect(puts(world)).toMatchObject([{ name: 'ci', active: false, write: true, expiration_date: far }]),
  )
})

test('a token that was deleted meanwhile is told as deleted, and the form keeps its input', async () => {
  const world = await openConsole({ tokens: ['ci', 'other'] })
  const sheet = await edit(world)
  await toggle(world, sheet, 'Write')
  await world.trial.call('DELETE', '/_/token', { name: 'ci' })
  await world.press('Save changes')
  await world.confirmWarning()
  await within(sheet).findByText('Already deleted. Nothing was sent.', { selector: '.verdict *' })
  expect(isOn(sheet, 'Write')).toBe(true)
  expect(puts(world)).toEqual([])
})

test('unreadable fields must be chosen before anything is sent, and are then sent too', async () => {
  const odd = JSON.stringify([
    { name: 'ci', active: 'perhaps', write: false, expiration_date: 'soon', updated_at: 1_799_999_999_000 },
  ])
  const world = await openConsole({
    before: (_, network) => void network.interceptAll('GET', '/_/token', { status: 200, body: odd }),
  })
  const sheet = await edit(world)
  expect(within(sheet).queryByRole('radio', { name: 'Keep as it is' })).toBeNull()
  await within(sheet).findByText('Expires can’t be read. Choose before you save.')
  await within(sheet).findByText('Active can’t be read. Choose before you save.')
  await toggle(world, sheet, 'Write')
  await world.press('Save changes')
  expect(puts(world)).toEqual([])
  await world.user.click(within(sheet).getByRole('radio', { name: 'Off' }))
  await world.user.click(within(sheet).getByRole('radio', { name: '1 day' }))
  await world.press('Save changes')
  await world.confirmWarning()
  await waitFor(() => expect(puts(world)).toHaveLength(1))
  expect(puts(world)[0]).toMatchObject({ name: 'ci', active: false, write: true })
  expect(puts(world)[0]).toHaveProperty('expiration_date')
})

test('an unreadable flag in a row is a menu that opens the sheet: it is never toggled blindly', async () => {
  const odd = JSON.stringify([{ name: 'ci', active: 'perhaps', write: false, expiration_date: far }])
  const world = await openConsole({
    before: (_, network) => void network.interceptAll('GET', '/_/token', { status: 200, body: odd }),
  })
  await world.press('ci active, unknown')
  await screen.findByRole('dialog', { name: 'ci' })
  expect(puts(world)).toEqual([])
})

test('a link to a row opens its sheet, which copies the link and shows the raw fields without the value', async () => {
  const world = await openConsole({ readings: 'query-server', tokens: ['ci', 'other'], hash: '#/tokens?name=ci' })
  const sheet = await screen.findByRole('dialog', { name: 'ci' })
  await world.press('Copy link')
  await world.toasted('Link copied.')
  expect(new URL(await navigator.clipboard.readText()).hash).toBe('#/tokens?name=ci')
  const raw = within(sheet).getByText('Raw fields').closest('details')
  expect(raw?.open).toBe(false)
  expect(raw?.querySelector('pre')?.textContent).toMatch(/"name": "ci",\n {2}"expiration_date": \d{10},/)
  expect(sheet.textContent).not.toContain(world.trial.valueOf('ci').split('.')[2])
})

test('the calendar of a token that expires in the year 9999 opens, and other years can be chosen in it', async () => {
  const world = await openConsole({
    tokens: ['ci'],
    before: ({ store }) => void store.write('UPDATE token SET expiration_date = 253402300799000'),
  })
  await edit(world)
  await choose(world, 'Date, time…')
  await world.user.click(await screen.findByRole('button', { name: /^Pick a date/ }))
  const year = await screen.findByRole('combobox', { name: 'Year' })
  expect(within(year).getAllByRole('option').at(-1)?.textContent).toBe('9998')
  await world.user.selectOptions(year, '9990')
  const last = await screen.findByRole('button', { name: /December 31, 9990/ })
  expect(last.getAttribute('aria-disabled')).toBeNull()
})
