import { expect, test } from 'vitest'
import type { SignOutReason } from './session-timer.ts'
import { signedOutMessage } from './session-messages.ts'

const kept = 'Your input is kept, except passwords.'
const ifSame = 'Your input is kept if you’re the same person, except passwords.'

test.each<[SignOutReason, string, string]>([
  [{ by: 'idle', after: 900_000 }, 'Signed out after 15 minutes of inactivity.', kept],
  [{ by: 'absolute', after: 28_800_000 }, 'Signed out after 8 hours, the longest a session lasts.', kept],
  [{ by: 'not-extended', lost: 'session-store' }, ': the console server couldn’t reach its session store.', kept],
  [{ by: 'not-extended', lost: 'console-server' }, ': the console server was unreachable.', kept],
  [{ by: 'elsewhere' }, 'You signed out in another tab.', ifSame],
  [{ by: 'elsewhere', remainingMs: 28_800_000 }, 'so it still exists on the console server for up to 8 hours.', ifSame],
  [{ by: 'replaced' }, 'Another sign-in, or a program on another port of this host, replaced this', ifSame],
  [{ by: 'console-server' }, 'Your session on the console server has ended (10:41).', ifSame],
])('after an end by %j the sheet says why, and what is kept', (by, cause, what) => {
  const message = signedOutMessage(by, '10:41')
  expect(message).toContain(cause)
  expect(message).toMatch(new RegExp(`Sign in again to continue\\. ${what}$`))
})

test('whom the service no longer accepts may be no admin any more: not everybody can sign in again', () => {
  expect(signedOutMessage({ by: 'service', status: 403 }, '10:41')).toBe(
    `The service no longer accepts your sign-in (403, 10:41). Sign in as an active admin to continue. ${ifSame}`,
  )
})

test('whoever took admin or active from their own account is told so', () => {
  const messageFor = (lost: 'admin' | 'active', isCertain: boolean) =>
    signedOutMessage({ by: 'service', status: 401 }, '10:41', { email: 'me@x.test', isCertain, lost })
  expect(messageFor('admin', true)).toMatch(
    /\(401, 10:41\)\. You turned admin off for your own account “me@x\.test”\. Sign in with another one\.$/,
  )
  expect(messageFor('active', true)).toMatch(
    /You deactivated your own account “me@x\.test”\. Sign in with another one\.$/,
  )
  expect(messageFor('active', false)).toMatch(
    /You deactivated “me@x\.test”\. If that was your account, sign in with another one\.$/,
  )
})

test('whoever deleted their own account is not told to sign in with it again', () => {
  const messageFor = (isCertain: boolean) =>
    signedOutMessage({ by: 'service', status: 401 }, '10:41', { email: 'me@x.test', isCertain, lost: 'account' })
  expect(messageFor(true)).toMatch(
    /accepted the deletion of your own account “me@x\.test”\. Sign in with another one\.$/,
  )
  expect(messageFor(false)).toMatch(/of “me@x\.test”\. If that was your account, sign in with another one\.$/)
})
