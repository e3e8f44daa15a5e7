import { problemWords } from '#web/service/problem-words.ts'
import type { Refusal } from './door.ts'

/** Every sentence of signing in and out. */
export const words = {
  title: 'Sign in',
  byBearer: 'Bearer',
  byPassword: 'E-mail and password',
  bearer: 'Bearer token',
  email: 'E-mail',
  password: 'Password',
  signIn: 'Sign in',
  signingIn: 'Signing in…',
  show: 'Show what is typed',
  hide: 'Mask what is typed',
  kept: 'Not kept: reloading or closing this page signs you out.',
  example: 'Runs inside this console. Its e-mail, password and a bearer are printed where the console was started.',
  emptyBearer: 'Paste a bearer token.',
  emptyEmail: 'Enter an e-mail.',
  emptyPassword: 'Enter a password.',
  blankInside: 'A bearer token has no blanks inside. Nothing was sent.',
  notAscii: 'A bearer token has only plain letters, figures and signs. Nothing was sent.',
  signedOut: 'Signed out',
  signOut: 'Sign out',
  leave: 'Leave and discard',
  signedOutCause: (status: number, at: string) =>
    `The service no longer accepts your sign-in (${status}, ${at}). Sign in again and go on; what you typed is kept, passwords apart.`,
} as const

/** Why nobody came in, and what to do. */
export function refusalWords(refusal: Refusal): string {
  switch (refusal.why) {
    case 'bearer-refused':
      return `The service refused this bearer token (${refusal.status}). It may be mistyped, past its date, or belong to somebody who is not an active admin. A token's value may be refused here: paste the bearer of an admin user.`
    case 'password-refused':
      return 'The service refused this e-mail and password. An inactive account is refused the same way.'
    case 'not-an-admin':
      return 'This account is not an active admin.'
    case 'no-password-sign-in':
      return 'This service offers no sign-in by password.'
    case 'problem':
      return problemWords(refusal.problem)
  }
}
