import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type TestConsole } from '#web/testing/console.tsx'

const token = '/_/token'
const far = 1_900_000_000
const row = (name: string) => screen.getByRole('button', { name: `Edit ${name}` }).closest('tr')
const issuing = 'documented,list-secret=carried,value-on-put=new'
const writes = ({ requests }: TestConsole) =>
  requests
    .filter(({ method }) => method !== 'GET')
    .map(({ method, body }) => `${method} ${(body as { name: string }).name}`)
const works = ({ trial }: TestConsole, name: string) =>
  waitFor(async () => expect(await trial.usable(trial.valueOf(name))).toBe(true))

/** A list with tokens whose values need repair, because somebody else saved them. */
async function spoiled(...names: string[]) {
  const world = await openConsole({ readings: 'query-server', tokens: [...names, 'good'] })
  await screen.findByRole('table', { name: 'Tokens' })
  world.passTime(30_000)
  for (const name of names)
    await world.trial.call('PUT', token, { name, expiration_date: far, write: true, active: true })
  await world.refresh()
  await screen.findByText(/need(s)? repair: the service will probably reject/)
  world.passTime(30_000)
  return world
}

test('a value that needs repair has one look, and a banner; its sheet and the banner repair it, and nothing is asked about one', async () => {
  const world = await spoiled('ci')
  expect(row('ci')?.textContent).toContain('Needs repair')
  for (const place of [row('ci'), screen.getByRole('button', { name: /^Needs repair/ })])
    expect(place?.querySelector('.mark')?.classList.value).toBe('mark repair')
  await world.press('Edit ci')
  const sheet = within(await screen.findByRole('dialog', { name: 'ci' }))
  await sheet.findByText('Needs repair. The service will probably reject its value.')
  await world.press('Close')
  await world.press('Show')
  await waitFor(() => expect(world.names()).toEqual(['ci']))
  await world.press('Repair it…')
  await works(world, 'ci')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await screen.findByText(/New value\. It will probably work\. Give it to the programs that use/)
  expect(row('ci')?.textContent).not.toContain('Needs repair')
  expect(new Set(writes(world))).toEqual(new Set(['PUT ci']))
  expect(screen.queryByText(/^1 value needs repair/)).toBeNull()
})

test('a list that shows such a value teaches what an update does: the first save says that it repairs, and the value works', async () => {
  const world = await spoiled('ci')
  await world.flip('good write')
  const dialog = within(await screen.findByRole('alertdialog'))
  dialog.getByText('Saving replaces its value and repairs it; programs need the new one.')
  await world.confirmWarning()
  await works(world, 'good')
  await screen.findByText(/^Saved, write on\. Its value was repaired\. New value\. It will probably work\./)
  await world.undo('good')
  await screen.findByRole('alertdialog', { name: /^Undo the last change to/ })
  screen.getByText('Saving replaces its value and repairs it; programs need the new one.')
})

test('a new value is told under its row until it is copied or dismissed', async () => {
  const world = await openConsole({ readings: issuing, tokens: ['a', 'b'] })
  const note = (name: string) => screen.queryByRole('button', { name: `Copy new value of ${name}` })
  for (const name of ['a', 'b']) {
    await world.flip(`${name} write`)
    await world.confirmWarning()
    await waitFor(() => expect(note(name)).not.toBeNull())
  }
  // It can be read again, so nothing is lost with the page.
  expect(world.asksToLeave()).toBe(false)
  await world.press('Dismiss note of a')
  expect(note('a')).toBeNull()
  await world.press('Copy b')
  await waitFor(() => expect(note('b')).toBeNull())
})
