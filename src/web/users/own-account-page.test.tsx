import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { subjectsOf } from '#api/jwt.ts'
import { openConsole, openSignIn } from '#web/testing/console.tsx'
import { ours } from '#web/testing/console-server.ts'
import { signedInAt } from '#web/testing/server.ts'

const lasting = { left: 900_000, limit: 900_000 }
const row = (email: string) => ({ email, admin: true, active: true, created_at: 1, updated_at: 1 })
const list = (email: string) => JSON.stringify({ data: [row(email)], unknown: [] })

test('the console server hears of a change of your email, and the menu shows the new one', async () => {
  let former = () => {}
  const testConsole = await openSignIn({
    hash: '#/users',
    before: (_, network) => {
      const session = { identity: 'ann', email: 'old@x.test', age: 0, idle: lasting, absolute: lasting }
      const answer = { status: 200, body: JSON.stringify({ session }), headers: ours }
      network.interceptAll('GET', '/console-session', answer)
      network.interceptAll('PUT', '/console-session', answer)
      former = network.interceptAll('GET', '/_/user', { status: 200, body: list('old@x.test') })
      network.interceptAll('PUT', '/_/user', { status: 200 })
      // Before the change, and after it.
      network.interceptNext('POST', '/console-rows/_/user', { status: 200, body: list('old@x.test') })
      network.interceptAll('POST', '/console-rows/_/user', { status: 200, body: list('new@x.test') })
      signedInAt(network, { session })
    },
  })
  const sheet = within(await testConsole.open('old@x.test'))
  await testConsole.press('Change the email')
  await testConsole.fill(sheet.getByLabelText('New email'), 'new@x.test')
  await testConsole.press('Save changes')
  // The list is read once more two seconds after the save.
  former()
  testConsole.interceptAll('GET', '/_/user', { status: 200, body: list('new@x.test') })
  await testConsole.answer('Change email', 'old@x.test')
  await waitFor(() =>
    expect(testConsole.requestsTo('PUT', '/console-session').map(({ body }) => body)).toContainEqual({
      email: 'new@x.test',
    }),
  )
  await testConsole.press(/^Account menu/)
  expect((await screen.findByRole('dialog')).textContent).toContain('new@x.test')
})

test('whoever deletes their own account is told why the session ended', async () => {
  let end = () => {}
  const testConsole = await openConsole({
    hash: '#/users',
    before({ bearer, admin: { email } }, network) {
      const ownRow = { id: [...subjectsOf(bearer)][0], ...row(email) }
      end = network.interceptAll('GET', '/_/user', { status: 200, body: JSON.stringify([ownRow]) })
    },
  })
  const me = testConsole.trial.admin.email
  await testConsole.choose(me, `Delete ${me}`)
  const release = testConsole.hold('DELETE', '/_/user')
  await testConsole.answer('Delete user', me)
  await waitFor(() => expect(testConsole.requestsTo('DELETE', '/_/user')).toHaveLength(1))
  end()
  release()
  const sheet = await screen.findByRole('dialog', { name: 'Signed out' })
  await within(sheet).findByText(
    /accepted the deletion of your own account “root@example\.test”\. Sign in with another/,
  )
  expect(sheet.textContent).not.toContain('Sign in again')
})
