import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, origin, type World } from '#web/testing/console.tsx'

const asked = async () => (await screen.findByRole('alertdialog')).textContent
const saved = (name: string) =>
  waitFor(() => expect(screen.getByRole('switch', { name }).getAttribute('aria-checked')).toBe('true'))
const replaces = 'Saving replaces the value of “b”.'

/** A console in front of such a service, as after a reload at the same address. */
async function opened(readings: string, before?: World) {
  before?.page.unmount()
  return openConsole({ tokens: ['a', 'b'], readings: `list-secret=carried,${readings}` })
}

/** Saves `a`, and confirms the warning if there is one. */
async function save(world: World, warns = true) {
  await world.flip('a write')
  if (warns) await world.press(/^Turn write on$/)
  await saved('a write')
}

test('after a reload it is still known that values are kept, and a save is sent without a warning', async () => {
  const before = await opened('value-on-put=kept')
  await save(before)
  const world = await opened('value-on-put=kept', before)
  await world.flip('b write')
  await saved('b write')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('after a reload a save still warns that updates issue new values', async () => {
  const before = await opened('value-on-put=new')
  await save(before)
  const world = await opened('value-on-put=new', before)
  await world.flip('b write')
  expect(await asked()).toContain(replaces)
  expect(screen.queryByRole('checkbox', { name: /Repair afterwards/ })).toBeNull()
})

test('after a reload it is still known that new values are rejected, and a save offers to repair them', async () => {
  const before = await opened('value-on-put=new-refused,moments=s')
  await save(before)
  const world = await opened('value-on-put=new-refused,moments=s', before)
  await world.flip('b write')
  expect(await asked()).toContain(replaces)
  expect(screen.getByRole('checkbox', { name: /Repair afterwards/ })).toBeTruthy()
})

test('one kept value does not outweigh that the service issues new ones', async () => {
  const first = await opened('value-on-put=new')
  await save(first)
  const second = await opened('value-on-put=kept', first)
  await save(second)
  const third = await opened('value-on-put=new', second)
  await third.flip('b write')
  expect(await asked()).toContain(replaces)
})

test('one new value outweighs that values were kept, also after a reload', async () => {
  const first = await opened('value-on-put=kept')
  await save(first)
  const second = await opened('value-on-put=new', first)
  await save(second, false)
  await second.flip('b write')
  expect(await asked()).toContain(replaces)
  const third = await opened('value-on-put=new', second)
  await third.flip('b write')
  expect(await asked()).toContain(replaces)
})

test('what is stored contains neither a value nor a name', async () => {
  const world = await opened('value-on-put=new')
  await save(world)
  expect(Object.keys(localStorage).filter((key) => !key.includes('sign-out'))).toEqual([
    `query-admin learned ${origin}_/`,
  ])
  expect(JSON.parse(localStorage.getItem(`query-admin learned ${origin}_/`) ?? '')).toEqual({
    'value-on-put': { seen: 'new', at: expect.any(Number) as number },
  })
})
