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

test('on a service with another unit the first token is saved with another date, and its value waits for a decision', async () => {
  const world = await openConsole({ readings: unlearned })
  await first(world)
  await world.press('Create token')
  await screen.findByText(/^Saved with differences: .*This service counts seconds, which its rows show only now\.$/)
  const sent = (method: string) => world.requestsTo(method, '/_/token').map(({ body }) => body)
  expect(sent('POST')).toEqual([{ name: 'first', expiration_date: seconds * 1000, active: true, write: false }])
  expect(sent('DELETE')).toEqual([])
  for (const button of ['Copy first', 'Reveal first']) {
    await world.press(button)
    await world.toasted('First set the expiry again, or keep the date that the service took it for.')
  }
  expect(world.requestsTo('GET', '/_/token/value?name=first')).toEqual([])
  world.passTime(1000)
  await world.press('Set the expiry of first again')
  await world.confirmWarning()
  await waitFor(() => expect(sent('PUT')).toHaveLength(1))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Edit first' }).closest('tr')?.textContent).toContain('in 30 days'),
  )
  expect(screen.queryByText(/^Saved with differences/)).toBeNull()
  await world.press('Reveal first')
  await screen.findByRole('textbox', { name: 'Value of first' })
})

test('a date that the service took for another one can be kept', async () => {
  const world = await openConsole({ readings: unlearned })
  await first(world)
  await world.press('Create token')
  await world.press('Keep this date of first')
  await world.press('Reveal first')
  await screen.findByRole('textbox', { name: 'Value of first' })
  expect(world.requestsTo('PUT', '/_/token')).toEqual([])
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

test('dates are sent in the unit that the admin sets on the Service page', async () => {
  const world = await openConsole({ readings: unlearned })
  await world.user.click(await screen.findByRole('link', { name: 'Service' }))
  await world.press('Change')
  await world.user.click(screen.getByRole('radio', { name: 'Seconds' }))
  await screen.findByText(/set here for this session/)
  await world.user.click(screen.getByRole('link', { name: 'Tokens' }))
  await first(world)
  await world.press('Create token')
  await world.toasted('“first” created.')
  expect(world.requestsTo('POST', '/_/token').map(({ body }) => body)).toMatchObject([{ expiration_date: seconds }])
})
