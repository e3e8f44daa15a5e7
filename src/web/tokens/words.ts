import { visible } from '#web/ui/foreign.tsx'
import type { TokenFilter, TokenStatus } from './token-status.ts'

/** What a status is called. */
export const statusWords: Record<TokenStatus, string> = {
  active: 'Active',
  soon: 'Expires soon',
  past: 'Past its date',
  inactive: 'Inactive',
  unknown: 'Cannot be read',
}

/** What a chip is called. */
export const filterWords: Record<TokenFilter, string> = {
  ...statusWords,
  all: 'All',
  never: 'Never',
  write: 'Can write',
  spoiled: 'Value unusable',
  fresh: 'Not copied',
}

/** Sentences of the tokens page that need no more than text. */
export const words = {
  saving: 'Saving…',
  saved: 'Saved as asked',
  notGiven: 'not given',
  never: 'never',
  notGivenTitle:
    'The date equals the last update: what the service stores when no date is given. Some services take that as never, others as past.',
  noDateTitle: 'The service stores no date.',
  emptyTitle: 'No tokens yet',
  empty: 'A token lets a program use the service under a name of its own, until the date you choose.',
  noMatchTitle: 'No token matches',
  newToken: 'New token',
  checkedAfter: 'Checked after saving.',
  nameBlankEnds: 'The name ends with a blank.',
  nameBlankStarts: 'The name starts with a blank.',
  nameMissing: 'Enter a name.',
  pastMoment: 'This moment is past. Choose a later one.',
  tooFar: 'This moment is beyond the year 9999. Choose an earlier one.',
  neverSent:
    'Never is sent as “not given”: by its documentation the service stores the moment of the update as the date. Whether it takes that as never or as already past, only the service knows; the next update of the token may change it.',
  keptNotGiven:
    'No date is stored, or only the moment of the last update, which is what the service stores when none is given. None is sent; the service may then store the moment of this update.',
  newValue: (name: string) =>
    `Saved as asked. The service may have issued a new value for “${name}”: programs using the old one then stop working until they get the new one.`,
  created: 'Created, and read back as asked.',
  createdAgain: (unit: string) =>
    `This service counts ${unit}, as its first row shows. The token was deleted and created again with the right number.`,
  spoiled: 'Value probably unusable: it was signed for an earlier update than its row shows.',
  otherUnit: (unit: string) =>
    unit === 'seconds'
      ? 'Its date is stored as milliseconds on a service that counts seconds: it will not expire for ages.'
      : 'Its date is stored as seconds on a service that counts milliseconds: it counts as 1970.',
  unchanged: (at: string) => `Saved as asked, read back at ${at}. The value is unchanged.`,
  issued: 'This update issued a new value: whoever holds the old one must get the new one.',
  uncopied: 'The new value of an earlier save was not copied yet.',
  repaired: 'Saved as asked. New value, works; hand it out.',
  replaced: 'Replaced: another value under the same name. Hand it out.',
  unusable: 'The value is probably unusable: it was signed for an earlier update than this one.',
  notRepaired: (tries: number) =>
    `Not repaired after ${tries} tries: the new value still contradicts its row. Try again, or replace the value.`,
  copiedSpoiled: 'Copied, but the service will probably refuse this value. Repair it first.',
  noValue: 'The service knows no value of this name.',
  copied: (name: string) => `Copied the value of ${visible(name)}.`,
  notCopied: 'This browser refused to copy. The value is shown and selected: copy it with the keyboard.',
} as const
