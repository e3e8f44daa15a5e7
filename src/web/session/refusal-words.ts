import type { SignInFailure } from './console-server.ts'
import { problemWords } from './problem-words.ts'
import { words } from './words.ts'

/** Why a sign-in failed, and what to do. */
export function refusalWords(refusal: SignInFailure): string {
  switch (refusal.why) {
    case 'bearer-refused':
      return refusal.isTokenValue === true
        ? 'The service rejected this. It is the value of a token; use an admin’s access token.'
        : `The service rejected this access token (${refusal.status}). Check that it is complete, not expired, and belongs to an active admin.`
    case 'password-refused':
      return 'The service rejected this email and password. It rejects inactive accounts the same way.'
    case 'not-an-admin':
      return 'This account is not an active admin.'
    case 'no-password-sign-in':
      return 'This service has no sign-in by password.'
    case 'problem':
      return problemWords(refusal.problem)
    case 'too-many-tries':
      return 'Too many rejected sign-ins.'
    case 'host-is-full':
      return 'The console server has no room for another session. Sign out elsewhere, or wait until a session ends.'
    case 'session-replaced':
      return words.replaced
    case 'session-elsewhere':
      return 'Another console server answered, which doesn’t know this session. All behind one address need the same SESSION_STORE and SESSION_KEY.'
    case 'session-not-kept':
      return 'This browser didn’t store the session. Open the page over https or at 127.0.0.1.'
  }
}
