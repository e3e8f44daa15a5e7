import { visible } from '#web/ui/names/foreign.tsx'
import { span } from '#web/ui/time.ts'
import type { SignedOutBy } from './session-timer.ts'

/** `most`: how long a session lasts, in milliseconds. */
const stillAtHost = (most: number) =>
  `The console server couldn’t be reached, so the session still exists there for up to ${span(most)}. Reloading this page ends it.`

/** What the admin took from an account; not `isCertain`: it may be their own. */
export interface LostAccount {
  email: string
  isCertain: boolean
  lost: 'account' | 'admin' | 'active'
}

/** Every sentence of signing in and out. */
export const words = {
  title: 'Sign in',
  byBearer: 'Access token',
  byPassword: 'Email and password',
  bearer: 'Your access token',
  email: 'Email',
  password: 'Password',
  signIn: 'Sign in',
  signingIn: 'Signing in…',
  waiting: (seconds: number) => `Try again in ${seconds} s`,
  show: 'Show',
  hide: 'Hide',
  example: 'The terminal where you started the console shows the sign-in details, or the file with them.',
  toCorrect: (field: string) => `Correct 1 field: ${field}.`,
  rejected: (field: string) => `Not signed in. See the error at the field ${field}.`,
  emptyBearer: 'Paste an access token.',
  emptyEmail: 'Enter an email.',
  emptyPassword: 'Enter a password.',
  blankInside: 'An access token contains no spaces.',
  notAscii: 'An access token contains only ASCII letters, digits and symbols.',
  signedOut: 'Signed out',
  signOut: 'Sign out',
  leave: 'Leave and discard',
  updated: 'The console was updated.',
  reload: 'Reload',
  keptAtHost: (idle: number) => `Your session stays on the console server and ends after ${span(idle)} of inactivity.`,
  noConsoleServer: 'No console server answers at this address (404). This page needs one: “query-admin serve”.',
  noStorage: 'This browser blocks storage for this page. Allow cookies and site data for this address, then try again.',
  replaced:
    'Signed out. Another sign-in, or a program on another port of this host, replaced this browser’s session cookie.',
  leftAtHost: (most: number) => `Signed out here. ${stillAtHost(most)}`,
} as const

/**
 * Why the admin was signed out, and that nothing is lost. `at` is a time of day. `own`: what the admin took from an
 * account that is, or may be, their own.
 */
export function signedOutWords(by: SignedOutBy, at: string, own?: LostAccount): string {
  if (own !== undefined) return `${causeOf(by, at)} ${lostWords(own)}`
  const onlyIf = by.by === 'idle' || by.by === 'limit' ? '' : ' if you’re the same person'
  // Whom the service rejects may be no admin any more.
  const who = by.by === 'service' ? 'as an active admin' : 'again'
  return `${causeOf(by, at)} Sign in ${who} to continue. Your input is kept${onlyIf}, except passwords.`
}

const didTo = {
  account: 'The service accepted the deletion of',
  admin: 'You turned admin off for',
  active: 'You deactivated',
}

function lostWords({ email, isCertain, lost }: LostAccount): string {
  return isCertain
    ? `${didTo[lost]} your own account “${visible(email)}”. Sign in with another one.`
    : `${didTo[lost]} “${visible(email)}”. If that was your account, sign in with another one.`
}

/** What ended a session, as the end of a sentence. */
export function becauseOf(by: SignedOutBy): string {
  switch (by.by) {
    case 'service':
      return `the service no longer accepted your sign-in (${by.status})`
    case 'idle':
      return `you were signed out after ${span(by.after)} of inactivity`
    case 'limit':
      return `you were signed out after ${span(by.after)}, the longest a session lasts`
    case 'elsewhere':
      return 'you signed out in another tab'
    case 'replaced':
      return 'another sign-in replaced your session'
    case 'host':
      return 'your session on the console server ended'
  }
}

function causeOf(by: SignedOutBy, at: string): string {
  switch (by.by) {
    case 'service':
      return `The service no longer accepts your sign-in (${by.status}, ${at}).`
    case 'idle':
      return `Signed out after ${span(by.after)} of inactivity.`
    case 'limit':
      return `Signed out after ${span(by.after)}, the longest a session lasts.`
    case 'elsewhere':
      return `You signed out in another tab.${by.left === undefined ? '' : ` ${stillAtHost(by.left)}`}`
    case 'replaced':
      return words.replaced
    case 'host':
      return `Your session on the console server has ended (${at}). Another window ended it, or the server or its session store restarted.`
  }
}
