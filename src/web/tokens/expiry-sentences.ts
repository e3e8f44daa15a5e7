/** Sentences of the field for the expiry. */
export const expirySentences = {
  pastMoment: 'This date has passed. Choose a later one.',
  tooFar: 'The latest possible date is in the year 9999. Choose an earlier one.',
  endOfDay: 'A date without a time means the end of that day.',
  unfinishedTime: 'Enter the whole date and time.',
  noSuchDay: 'This day doesn’t exist. Choose another one.',
  skippedTime: 'The clocks skip this time. Choose another one.',
  timeTwice: 'The clocks go back, so this time comes twice',
  pastedNoDate: 'The pasted text is not a date like 2027-03-12 09:00. Nothing was changed.',
  farYear: (year: string) => `The year ${year} is far away.`,
  useAnyway: 'Use anyway',
  neverMayExpire: 'This service may treat a token without a date as expired. Choose a date to be sure.',
  neverSent: 'Sent without a date. The service may then store the time of the update. The next update may change it.',
  keptNotGiven: 'No expiry is stored, so none is sent. The service may store the time of this update instead.',
} as const
