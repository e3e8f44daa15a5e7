import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderSignedIn } from '#web/testing/signed-in.tsx'
import { createTestAppContext } from '#web/testing/token-app-context.ts'
import { userResource } from '#web/users/resource.ts'
import { PasswordNote } from './password-note.tsx'

const li = 'li@x.test'

test('a password that went before anybody copied it is told, and another one can be set', async () => {
  const { app } = createTestAppContext()
  const userApp = { ...app, resources: { ...app.resources, users: userResource } }
  const { user, passwords } = renderSignedIn(<PasswordNote resource="users" name={li} />, {}, userApp)
  const session = new AbortController()
  act(() => {
    passwords.bindToSession(session.signal)
    passwords.trackSending(li, 'generated')
    passwords.settle([{ name: li, currentName: li, change: {}, state: 'settled' }])
  })
  expect(screen.getByText('Copy the password now; it can’t be read again.')).toBeTruthy()
  act(() => session.abort())
  expect(screen.getByText('Not copied. The generated password can’t be read again.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: `New password… of ${li}` }))
  expect(userApp.overlay.get()).toEqual({ type: 'row', resource: 'users', name: li, setsPassword: true })
  await user.click(screen.getByRole('button', { name: `Dismiss password of ${li}` }))
  expect([...passwords.get()]).toEqual([])
})
