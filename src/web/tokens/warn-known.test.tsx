import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, origin, type World } from '#web/testing/console.tsx'

const asked = async () => (await screen.findByRole('alertdialog')).textContent
const saved = (name: string) =>
  waitFor(() => expect(screen.getByRole('switch', { name }).getAttribute('aria-checked')).toBe('true'))
const replaces = 'Saving replaces the value of “b”.'

/** A console before a service of this kind, as if the page had been opened anew at the same address. */
async function opened(readings: string, before?: World) {
  before?.page.unmount()
  return openConsole({ tokens: ['a', 'b'], readings: `list-secret=carried,${readings}` })
}

/** One save of `a`, with a yes to the warning where one comes. */
async function save(world: World, warns = true) {
  await world.flip('a write')
  if (warns) await world.press(/^Turn write on$/)
  await saved('a write')
}

test('that values are kept is still known after a reload, and a save goes out without a warning', async () => {
  const before = await opened('value-on-put=kept')
  await save(before)
  const world = await opened('value-on-put=kept', before)
  await world.flip('b write')
  await saved('b write')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('that an update issues another value is still warned of after a reload', async () => {
  const before = await opened('value-on-put=new')
  await save(before)
  const world = await opened('value-on-put=new', before)
  await world.flip('b write')
  expect(await asked()).toContain(replaces)
  expect(screen.queryByRole('checkbox', { name: /Repair afterwards/ })).toBeNull()
})

test('that new values are refused is still known after a reload, and repairing is offered', async () => {
  const before = await opened('value-on-put=new-refused,moments=s')
  await save(before)
  const world = await opened('value-on-put=new-refused,moments=s', before)
  await world.flip('b write')
  expect(await asked()).toContain(replaces)
  expect(screen.getByRole('checkbox', { name: /Repair afterwards/ })).toBeTruthy()
})

test('one value that stayed does not make a service forget that it issues new ones', async () => {
  const first = await opened('value-on-put=new')
  await save(first)
  const second = await opened('value-on-put=kept', first)
  await save(second)
  const third = await opened('value-on-put=new', second)
  await third.flip('b write')
  expect(await asked()).toContain(replaces)
})

test('a new value ends the belief that values are kept, through a reload too', async () => {
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

test('what is kept holds neither a value nor a name', async () => {
  const world = await opened('value-on-put=new')
  await save(world)
  expect(Object.keys(localStorage).filter((key) => !key.includes('sign-out'))).toEqual([
    `query-admin learned ${origin}_/`,
  ])
  expect(JSON.parse(localStorage.getItem(`query-admin learned ${origin}_/`) ?? '')).toEqual({
    'value-on-put': { seen: 'new', at: expect.any(Number) as number },
  })
})
