import { keptInBrowser } from '#web/testing/kept.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type World } from '#web/testing/console.tsx'

const questionText = async () => (await screen.findByRole('alertdialog')).textContent
const saved = (name: string) =>
  waitFor(() => expect(screen.getByRole('switch', { name }).getAttribute('aria-checked')).toBe('true'))
const replaces = 'Saving replaces the value of “b”.'

/** A console in front of such a service. */
const opened = (readings: string) => openConsole({ tokens: ['a', 'b'], readings: `list-secret=carried,${readings}` })

/** Saves `a`, and confirms the warning if there is one. */
async function save(world: World) {
  await world.flip('a write')
  await world.press(/^Turn write on$/)
  await saved('a write')
}

test('a save that showed that values are kept lets the next one go without a warning', async () => {
  const world = await opened('value-on-put=kept')
  await save(world)
  await world.flip('b write')
  await saved('b write')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test.each([
  ['value-on-put=new', false],
  ['value-on-put=new-refused,moments=s', true],
])('a save that showed a new value has the next one warn (%s)', async (readings, isRepairOffered) => {
  const world = await opened(readings)
  await save(world)
  await world.flip('b write')
  expect(await questionText()).toContain(replaces)
  expect(screen.queryByRole('checkbox', { name: /Repair afterwards/ }) !== null).toBe(isRepairOffered)
})

test('what saves showed is not stored', async () => {
  const world = await opened('value-on-put=new')
  await save(world)
  expect(Object.keys(keptInBrowser()).filter((key) => !key.includes('sign-out'))).toEqual([])
})

test('“Don’t warn again” does not cover what was not known when it was ticked: that new values are rejected', async () => {
  const world = await openConsole({ readings: 'query-server', tokens: ['a', 'b', 'c'] })
  await world.flip('a write')
  expect(await questionText()).toContain('Changing a token may replace its value')
  expect(screen.queryByRole('checkbox', { name: /Repair afterwards/ })).toBeNull()
  await world.confirmWarning()
  await saved('a write')
  await world.flip('b write')
  expect(await questionText()).toContain(replaces)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Repair afterwards/ }).checked).toBe(true)
  expect(world.requestsTo('PUT', '/_/token')).toHaveLength(1)
  // Ticked now, it covers what is known now.
  await world.confirmWarning()
  await saved('b write')
  await world.flip('c write')
  await saved('c write')
})

test.each<[string, string, boolean, string, RegExp]>([
  [
    'a live value, repaired',
    'a write',
    true,
    'Programs that use it stop working until they get the new one.',
    /reject/,
  ],
  [
    'a live value, not repaired',
    'a write',
    false,
    'The service will probably reject the new one until you repair or replace it. Programs that use the token stop working until then.',
    /until they get the new one/,
  ],
  [
    'an inactive token that is activated, repaired',
    'off active',
    true,
    'The old one should be rejected already.',
    /stop/,
  ],
  [
    'an inactive token that is activated, not repaired',
    'off active',
    false,
    'The service will probably reject the new one until you repair or replace it.',
    /stop/,
  ],
  ['one that stays inactive', 'off write', true, 'Activating the token replaces it again.', /stop|repair or/],
])('the dialog says who stops working, and until when: %s', async (_, flipped, isRepaired, says, never) => {
  const world = await openConsole({
    readings: 'query-server',
    tokens: [
      { name: 'a', age: 60_000 },
      { name: 'b', age: 60_000 },
      { name: 'off', age: 60_000, active: false },
    ],
  })
  await world.flip('b write')
  await world.press('Turn write on')
  await saved('b write')
  await world.flip(flipped)
  const dialog = await screen.findByRole('alertdialog')
  if (!isRepaired) await world.user.click(within(dialog).getByRole('checkbox', { name: /Repair afterwards/ }))
  expect(dialog.textContent).toMatch(/Saving replaces the value of “ ?(a|off) ?”\./)
  expect(dialog.textContent).toContain(says)
  expect(dialog.textContent).not.toMatch(never)
})

test('values that need repair stop no program when they are replaced', async () => {
  const world = await openConsole({ readings: 'query-server', tokens: [{ name: 'a', age: 60_000 }] })
  await world.flip('a write')
  await world.press('Turn write on')
  await saved('a write')
  await screen.findByText('1 value needs repair: the service will probably reject it.')
  await world.flip('a write')
  expect(await questionText()).toContain('Saving replaces the value of “a”. The old one should be rejected already.')
  await world.press('Cancel')
  await world.flip('a active')
  expect(await questionText()).toContain('When you activate it again, give programs the new value.')
  expect(await questionText()).not.toContain('stop working')
})

test('tokens that were turned off on purpose need no repair; that is said when one is activated', async () => {
  const world = await openConsole({
    readings: 'query-server',
    tokens: ['a', 'b', 'c'].map((name) => ({ name, age: 60_000 })),
  })
  for (const name of ['a', 'b', 'c']) {
    await world.flip(`${name} active`)
    const dialog = await screen.findByRole('alertdialog')
    expect(within(dialog).queryByRole('checkbox', { name: /Repair afterwards/ })).toBeNull()
    await world.press('Deactivate')
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: `${name} active` }).getAttribute('aria-checked')).toBe('false'),
    )
  }
  expect(screen.queryByText(/need(s)? repair/i)).toBeNull()
  world.passTime(5000)
  await world.flip('a active')
  await world.user.click(await screen.findByRole('checkbox', { name: /Repair afterwards/ }))
  expect(await questionText()).toContain('The service will probably reject the new one until you repair or replace it.')
  await world.press('Activate')
  await screen.findByText('1 value needs repair: the service will probably reject it.')
})
