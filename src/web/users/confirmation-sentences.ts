import type { Sentences } from '#web/resource/confirmation.ts'

/**
 * Every sentence of the confirmations about users: each fact and each risk has one wording. `#` stands for the email in “”,
 * or for a number of users.
 */
export const userSentences = {
  // What it does to these people.
  'loses-access': ['# can no longer sign in or administer.', 'They can no longer sign in or administer.'],
  'access-tokens-stay': [
    'Access tokens issued before may still read and write data until the user is deleted.',
    'Access tokens issued before may still read and write data until the users are deleted.',
  ],
  'can-sign-in': ['# can then sign in.', 'They can then sign in.'],
  'can-administer': ['# can then manage tokens and users.', 'They can then manage tokens and users.'],
  'cannot-administer': ['# can no longer manage tokens and users.', 'They can no longer manage tokens and users.'],
  'loses-sign-in': ['The account can no longer sign in.', 'They can no longer sign in.'],
  'values-stay': ['Token values this person copied keep working.', 'Token values these people copied keep working.'],
  'is-final': ['You can’t undo this.'],
  'passwords-stop': ['The current password stops working.', 'Their current passwords stop working.'],
  'copy-from-report': ['Copy the new one from the report.', 'Copy the new ones from the report.'],
  'identity-unknown': [
    'The console can’t check whether this is still the same account.',
    'The console can’t check whether these are still the same accounts.',
  ],
  // Whom it locks out.
  'own-account': ['You signed in with this account.'],
  'one-may-be-yours': ['If one of them is your account, you will be signed out.'],
  'signs-you-out': ['You will be signed out, and only another admin can let you in again.'],
  'may-sign-you-out': ['If this is your account, you will be signed out, and only another admin can let you in again.'],
  'own-email': ['Sign in with the new email from then on.'],
  'perhaps-own-email': ['If this is your account, you sign in with the new email from then on.'],
  'last-admin': ['This is the last active admin in this list.'],
  'last-admin-is-you': ['You are the last active admin in this list.'],
  'nobody-left': ['Afterwards, nobody may be able to manage this service.'],
} as const satisfies Sentences
