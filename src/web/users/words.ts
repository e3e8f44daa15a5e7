import type { UserFilter } from './user-view.ts'

/** What a chip is called. */
export const filterWords: Record<UserFilter, string> = {
  all: 'All',
  active: 'Active',
  inactive: 'Inactive',
  admins: 'Administrators',
  unknown: 'Cannot be read',
}

/** Sentences of the users page that need no more than text. */
export const words = {
  newUser: 'New user',
  saving: 'Saving…',
  saved: 'Saved as asked',
  emptyTitle: 'No users yet',
  empty: 'A user signs in with an e-mail and a password; an administrator may also use this console.',
  noMatchTitle: 'No user matches',
  checkedAfter: 'Checked after saving.',
  notChecked: 'Accepted by the service; it has no way to check.',
  emailKept: 'Leave it empty to keep the e-mail.',
  emailMissing: 'Enter an e-mail.',
  emailOdd: 'This does not look like an e-mail address.',
  useAnyway: 'Use it anyway',
  passwordMissing: 'Enter a password.',
  passwordShort: 'At least 8 characters.',
  passwordLong: 'At most 1,024 characters.',
  passwordListed:
    'This is one of the most common passwords, and among the first that are guessed. It can be used all the same.',
  passwordIsEmail: 'This password is the e-mail. It can be used all the same.',
  noList:
    'This service has no list of users, or user administration is switched off (404). Act on an account by its e-mail; the people you handle stay on this page until you sign out.',
  cannotSay:
    'The service cannot say whether this account exists. What you send is accepted or refused, and shown as such.',
  bothSent: 'Both are sent with every change, and what they are now cannot be read. Choose both.',
  leftOut: 'What they are now cannot be read. This service was seen to keep what is left out.',
  bearersStay: 'Bearers issued before keep working.',
  passwordUnseen: 'Saved as asked, as far as it can be read back: a password cannot.',
  putRight: 'The service first stored admin and active otherwise. One update put them right, and it was read back.',
  savedAll: 'Saved as asked, and read back.',
  alreadyCreated: 'Already as you asked. Nothing was sent. The password is the one that was sent first.',
  createdPassword: 'Created, and read back as asked; the password itself cannot be read back.',
  inactiveKeeps:
    'Switched off: can no longer sign in or administer. A bearer issued before may still read and write data until the user is deleted.',
  nothingChanged: 'Nothing was changed, so nothing was sent.',
} as const

/** `yes` or `no`, for flags that were sent without being read. */
export function yesNo(flag: boolean): string {
  return flag ? 'yes' : 'no'
}
