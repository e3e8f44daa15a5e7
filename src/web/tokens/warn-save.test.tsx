import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

const checked = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-checked')
const asked = () => screen.findByRole('alertdialog')
const saved = (name: string, to: boolean) => waitFor(() => expect(checked(name)).toBe(String(to)))

test('before a token is switched off, what that does not end is said, and Cancel sends nothing', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await world.flip('ci active')
  expect((await asked()).textContent).toContain('To end a leak, replace the value.')
  await world.press('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(world.asks('PUT', '/_/token')).toEqual([])
  expect(checked('ci active')).toBe('true')
})

test('each kind is warned of once where the admin wants no more of it', async () => {
  const world = await openConsole({ tokens: ['a', 'b'], readings: 'list-secret=carried,value-on-put=new' })
  await world.flip('a write')
  await world.agree()
  await saved('a write', true)
  await world.flip('b write')
  await saved('b write', true)
  await world.flip('b active')
  const dialog = await asked()
  expect(dialog.textContent).toContain('When you switch it on again, hand out its new value.')
  expect(within(dialog).getByRole<HTMLInputElement>('checkbox', { name: /Don’t warn again/ }).checked).toBe(false)
})

test('a service that was seen to keep values is not warned of before a save', async () => {
  const world = await openConsole({ tokens: ['a', 'b'], readings: 'list-secret=carried' })
  await world.flip('a write')
  await within(await asked()).findByText(/what this service does is not known yet/)
  await world.press('Save')
  await saved('a write', true)
  await world.flip('b write')
  await saved('b write', true)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a service that was seen to issue new values is said to do so before the next save', async () => {
  const world = await openConsole({ tokens: ['a', 'b'], readings: 'list-secret=carried,value-on-put=new' })
  await world.flip('a write')
  await world.press('Save')
  await saved('a write', true)
  await world.flip('b write')
  expect((await asked()).textContent).toContain('Programs using it stop working until they get the new one.')
})
