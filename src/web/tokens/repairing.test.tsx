import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type World } from '#web/testing/console.tsx'

const far = 1_900_000_000
const puts = ({ requestsTo }: World) => requestsTo('PUT', '/_/token')
const repair = ({ choose }: World) => choose('ci', 'Repair value of ci')
const question = () => screen.queryByRole('alertdialog')

/** A list with a token whose value needs repair. */
async function spoiled() {
  const world = await openConsole({ readings: 'query-server', tokens: ['ci', 'b'] })
  await screen.findByRole('switch', { name: 'ci write' })
  await change(world, { write: true })
  await world.refresh()
  await screen.findByText(/^1 value needs repair/)
  world.passTime(30_000)
  return world
}

async function change({ passTime, trial }: World, fields: object) {
  passTime(30_000)
  await trial.call('PUT', '/_/token', { name: 'ci', expiration_date: far, write: true, active: true, ...fields })
}

test('a repair of a token that was deleted meanwhile asks nothing and sends nothing', async () => {
  const world = await spoiled()
  await world.trial.call('DELETE', '/_/token', { name: 'ci' })
  await repair(world)
  await waitFor(() => expect(world.names()).toEqual(['b']))
  expect(question()).toBeNull()
  expect(puts(world)).toEqual([])
})

test('a repair of a value that somebody else has repaired asks nothing and sends nothing', async () => {
  const world = await spoiled()
  await change(world, {})
  await world.trial.call('PUT', '/_/token', { name: 'ci', expiration_date: far, write: true, active: true })
  await repair(world)
  await screen.findByText('No change needed. Nothing was sent.')
  expect(question()).toBeNull()
  expect(puts(world)).toEqual([])
})

test('a repair of a token that somebody else has changed sends the row as it is now', async () => {
  const world = await spoiled()
  await change(world, { write: false })
  await repair(world)
  await waitFor(() => expect(puts(world).length).toBeGreaterThan(0))
  expect(puts(world)[0]?.body).toMatchObject({ write: false })
  expect(question()).toBeNull()
})
