import { formatDuration } from '#web/ui/format.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import type { SignInFailure } from './console-server.ts'
import { problemMessage } from './problem-message.ts'
import type { SignOutReason } from './session-timer.ts'

/** `maxMs`: how long a session lasts, in milliseconds. */
const stillAtServerText = (maxMs: number) =>
  `The session couldn’t be ended, so it still exists on the console server for up to ${formatDuration(maxMs)}. Reloading this page ends it.`

/** What the admin took from an account; not `isCertain`: it may be their own. */
export interface OwnAccountLoss {
  email: string
  isCertain: boolean
  lost: 'account' | 'admin' | 'active'
}

/** Every sentence of signing in and out. */
export const sessionMessages = {
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
  keptAtHost: (idle: number) =>
    `Your session stays on the console server and ends after ${formatDuration(idle)} of inactivity.`,
  noConsoleServer: 'No console server answers at this address (404). This page needs one: “query-admin serve”.',
  noStorage: 'This browser blocks storage for this page. Allow cookies and site data for this address, then try again.',
  replaced:
    'Signed out. Another sign-in, or a program on another port of this host, replaced this browser’s session cookie.',
  stillSignedInAtProxy: 'You may still be signed in at the proxy in front.',
  leftAtHost: (maxMs: number) => `Signed out here. ${stillAtServerText(maxMs)}`,
} as const

/**
 * Why the admin was signed out, and that nothing is lost. `time` is a time of day. `loss`: what the admin took from an
 * account that is, or may be, their own.
 */
export function signedOutMessage(reason: SignOutReason, time: string, loss?: OwnAccountLoss): string {
  if (loss !== undefined) return `${causeText(reason, time)} ${lossText(loss)}`
  const onlyIf = ['idle', 'absolute', 'not-extended'].includes(reason.by) ? '' : ' if you’re the same person'
  // Whom the service rejects may be no admin any more.
  const role = reason.by === 'service' ? 'as an active admin' : 'again'
  return `${causeText(reason, time)} Sign in ${role} to continue. Your input is kept${onlyIf}, except passwords.`
}

const lossVerbs = {
  account: 'The service accepted the deletion of',
  admin: 'You turned admin off for',
  active: 'You deactivated',
}

function lossText({ email, isCertain, lost }: OwnAccountLoss): string {
  return isCertain
    ? `${lossVerbs[lost]} your own account “${displayText(email)}”. Sign in with another one.`
    : `${lossVerbs[lost]} “${displayText(email)}”. If that was your account, sign in with another one.`
}

const lostClauses = {
  'console-server': 'the console server was unreachable',
  'session-store': 'the console server couldn’t reach its session store',
}

/** What ended a session, as the end of a sentence. */
export function signOutReasonClause(reason: SignOutReason): string {
  switch (reason.by) {
    case 'service':
      return `the service no longer accepted your sign-in (${reason.status})`
    case 'idle':
      return `you were signed out after ${formatDuration(reason.after)} of inactivity`
    case 'absolute':
      return `you were signed out after ${formatDuration(reason.after)}, the longest a session lasts`
    case 'not-extended':
      return `your session couldn’t be extended: ${lostClauses[reason.lost]}`
    case 'elsewhere':
      return 'you signed out in another tab'
    case 'replaced':
      return 'another sign-in replaced your session'
    case 'console-server':
      return 'your session on the console server ended'
  }
}

function causeText(reason: SignOutReason, time: string): string {
  switch (reason.by) {
    case 'service':
      return `The service no longer accepts your sign-in (${reason.status}, ${time}).`
    case 'idle':
      return `Signed out after ${formatDuration(reason.after)} of inactivity.`
    case 'absolute':
      return `Signed out after ${formatDuration(reason.after)}, the longest a session lasts.`
    case 'not-extended':
      return `Signed out, because your session couldn’t be extended: ${lostClauses[reason.lost]}.`
    case 'elsewhere':
      return `You signed out in another tab.${reason.remainingMs === undefined ? '' : ` ${stillAtServerText(reason.remainingMs)}`}`
    case 'replaced':
      return sessionMessages.replaced
    case 'console-server':
      return `Your session on the console server has ended (${time}). Another window ended it, or the server or its session store restarted.`
  }
}

/** Why a sign-in failed, and what to do. `email`: with which one. */
export function signInErrorMessage(failure: SignInFailure, email = ''): string {
  switch (failure.why) {
    case 'bearer-refused':
      return failure.isTokenValue === true
        ? 'The service rejected this. It is the value of a token; use an admin’s access token.'
        : `The service rejected this access token (${failure.status}). Check that it is complete, not expired, and belongs to an active admin.`
    case 'password-refused':
      return `The service rejected this email and password. It rejects inactive accounts the same way.${/\p{Lu}/u.test(email) ? ' Upper and lower case count.' : ''}`
    case 'not-an-admin':
      return 'This account is not an active admin.'
    case 'no-password-sign-in':
      return 'This service has no sign-in by password, or users are turned off.'
    case 'problem':
      return problemMessage(failure.problem)
    case 'too-many-tries':
      return 'Too many rejected sign-ins.'
    case 'host-is-full':
      return 'The console server has no room for another session. Sign out elsewhere, or wait until a session ends.'
    case 'session-replaced':
      return sessionMessages.replaced
    case 'session-elsewhere':
      return 'Another console server answered, which doesn’t know this session. All behind one address need the same SESSION_STORE and SESSION_KEY.'
    case 'session-not-kept':
      return 'This browser didn’t store the session. Open the page over https or at 127.0.0.1.'
  }
}
