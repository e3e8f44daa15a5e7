import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { begin, openConsole, origin, type Example, type World } from '#web/testing/console.tsx'

const comparison = () => screen.findByRole('alertdialog', { name: /changed since the list was read/ })
const puts = ({ requestsTo }: World) => requestsTo('PUT', '/_/token').map(({ body }) => body)
const far = 2_000_000_000_000

/** Presses the switch *Write* of a token that somebody else has changed meanwhile. */
async function conflicted(readings: string, change: object, ci: Partial<Example> = {}) {
  const world = await openConsole({ readings, tokens: [{ name: 'ci', ...ci }, 'b'] })
  await screen.findByRole('switch', { name: 'ci write' })
  world.passTime(60_000)
  await world.trial.call('PUT', '/_/token', { name: 'ci', active: true, write: false, expiration_date: far, ...change })
  await world.flip('ci write')
  await world.agree()
  return { world, text: (await comparison()).textContent }
}

test('the comparison says what the save may do to the value, and offers to check that first', async () => {
  const { world, text } = await conflicted('documented', {})
  expect(text).toContain('Changing a token may replace its value on this service.')
  const buttons = within(await comparison()).getAllByRole('button')
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    'Check first',
    'Cancel',
    'Overwrite with mine',
    'Save only my change',
  ])
  await waitFor(() => expect(world.focused()).toBe('Cancel'))
  expect(puts(world)).toEqual([])
})

test('a choice in the comparison is final, and turns no later warning off', async () => {
  const { world } = await conflicted('documented', {})
  expect(within(await comparison()).queryByRole('checkbox')).toBeNull()
  await world.press('Overwrite with mine')
  await waitFor(() => expect(puts(world)).toHaveLength(1))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await world.flip('b write')
  expect((await screen.findByRole('alertdialog')).textContent).toContain('Turn write on for “b”?')
  expect(puts(world)).toHaveLength(1)
})

test('fields that differ are compared, the others stand behind “Unchanged”', async () => {
  await conflicted('documented', { active: false }, { expires: far - begin })
  const fields = within(await comparison()).getAllByRole('rowheader')
  expect(fields.map(({ textContent }) => textContent)).toEqual(['Write', 'Active', 'Updated'])
  const unchanged = screen.getByText('Unchanged: Expires').closest('details')
  expect(unchanged?.open).toBe(false)
})

test('the comparison says what “Overwrite with mine” undoes', async () => {
  const { text } = await conflicted('documented', { active: false }, { expires: far - begin })
  expect(text).toContain('Overwrite with mine also turns Active back on.')
})

test('where it would undo nothing, “Overwrite with mine” is not offered', async () => {
  const world = await openConsole({ tokens: [{ name: 'ci', expires: far - begin }] })
  await world.press('Edit ci')
  const form = await screen.findByRole('dialog')
  await world.user.click(within(form).getByRole('radio', { name: '30 days' }))
  world.passTime(60_000)
  const theirs = { name: 'ci', active: true, write: false, expiration_date: far + 60_000 }
  await world.trial.call('PUT', '/_/token', theirs)
  await world.press('Save changes')
  await world.agree()
  const dialog = await screen.findByRole('alertdialog', { name: /changed while you were editing it/ })
  expect(within(dialog).queryByRole('button', { name: 'Overwrite with mine' })).toBeNull()
  expect(dialog.textContent).not.toContain('Overwrite')
  await world.press('Save only my change')
  await waitFor(() => expect(puts(world)).toHaveLength(1))
})

test('a sentence about only one of the choices names it', async () => {
  localStorage.setItem(`query-admin update-check ${origin} ${origin}_/`, JSON.stringify({ effect: 'replaces', at: 1 }))
  const { text } = await conflicted('documented,list-secret=carried,value-on-put=new', {}, { active: false })
  expect(text).toContain('Save only my change: Saving replaces the value of “ci”.')
  expect(text).toContain('Overwrite with mine: Programs that use “ci” stop working.')
})

test('if both choices mean the same, it is said once', async () => {
  const { text } = await conflicted('documented', {})
  expect(text?.split('Changing a token may replace')).toHaveLength(2)
  expect(text).not.toContain('Save only my change:')
})

test('“Overwrite with mine” puts back that no expiry was set', async () => {
  const { world } = await conflicted('documented', { active: false }, { expires: 'never' })
  await world.press('Overwrite with mine')
  await waitFor(() => expect(puts(world)).toEqual([{ name: 'ci', active: true, write: true }]))
})

test('Activity lists only the fields that “Overwrite with mine” changed', async () => {
  const { world } = await conflicted('documented', { active: false }, { expires: far - begin })
  await world.press('Overwrite with mine')
  await waitFor(() => expect(puts(world)).toHaveLength(1))
  await world.press('Activity')
  const activity = await screen.findByRole('dialog', { name: 'Activity' })
  await within(activity).findByText(/^Saved active on, write on\./)
})

test('after Cancel, the form goes on from what the comparison showed: the same save does not conflict again', async () => {
  const world = await openConsole({ readings: 'documented,list-secret=carried', tokens: ['ci'] })
  await world.press('Edit ci')
  const form = await screen.findByRole('dialog')
  await world.user.click(within(form).getByRole('switch', { name: 'Write' }))
  world.passTime(60_000)
  await world.trial.call('PUT', '/_/token', { name: 'ci', active: false, write: false, expiration_date: far })
  await world.press('Save changes')
  await world.agree()
  const comparison = await screen.findByRole('alertdialog', { name: /changed while you were editing it/ })
  await world.user.click(within(comparison).getByRole('button', { name: 'Cancel' }))
  const isOn = (name: string) => within(form).getByRole<HTMLInputElement>('switch', { name }).checked
  await waitFor(() => expect(isOn('Active')).toBe(false))
  expect(isOn('Write')).toBe(true)
  await world.press('Save changes')
  await world.confirmWarning()
  await waitFor(() =>
    expect(puts(world)).toMatchObject([{ name: 'ci', active: false, write: true, expiration_date: far }]),
  )
})
