import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, origin, type World } from '#web/testing/console.tsx'

const token = '/_/token'
const far = 1_900_000_000
const question = () => screen.findByRole('alertdialog')
const row = (name: string) => screen.getByRole('button', { name: `Edit ${name}` }).closest('tr')
const issuing = 'documented,list-secret=carried,value-on-put=new'
const writes = ({ requests }: World) =>
  requests
    .filter(({ method }) => method !== 'GET')
    .map(({ method, body }) => `${method} ${(body as { name: string }).name}`)
const works = ({ trial }: World, name: string) =>
  waitFor(async () => expect(await trial.usable(trial.valueOf(name))).toBe(true))

/** As after a check. */
const knowsThatValuesBreak = () =>
  localStorage.setItem(
    `query-admin update-check ${origin} ${origin}_/`,
    JSON.stringify({ effect: 'replaces-and-needs-repair', at: 1 }),
  )

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
  await screen.findByText(/New value\. It should work\. Give it to the programs that use/)
  expect(row('ci')?.textContent).not.toContain('Needs repair')
  expect(new Set(writes(world))).toEqual(new Set(['PUT ci']))
  expect(screen.queryByText(/^1 value needs repair/)).toBeNull()
})

test('several are asked about once, and the report hands over the new values', async () => {
  const world = await spoiled('a', 'b')
  await world.press('Repair 2 values…')
  await world.user.click(within(await question()).getByRole('button', { name: 'Repair' }))
  const report = within(await screen.findByRole('dialog', { name: '2 tokens repaired' }))
  await report.findByText(/^2 new values to hand over\./)
  await works(world, 'a')
  await works(world, 'b')
})

test('a value that somebody else has repaired, or a token that is gone, is not saved again', async () => {
  const world = await spoiled('ci', 'old')
  const change = { expiration_date: far, write: true, active: true }
  await world.trial.call('PUT', token, { name: 'ci', ...change })
  await world.trial.call('PUT', token, { name: 'ci', ...change })
  await world.trial.call('DELETE', token, { name: 'old' })
  await world.choose('ci', 'Repair value of ci')
  await screen.findByText('No change needed. Nothing was sent.')
  await world.choose('old', 'Repair value of old')
  await waitFor(() => expect(world.names()).toEqual(['ci', 'good']))
  expect(writes(world)).toEqual([])
})

test('a save that broke the value never shows “Saved”, and offers to repair it; copying says so and leaves that', async () => {
  const world = await openConsole({ readings: 'query-server', tokens: ['ci'] })
  await world.flip('ci write')
  await world.press('Turn write on')
  await screen.findByText(/The new value needs repair\. The service will probably reject it\./)
  expect(row('ci')?.textContent).not.toContain('Saved')
  expect(document.querySelector('.verdict')?.classList.value).toBe('verdict repair')
  expect(screen.queryByText(/not copied/)).toBeNull()
  await world.press('Copy ci')
  await world.toasted('Copied “ci”, but the service will probably reject it. Repair it first.')
  await world.press('Repair ci')
  await works(world, 'ci')
})

test('“Repair afterwards” is ticked where it is needed and repairs; without it nothing does, and the choice is kept', async () => {
  knowsThatValuesBreak()
  const world = await openConsole({ readings: 'query-server', tokens: ['a', 'b'] })
  await world.flip('a write')
  const tick = async () =>
    within(await question()).getByRole<HTMLInputElement>('checkbox', { name: /Repair afterwards/ })
  expect((await tick()).checked).toBe(true)
  await world.press('Turn write on')
  await screen.findByText(/New value\. It should work\./)
  await works(world, 'a')
  const { length } = writes(world)
  world.passTime(5000)
  await world.flip('b write')
  await world.user.click(await tick())
  expect((await question()).textContent).toContain('The service will probably reject the new one until you repair it.')
  await world.press('Turn write on')
  await screen.findByText(/The new value needs repair\./)
  expect(writes(world)).toHaveLength(length + 1)
  await world.flip('a write')
  expect((await tick()).checked).toBe(false)
})

test('new values stay in sight until they are copied or dismissed: a banner counts them, and closing the page asks', async () => {
  const world = await openConsole({ readings: issuing, tokens: ['a', 'b', { name: 'c', active: false }] })
  await world.flip('a write')
  await world.confirmWarning()
  await screen.findByText('1 new value was not copied.')
  expect(world.asksToLeave()).toBe(true)
  await world.flip('b write')
  await world.confirmWarning()
  await screen.findByText('2 new values were not copied.')
  await world.press('Dismiss note of a')
  await screen.findByText('1 new value was not copied.')
  await world.press(/^Inactive/)
  await waitFor(() => expect(world.names()).toEqual(['c']))
  screen.getByText('1 new value was not copied.')
  await world.press(/^All/)
  // A later save that is refused does not make the value less new.
  world.interceptNext('PUT', token, { status: 400, body: 'not today' })
  await world.flip('b write')
  await screen.findByText(/Not saved/)
  screen.getByText('1 new value was not copied.')
  await world.press('Copy b')
  await waitFor(() => expect(screen.queryByText(/not copied/)).toBeNull())
  expect(world.asksToLeave()).toBe(false)
})

test('“Replace value” gives it another value under the same name, and counts it as new', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  const old = world.trial.valueOf('ci')
  await world.choose('ci', 'Replace value…')
  await world.press('Replace value')
  await screen.findByText(/^Value replaced\. New value\. Give it to the programs that use/)
  expect(world.trial.valueOf('ci')).not.toBe(old)
  expect(writes(world)).toEqual(['DELETE ci', 'POST ci'])
  await screen.findByText('1 new value was not copied.')
})

test('a token that a replacement left missing stands in its place with what it had, and can be created again', async () => {
  const world = await openConsole({ tokens: ['a', { name: 'ci', write: true }, 'd'] })
  world.interceptNext('POST', token, { status: 500, body: 'disk full' })
  await world.choose('ci', 'Replace value…')
  await world.press('Replace value')
  const place = within(await screen.findByRole('row', { name: 'About ci' }))
  await place.findByText(/Deleted, but not created again\. This page keeps everything except the value\./)
  await place.findByText(/Write: on/)
  expect(world.asksToLeave()).toBe(true)
  await world.press('Create again: ci')
  await waitFor(() => expect(world.names().toSorted()).toEqual(['a', 'ci', 'd']))
  expect(screen.getByRole('switch', { name: 'ci write' }).getAttribute('aria-checked')).toBe('true')
  await waitFor(() => expect(screen.queryByText(/not created again/)).toBeNull())
  const [before, after] = world.requestsTo('POST', token)
  expect(after?.body).toEqual(before?.body)
})
