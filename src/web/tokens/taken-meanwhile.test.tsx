import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'
import type { Fault } from '#web/testing/fake-network.ts'

const token = '/_/token'
const claims = /Created(?: and|:)|” created|Saved|saved with differences|: saved|answered OK|No change needed/

/** Presses *Create token* for “late”; somebody else creates it while the request is on its way. */
async function bothCreate(fault: Fault, others: object) {
  const world = await openConsole({ tokens: ['other'] })
  await world.press('New token')
  const form = await screen.findByRole('dialog')
  await world.user.type(within(form).getByLabelText('Name'), 'late')
  const release = world.hold('POST', token)
  world.interceptNext('POST', token, fault)
  await world.press('Create token')
  await waitFor(() => expect(world.requestsTo('POST', token)).toHaveLength(1))
  const sentBody = world.requestsTo('POST', token)[0]?.body as object
  await world.trial.call('POST', token, { ...sentBody, ...others })
  world.passTime(1000)
  release()
  return { world, form }
}

const refusal = { status: 409, body: 'taken' }

test.each([
  ['the same fields', refusal, {}],
  ['other fields', refusal, { write: true }],
  ['other fields', 'network', { write: true }],
] as const)(
  'a token that somebody else created with %s while ours was refused or not answered is never taken for ours (%o)',
  async (_, fault, others) => {
    const { world, form } = await bothCreate(fault, others)
    await within(form).findByText(/It may or may not be saved/)
    await world.press('Cancel')
    for (const _time of [1, 2]) {
      await world.refresh()
      await screen.findByText(/It may or may not be saved/)
      expect(document.body.textContent).not.toMatch(claims)
      expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull()
    }
  },
)

test('a second press after a refusal does not take somebody else’s token for ours', async () => {
  const { world, form } = await bothCreate(refusal, {})
  await within(form).findByText(/It may or may not be saved/)
  world.passTime(3000)
  await world.press('Create token')
  await within(form).findByText(/already exists/)
  expect(world.requestsTo('POST', token)).toHaveLength(1)
  expect(document.body.textContent).not.toMatch(claims)
})
