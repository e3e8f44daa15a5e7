/** Sentences of the users page that need no more than text. */
export const words = {
  newUser: 'New user',
  saving: 'Saving…',
  saved: 'Saved',
  emptyTitle: 'No users yet',
  empty: 'A user signs in with an email and a password; an admin can also use this console.',
  notChecked: 'Accepted by the service; it has no way to check.',
  emailKept: 'Leave it empty to keep the email.',
  emailMissing: 'Enter an email.',
  emailOdd: 'This does not look like an email address.',
  useAnyway: 'Use it anyway',
  passwordMissing: 'Enter a password.',
  passwordShort: 'At least 8 characters.',
  passwordLong: 'At most 1,024 characters.',
  passwordListed:
    'This is one of the most common passwords, and among the first that are guessed. It can be used all the same.',
  passwordIsEmail: 'This password is the email. It can be used all the same.',
  noList:
    'This service has no list of users, or user administration is turned off (404). Act on an account by its email; the accounts stay on this page until you sign out.',
  cannotSay: 'This service can’t list users, so the console can’t tell whether this account exists.',
  bothSent: 'Both are sent with every change, and what they are now cannot be read. Choose both.',
  leftOut: 'What they are now cannot be read. This service was seen to keep what is left out.',
  bearersStay: 'Bearers issued before keep working.',
  passwordUnseen: 'Saved, as far as it can be read back: a password cannot.',
  putRight: 'The service swapped admin and active. The console corrected it.',
  savedAll: 'Saved, and read back.',
  alreadyCreated: 'Already as you asked. Nothing was sent. The password is the one that was sent first.',
  createdPassword: 'Created, and read back as asked; the password itself cannot be read back.',
  inactiveKeeps:
    'Inactive: can no longer sign in or administer. Access tokens issued before may still read and write data until the user is deleted.',
  nothingChanged: 'Nothing was changed, so nothing was sent.',
} as const

/** `yes` or `no`, for flags that were sent without being read. */
export function yesNo(flag: boolean): string {
  return flag ? 'yes' : 'no'
}
