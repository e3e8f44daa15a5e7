import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'
import type { Fault } from '#web/testing/fake-network.ts'

const li = 'li@x.test'
const claims = /Created(?: and|:)|” created|Saved|saved with differences|: saved|answered OK|you sent first/

/** Presses *Create user* for Li; somebody else creates Li while the request is on its way. */
async function bothCreate(fault: Fault, flags: { admin: boolean; active: boolean }) {
  const world = await openConsole({ hash: '#/users', users: [{ email: 'anna@x.test' }] })
  await world.press('New user')
  const sheet = await screen.findByRole('dialog', { name: 'New user' })
  await world.user.type(within(sheet).getByLabelText('Email'), li)
  await world.press('Generate')
  const release = world.hold('POST', '/_/user')
  world.interceptNext('POST', '/_/user', fault)
  await world.press('Create user')
  await waitFor(() => expect(world.requestsTo('POST', '/_/user')).toHaveLength(1))
  await world.trial.call('POST', '/_/user', { email: li, password: 'somebody else’s', ...flags })
  world.passTime(1000)
  release()
  return { world, sheet }
}

const refusal = { status: 409, body: 'taken' }

test.each([
  ['the same flags', refusal, { admin: false, active: true }],
  ['other flags', refusal, { admin: true, active: true }],
  ['other flags', 'network', { admin: true, active: true }],
] as const)(
  'an account that somebody else created with %s while ours was refused or not answered is never taken for ours (%o)',
  async (_, fault, flags) => {
    const { world, sheet } = await bothCreate(fault, flags)
    await within(sheet).findByText(/It may or may not be saved/)
    await screen.findByRole('button', { name: `Edit ${li}` })
    await world.press('Cancel')
    for (const _time of [1, 2]) {
      await world.refresh()
      await screen.findByText(/It may or may not be saved/)
      expect(document.body.textContent).not.toMatch(claims)
      expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull()
    }
  },
)

test('a second press after a refusal does not take somebody else’s account for ours', async () => {
  const { world, sheet } = await bothCreate(refusal, { admin: false, active: true })
  await within(sheet).findByText(/It may or may not be saved/)
  world.passTime(3000)
  await world.press('Create user')
  await within(sheet).findByText(/already exists/)
  expect(world.requestsTo('POST', '/_/user')).toHaveLength(1)
  expect(document.body.textContent).not.toMatch(claims)
})
