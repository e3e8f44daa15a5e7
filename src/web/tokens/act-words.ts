import { rejects } from './words.ts'

/** Sentences of forms and notes. Loaded lazily: showing a list does not need them. */
export const actWords = {
  newToken: 'New token',
  nameMissing: 'Enter a name.',
  pastMoment: 'This date has passed. Choose a later one.',
  tooFar: 'The latest possible date is in the year 9999. Choose an earlier one.',
  unfinishedTime: 'Enter the whole date and time.',
  noSuchDay: 'This day doesn’t exist. Choose another one.',
  skippedTime: 'The clocks skip this time. Choose another one.',
  timeTwice: 'The clocks go back, so this time comes twice',
  pastedNoDate: 'The pasted text is not a date like 2027-03-12 09:00. Nothing was changed.',
  farYear: (year: string) => `The year ${year} is far away.`,
  useAnyway: 'Use anyway',
  neverMayExpire: 'This service may treat a token without a date as expired. Choose a date to be sure.',
  neverExpires: 'This service treats a token without a date as expired. Choose a date.',
  neverSent: 'Sent without a date. The service may then store the time of the update. The next update may change it.',
  neverUnknown:
    'Sent without a date. What this service does then is not known: it may keep the old date. The next step offers a check.',
  keptNotGiven: 'No expiry is stored, so none is sent. The service may store the time of this update instead.',
  savedAsAsked: 'Saved.',
  savedAt: (at: string) => `Saved and read back at ${at}.`,
  expiryChanged: 'The service also changed the expiry:',
  mayBeNew: (name: string, mayBeUsed: boolean) =>
    `The service may have issued a new value for “${name}”.${mayBeUsed ? ' If so, programs that use the old one stop working until they get it.' : ''}`,
  created: 'Created.',
  tookOtherUnit: (unit: string) => `This service counts ${unit}, which its rows show only now.`,
  unchanged: 'The value is unchanged.',
  uncopied: 'The new value from an earlier save is not copied yet.',
  uncopiedPerhaps: 'The new value from an earlier save was not copied. It may have been replaced since.',
  restored: 'Restored.',
  restoredNew: (name: string) => `Restored. “${name}” has a new value. The old one can’t be restored.`,
  repaired: 'Repaired.',
  replaced: 'Value replaced.',
  sameValue: 'The service issued the same value again. To stop a leak, replace it again.',
  needsRepair: (isRejected: 'surely' | 'perhaps') => `The value needs repair: the service ${rejects(isRejected)} it.`,
  notRepaired: (tries: number) =>
    `Not repaired after ${tries} tries: the new value still needs repair. Repair it again, or replace the value.`,
} as const
