import type { Verdict } from '#contract/verdict.ts'
import type { Token } from '#contract/token.ts'
import { problemWords } from '#web/service/problem-words.ts'
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
}

/** What a stored field is called on the page. */
export function fieldWord(field: string): string {
  return field === 'expiration_date' ? 'expires' : field
}

/** Sentences of the tokens page that need no more than text. */
export const words = {
  saving: 'Saving…',
  saved: 'Saved as asked',
  notGiven: 'not given',
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
  keepExpiry: 'Keep as it is',
  newValue: (name: string) =>
    `Saved as asked. The service may have issued a new value for “${name}”: programs using the old one then stop working until they get the new one.`,
  created: 'Created, and read back as asked.',
  createdAgain: (unit: string) =>
    `This service counts ${unit}, as its first row shows. The token was deleted and created again with the right number.`,
  noValue: 'The service knows no value of this name.',
  copied: (name: string) => `Copied the value of ${visible(name)}.`,
  notCopied: 'This browser refused to copy. The value is shown and selected: copy it with the keyboard.',
  clearClipboard: 'Clear the clipboard',
} as const

/** What screen readers are told when an act has its verdict. */
export function announced(name: string, verdict: Verdict<Token>): string {
  const shown = visible(name)
  switch (verdict.is) {
    case 'as-asked': {
      const { active, write } = verdict.row
      return `${shown}: saved as asked, active ${onOff(active)}, write ${onOff(write)}.`
    }
    case 'deleted':
      return `${shown}: deleted.`
    case 'differently':
      return `${shown}: saved differently, ${verdict.fields.map(fieldWord).join(' and ')}.`
    case 'not-applied':
      return `${shown}: the service answered OK, but nothing changed.`
    case 'not-verified':
      return `${shown}: accepted, and could not be read back.`
    case 'already':
      return `${shown}: it is so already. Nothing was sent.`
    case 'conflict':
      return `${shown}: changed meanwhile. Nothing was sent.`
    case 'gone':
      return `${shown}: deleted meanwhile. Nothing was sent.`
    case 'exists':
      return `A token named ${shown} already exists. Nothing was sent.`
    case 'unanswered':
      return `${shown}: ${verdict.fields.map(fieldWord).join(' and ')} must be chosen first. Nothing was sent.`
    case 'refused':
      return `${shown}: not saved. ${problemWords(verdict.problem)}`
    case 'unknown':
      return `${shown}: no answer; it may or may not have been saved.`
  }
}

/** `on`, `off`, or `unknown`. */
export function onOff(flag: boolean | undefined): string {
  return flag === undefined ? 'unknown' : flag ? 'on' : 'off'
}
