/** Sentences of the users page. */
export const words = {
  newUser: 'New user',
  saving: 'Saving…',
  emptyTitle: 'No users yet',
  empty: 'A user signs in with an email and a password; an admin can also use this console.',
  notChecked: 'Accepted. The service offers no way to check.',
  emailKept: 'Leave it empty to keep the email.',
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
  bothSent: 'Choose both. The service needs them with every change, and the console can’t read the current ones.',
  bearersStay: 'Access tokens issued before keep working.',
  passwordUnseen: 'Saved as far as the console can check. A password cannot be read back.',
  putRight: 'The service swapped admin and active. The console corrected it.',
  savedAll: 'Saved and read back.',
  alreadyCreated: 'No change needed. Nothing was sent. The password is the one you sent first.',
  createdPassword: 'Created and read back. The password itself cannot be read back.',
  inactiveKeeps:
    'Inactive: can’t sign in or administer. Any access tokens issued before may still read and write data until the user is deleted.',
} as const

/** `yes` or `no`, for flags that were sent without being read. */
export function yesNo(flag: boolean): string {
  return flag ? 'yes' : 'no'
}
