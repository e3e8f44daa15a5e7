import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { begin, openConsole, type World } from '#web/testing/console.tsx'

const day = 24 * 60 * 60 * 1000
const seconds = Math.floor((begin + 30 * day) / 1000)

async function first(world: World) {
  await world.press('Create the first token')
  await world.user.type(await screen.findByLabelText('Name'), 'first')
}

/** A service whose rows do not show its unit: it has no tokens, and its users have no dates. */
const unlearned = 'query-server,users-list=absent'

test('without rows the form says that the unit is the documented one', async () => {
  const world = await openConsole({ readings: unlearned })
  await first(world)
  await screen.findByText(/^\(ms\), as documented\. The first token shows/)
})

test('on a service with another unit the first token is saved with another date, which can be set again', async () => {
  const world = await openConsole({ readings: unlearned })
  await first(world)
  await world.press('Create token')
  await screen.findByText(/^Saved with differences: .*This service counts seconds, which its rows show only now\.$/)
  const sent = (method: string) => world.requestsTo(method, '/_/token').map(({ body }) => body)
  expect(sent('POST')).toEqual([{ name: 'first', expiration_date: seconds * 1000, active: true, write: false }])
  expect(sent('DELETE')).toEqual([])
  world.passTime(1000)
  await world.press('Set the expiry of first again')
  expect(screen.getByRole('checkbox', { name: /^Repair afterwards/ })).toHaveProperty('checked', true)
  await world.confirmWarning()
  await waitFor(() => expect(sent('PUT')).toHaveLength(1))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Edit first' }).closest('tr')?.textContent).toContain('in 30 days'),
  )
  expect(screen.queryByText(/^Saved with differences/)).toBeNull()
  await world.press('Reveal first')
  await screen.findByRole('textbox', { name: 'Value of first' })
})

test('if the users’ rows show the unit, the first number is right', async () => {
  const world = await openConsole({ readings: 'query-server' })
  await first(world)
  await screen.findByText(/^\(s\)$/)
  await world.press('Create token')
  await world.toasted('“first” created.')
  expect(world.requestsTo('POST', '/_/token').map(({ body }) => body)).toEqual([
    { name: 'first', expiration_date: seconds, active: true, write: false },
  ])
  expect(world.requestsTo('DELETE', '/_/token')).toEqual([])
})

test('a service with the documented unit gets one request', async () => {
  const world = await openConsole({ readings: 'bare' })
  await first(world)
  await world.press('Create token')
  await world.toasted('“first” created.')
  expect(world.requestsTo('POST', '/_/token')).toHaveLength(1)
  expect(world.requestsTo('DELETE', '/_/token')).toEqual([])
})
