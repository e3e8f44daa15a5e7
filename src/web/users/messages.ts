import { type Outcome, isAccepted, isUnverifiable } from '#api/write/outcome.ts'
import type { User } from '#api/user.ts'
import type { SecretResult } from '#web/resource/outcome-facts.ts'
import type { OutcomeSentence } from '#web/resource/outcome-sentences.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import type { StatusIconName } from '#web/ui/icons.tsx'

/** Sentences about users. */
export const userMessages = {
  emptyTitle: 'No users yet',
  empty: 'A user signs in with an email and a password; an admin can also use this console.',
  emailMissing: 'Enter an email.',
  emailOdd: 'This doesn’t look like an email address.',
  useAnyway: 'Use anyway',
  passwordMissing: 'Enter a password.',
  passwordShort: 'This password has fewer than 8 characters. You can still use it.',
  passwordLong: 'This password has more than 1,024 characters, which the service may reject. You can still use it.',
  passwordListed: 'This is one of the most common passwords, and among the first to be guessed. You can still use it.',
  passwordIsEmail: 'This password is the email. You can still use it.',
  noList:
    'This service has no list of users, or user administration is turned off (404). Enter an account’s email to change it.',
  cannotSay: 'This service can’t list users, so the console can’t tell whether this account exists.',
  bothSent: 'Both are sent with every change.',
  bearersStay: 'Access tokens issued before keep working.',
  inactiveKeeps:
    'Inactive: can’t sign in or administer. Any access tokens issued before may still read and write data until the user is deleted.',
} as const

/** What no list confirms: a creation may have changed an account that was there. */
export const passwordResult = (outcome: Outcome<User, object>): SecretResult | undefined =>
  isAccepted(outcome) && outcome.request.operation === 'create' && isUnverifiable(outcome)
    ? 'account-may-exist'
    : undefined

/** What is said of it, and of a new password. */
export function passwordSentences(outcome: Outcome<User, object>): readonly OutcomeSentence[] {
  const { operation, name } = outcome.request
  if (passwordResult(outcome) === 'account-may-exist')
    return [['account', `If “${displayText(name)}” already existed, nothing was created; this changes that account.`]]
  return operation === 'update' && hasSentPassword(outcome) ? [['access', userMessages.bearersStay]] : []
}

/** What no list shows: a password that was sent. */
export const passwordUnseenText = (outcome: Outcome<User, object>): string | undefined =>
  hasSentPassword(outcome) && !isUnverifiable(outcome)
    ? 'No list shows passwords, so the console can’t check it.'
    : undefined

const hasSentPassword = (outcome: Outcome<User, object>): boolean =>
  isAccepted(outcome) && outcome.request.writeOnlyFields.includes('password')

export type UserStatus = Extract<StatusIconName, 'active' | 'inactive' | 'unknown'>

export const userStatusLabels: Record<UserStatus, string> = {
  active: 'Active',
  inactive: 'Inactive',
  unknown: 'Unreadable',
}

export function userStatus({ active }: User): UserStatus {
  if (active === undefined) return 'unknown'
  return active ? 'active' : 'inactive'
}
