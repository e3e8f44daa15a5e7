import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { begin, openConsole, type World } from '#web/testing/console.tsx'

const day = 24 * 60 * 60 * 1000
const sheetOf = (name: string) => screen.findByRole('dialog', { name })
const puts = ({ requestsTo }: World) => requestsTo('PUT', '/_/token').map(({ body }) => body)

async function edit(world: World, name = 'ci') {
  await world.press(`Edit ${name}`)
  return sheetOf(name)
}

/** Opens the presets in the place of the stored date. */
async function editDate(world: World) {
  const sheet = await edit(world)
  await world.press('Change the expiry')
  return sheet
}

async function closed() {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test.each([
  ['documented', 9_007_199_254_740_993n],
  ['documented', 1_893_456_000_123n],
  ['query-server', 1_893_456_000n],
  ['moments=s,moment-spelling=text,expiry-compared-in=s', 1_893_456_000n],
] as const)(
  'under “%s” an edit is one PUT of the whole record, and keeps the untouched expiry %s',
  async (readings, expiry) => {
    const world = await openConsole({
      readings,
      tokens: ['ci'],
      before: ({ store }) => void store.write('UPDATE token SET expiration_date = :expiry', { expiry }),
    })
    const sheet = await edit(world)
    await world.user.click(within(sheet).getByRole('switch', { name: 'Write' }))
    await world.press('Save changes')
    await world.confirmWarning()
    await closed()
    expect(puts(world)).toHaveLength(1)
    expect(Object.keys(puts(world)[0] as object).toSorted()).toEqual(['active', 'expiration_date', 'name', 'write'])
    expect(world.trial.store.read('SELECT expiration_date, active, write FROM token')).toEqual([
      { expiration_date: expiry, active: 1n, write: 1n },
    ])
  },
)

test.each([
  ['documented', /Stored as (\d+)\. Sent back unchanged\./],
  ['moment-spelling=iso', /Stored as text\. Sent as (\d+) \(ms\)\./],
])('under “%s” the details of a date that is kept show the number that is sent', async (readings, says) => {
  const world = await openConsole({ readings, tokens: ['ci'] })
  const sheet = await editDate(world)
  const [, shown] = says.exec(sheet.textContent) ?? []
  await world.user.click(within(sheet).getByRole('switch', { name: 'Write' }))
  await world.press('Save changes')
  await world.confirmWarning()
  await closed()
  expect(puts(world)).toMatchObject([{ expiration_date: Number(shown) }])
})

test('a stored date that means “no expiry set” is omitted, not sent as a date', async () => {
  const world = await openConsole({ readings: 'query-server', tokens: [{ name: 'ci', expires: 'never' }] })
  const sheet = await edit(world)
  await world.user.click(within(sheet).getByRole('switch', { name: 'Write' }))
  await world.press('Save changes')
  await world.confirmWarning()
  await closed()
  expect(puts(world)).toEqual([{ name: 'ci', active: true, write: true }])
})

test('opening arms nothing: the button that saves appears with the first change, and goes with the last', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  const sheet = await edit(world)
  const write = within(sheet).getByRole('switch', { name: 'Write' })
  const save = () => within(sheet).queryByRole('button', { name: 'Save changes' })
  expect(within(sheet).queryByLabelText('Name')).toBeNull()
  expect(save()).toBeNull()
  await world.user.click(write)
  expect(save()).not.toBeNull()
  await world.user.click(write)
  expect(save()).toBeNull()
  await world.user.click(write)
  await world.press('Discard')
  expect(save()).toBeNull()
  await world.press('Close')
  await closed()
  await waitFor(() => expect(world.focused()).toBe('Edit ci'))
  expect(puts(world)).toEqual([])
})

test('the sheet says what is stored, and what was done in this session', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await world.flip('ci write')
  await world.confirmWarning()
  const sheet = await edit(world)
  expect(sheet.textContent).toMatch(/Token on .* · Active/)
  expect(within(sheet).getByRole('heading', { name: 'In this session' }).parentElement?.textContent).toContain('Saved')
  const raw = JSON.parse(sheet.querySelector('pre')?.textContent ?? '') as object
  expect(Object.keys(raw)).toEqual(['name', 'expiration_date', 'write', 'active', 'updated_at', 'created_at'])
  expect(raw).toMatchObject({ name: 'ci', write: true, active: true })
})

