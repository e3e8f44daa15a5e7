import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type World } from '#web/testing/console.tsx'

const far = 1_900_000_000_000
const checked = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-checked')
const reads = ({ requestsTo }: World) => requestsTo('GET', '/_/token').length
const focusWindow = () => window.dispatchEvent(new Event('focus'))
/** Time in which a read would have begun. */
const soon = () => new Promise((resolve) => setTimeout(resolve, 100))

async function opened(...tokens: string[]) {
  const world = await openConsole({ tokens })
  await waitFor(() => expect(world.names()).toEqual(tokens))
  return world
}

test('the focus reads a list that is older than 10 s, and puts what is new last, until a refresh', async () => {
  const world = await opened('a', 'b', 'c')
  const before = reads(world)
  await world.trial.call('PUT', '/_/token', { name: 'c', write: true, active: true, expiration_date: far })
  await world.trial.call('DELETE', '/_/token', { name: 'b' })
  await world.trial.call('POST', '/_/token', { name: 'aa', expiration_date: far })
  world.passTime(9000)
  focusWindow()
  await soon()
  expect(reads(world)).toBe(before)
  world.passTime(1001)
  focusWindow()
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(world.names()).toEqual(['a', 'c', 'aa']))
  expect(checked('c write')).toBe('true')
  expect(world.announced()).toBe('')
  expect(reads(world)).toBe(before + 1)
  await world.refresh()
  await waitFor(() => expect(world.names()).toEqual(['a', 'aa', 'c']))
})

test.each(['question', 'form', 'menu', 'run'])('while a %s is open, the focus reads nothing', async (open) => {
  const world = await opened('a', 'b')
  const answer = open === 'run' ? world.hold('PUT', '/_/token') : undefined
  if (open === 'form') await world.press('Edit a')
  else if (open === 'menu') await world.press('More for a')
  else if (open === 'question') await world.choose('a', 'Delete a')
  else {
    await world.user.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
    await world.press('Deactivate')
    const question = await screen.findByRole('alertdialog')
    await world.user.click(within(question).getByRole('button', { name: 'Deactivate' }))
    await waitFor(() => expect(world.requestsTo('PUT', '/_/token').length).toBeGreaterThan(0))
    await world.press('Hide')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  const role = { question: 'alertdialog', form: 'dialog', menu: 'menu' }[open]
  if (role !== undefined) await screen.findByRole(role)
  const before = reads(world)
  world.passTime(70_000)
  focusWindow()
  await soon()
  expect(reads(world)).toBe(before)
  answer?.()
})

test('a failed read on focus keeps the list, and says that it is not the latest', async () => {
  const world = await opened('a', 'b')
  world.interceptNext('GET', '/_/token', { status: 500 })
  world.passTime(11_000)
  focusWindow()
  await screen.findByText(/The service failed \(500\)/)
  expect(world.names()).toEqual(['a', 'b'])
})

test('ten times the focus while a value is shown reads it once', async () => {
  const world = await opened('a')
  await world.press('Reveal a')
  const box = await screen.findByRole('textbox', { name: 'Value of a' })
  await waitFor(() => expect(box.textContent).toBe(world.trial.valueOf('a')))
  for (let times = 0; times < 10; times += 1) {
    world.passTime(1000)
    focusWindow()
    document.dispatchEvent(new Event('visibilitychange'))
    await soon()
  }
  expect(world.requestsTo('GET', '/_/token/value')).toHaveLength(1)
})
