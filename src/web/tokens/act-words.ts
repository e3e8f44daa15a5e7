import { rejects } from './words.ts'

/** Sentences of forms and notes, which no list needs before something is done to it. */
export const actWords = {
  newToken: 'New token',
  nameBlankEnds: 'The name ends with a space.',
  nameBlankStarts: 'The name starts with a space.',
  nameMissing: 'Enter a name.',
  pastMoment: 'This moment is past. Choose a later one.',
  tooFar: 'This moment is beyond the year 9999. Choose an earlier one.',
  neverSent:
    'Never is sent as “not given”: by its documentation the service stores the moment of the update as the date. Whether it takes that as never or as already past, only the service knows; the next update of the token may change it.',
  keptNotGiven:
    'No date is stored, or only the moment of the last update, which is what the service stores when none is given. None is sent; the service may then store the moment of this update.',
  savedAsAsked: 'Saved.',
  savedAt: (at: string) => `Saved, read back at ${at}.`,
  savedWithDifferences: 'Saved with differences.',
  expiryChanged: 'The service also changed the expiry:',
  mayBeNew: (name: string) =>
    `The service may have issued a new value for “${name}”: programs using the old one then stop working until they get the new one.`,
  created: 'Created, and read back as asked.',
  createdAgain: (unit: string) =>
    `This service counts ${unit}, as its first row shows. The token was deleted and created again with the right number.`,
  unchanged: 'The value is unchanged.',
  uncopied: 'The new value of an earlier save was not copied yet.',
  restored: 'Restored.',
  restoredNew: (name: string) => `Restored. “${name}” has a new value; the old one doesn’t come back.`,
  repaired: 'Repaired.',
  replaced: 'Value replaced.',
  sameValue: 'The service issued the same value again. Replace it once more to end a leak.',
  needsRepair: (isRejected: 'surely' | 'perhaps') => `The value needs repair: the service ${rejects(isRejected)} it.`,
  notRepaired: (tries: number) =>
    `Not repaired after ${tries} tries: the new value still needs repair. Try again, or replace the value.`,
  noValue: 'The service knows no value of this name.',
  copyOvertaken: (name: string) => `The value of “${name}” was not copied, because you used the clipboard again.`,
  notCopied: 'This browser refused to copy. The value is shown and selected: copy it with the keyboard.',
} as const