test('a row that changes while its sheet is at rest is shown anew; one that is being edited is compared with what was seen', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  const sheet = await edit(world)
  const write = () => within(sheet).getByRole<HTMLInputElement>('switch', { name: 'Write' })
  world.passTime(2000)
  await world.trial.call('PUT', '/_/token', {
    name: 'ci',
    write: true,
    active: true,
    expiration_date: begin + 100 * day,
  })
  await world.user.click(within(sheet).getByRole('switch', { name: 'Active' }))
  await world.press('Save changes')
  await world.confirmWarning()
  // Asked once more, with what changed; back in the form, the change is kept and what changed is taken over.
  const again = await screen.findByRole('alertdialog')
  await within(again).findByText(/It changed after you opened it/)
  await world.press('Cancel')
  await waitFor(() => expect(write().checked).toBe(true))
  expect(within(sheet).getByRole<HTMLInputElement>('switch', { name: 'Active' }).checked).toBe(false)
  expect(puts(world)).toEqual([])
  await world.press('Save changes')
  await closed()
  expect(puts(world)).toMatchObject([{ write: true, active: false }])
})

test('a duplicate starts with the same flags, and can have the very date', async () => {
  const world = await openConsole({ tokens: [{ name: 'ci', write: true, expires: 100 * day }] })
  await edit(world)
  await world.press('Duplicate…')
  const copy = await screen.findByRole('dialog', { name: 'Copy of ci' })
  expect(within(copy).getByLabelText<HTMLInputElement>('Name').value).toBe('ci-copy')
  await world.press('Use this date')
  await world.press('Create token')
  await closed()
  const stored = world.trial.store.read('SELECT expiration_date, write FROM token ORDER BY name')
  expect(stored).toHaveLength(2)
  expect(Number(stored[1]?.['expiration_date'])).toBe(Math.floor(Number(stored[0]?.['expiration_date']) / 1000) * 1000)
})

test('a new date counts from the moment of sending, in the unit of the service', async () => {
  const world = await openConsole({ readings: 'query-server', tokens: ['ci'] })
  const sheet = await editDate(world)
  await world.user.click(within(sheet).getByRole('radio', { name: '7 days' }))
  world.passTime(3000)
  await world.press('Save changes')
  await world.confirmWarning()
  await closed()
  const expiration_date = Math.floor((begin + 3000 + 7 * day) / 1000)
  expect(puts(world)).toEqual([{ name: 'ci', expiration_date, active: true, write: false }])
  expect(world.trial.store.read('SELECT expiration_date FROM token')).toEqual([
    { expiration_date: BigInt(expiration_date) },
  ])
})

test('“Never” omits the date', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  const sheet = await editDate(world)
  await world.user.click(within(sheet).getByRole('radio', { name: 'Never' }))
  await world.press('Save changes')
  await world.confirmWarning()
  await closed()
  expect(puts(world)).toEqual([{ name: 'ci', active: true, write: false }])
})

test.each([
  [{ status: 400, body: 'not so' }, /Not saved: The service answered 400, “not so”/],
  [{ status: 413 }, /Not saved: .*too large \(413\)/],
] as const)('after %o the sheet stays open with its input, and says why', async (fault, says) => {
  const world = await openConsole({ tokens: ['ci'] })
  const sheet = await editDate(world)
  await world.user.click(within(sheet).getByRole('radio', { name: '30 days' }))
  world.interceptNext('PUT', '/_/token', fault)
  await world.press('Save changes')
  await world.confirmWarning()
  await within(sheet).findByText(says)
  expect(within(sheet).getByRole<HTMLInputElement>('radio', { name: '30 days' }).checked).toBe(true)
  await world.press('Save changes')
  await closed()
  expect(puts(world)).toHaveLength(2)
})

test('the calendar of a token that expires in the year 9999 opens, and other years can be chosen in it', async () => {
  const world = await openConsole({
    tokens: ['ci'],
    before: ({ store }) => void store.write('UPDATE token SET expiration_date = 253402300799000'),
  })
  const sheet = await editDate(world)
  await world.user.click(within(sheet).getByRole('radio', { name: 'Date, time…' }))
  await world.user.click(await screen.findByRole('button', { name: /^Pick a date/ }))
  const year = await screen.findByRole('combobox', { name: 'Year' })
  expect(within(year).getAllByRole('option').at(-1)?.textContent).toBe('9998')
  await world.user.selectOptions(year, '9990')
  const day = await screen.findByRole('button', { name: /December 31, 9990/ })
  expect(day.getAttribute('aria-disabled')).toBeNull()
})

test('a form without an answer for five seconds says so', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  const sheet = await edit(world)
  await world.user.click(within(sheet).getByRole('switch', { name: 'Write' }))
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
