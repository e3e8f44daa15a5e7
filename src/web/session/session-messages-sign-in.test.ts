import { expect, test } from 'vitest'
import type { SignInFailure } from './console-server.ts'
import { signInErrorMessage } from './session-messages.ts'

test.each<[SignInFailure, RegExp]>([
  [
    { why: 'bearer-refused', status: 401, isTokenValue: true },
    /^The service rejected this\. It is the value of a token; use an admin’s access token\.$/,
  ],
  [
    { why: 'bearer-refused', status: 403 },
    /^The service rejected this access token \(403\)\. Check that it is complete, not expired, and belongs to an/,
  ],
  [{ why: 'password-refused' }, /^The service rejected this email and password\. It rejects inactive accounts the sa/],
  [{ why: 'not-an-admin' }, /^This account is not an active admin\.$/],
  [{ why: 'no-password-sign-in' }, /^This service has no sign-in by password, or users are turned off\.$/],
  [{ why: 'problem', problem: { kind: 'unreachable', sent: 'not-sent' } }, /^The service is unreachable/],
  [
    { why: 'problem', problem: { kind: 'unreachable', sent: 'unknown', by: 'console-server' } },
    /^The console server is unreachable/,
  ],
  [
    { why: 'problem', problem: { kind: 'in-front', status: 500, sent: 'unknown' } },
    /^A server in front of the console answered 500\./,
  ],
  [{ why: 'session-elsewhere' }, /^Another console server answered, .* SESSION_STORE and SESSION_KEY\.$/],
  [{ why: 'session-replaced' }, /replaced this browser’s session cookie\.$/],
])('after %j the sign-in page says what to do', (refusal, message) => {
  expect(signInErrorMessage(refusal)).toMatch(message)
})
