import type { Choice, PointName } from '#contract/probe/points.ts'

/** Sentences about results that change how the console acts, the most important first. */
const sentences = {
  'value-on-put': {
    kept: 'Updates keep a token’s value.',
    new: 'Every update gives a token a new value. Programs that use the old one stop working.',
    'new-refused': 'Every update gives a token a new value. The service rejects it until the token is repaired.',
    'new-unknown': 'Every update gives a token a new value. Whether the service accepts it is unknown.',
  },
  'no-expiry-means': {
    never: 'A token without an expiry never expires.',
    past: 'A token without an expiry counts as expired.',
  },
  'expiry-enforced-in': {
    milliseconds: 'Tokens expire at the millisecond that is shown.',
    seconds: 'Tokens expire at the full second.',
    'not-at-all': 'The service still accepts expired tokens.',
  },
  'omitted-on-put': {
    kept: 'An update keeps the token fields that the console doesn’t know.',
    reset: 'An update resets the token fields that the console doesn’t know.',
    mixed: 'An update resets some of the token fields that the console doesn’t know.',
  },
  'create-swaps-flags': {
    yes: 'New users are stored with admin and active swapped. The console corrects them.',
  },
  'users-list': {
    absent: 'The service can’t list users. The console works by email.',
  },
  'moments-unit': {
    milliseconds: 'Dates are counted in milliseconds.',
    seconds: 'Dates are counted in seconds.',
  },
  'list-carries-secret': {
    yes: 'The list of tokens includes their values. The console drops them.',
  },
} as const satisfies { [Name in PointName]?: Partial<Record<Choice<Name>, string>> }

/** The findings, from the results of the checks. */
export function findings(seen: Partial<Record<PointName, string>>): string[] {
  return Object.entries(sentences).flatMap(([name, words]: [string, Readonly<Record<string, string>>]) => {
    const sentence = words[seen[name as PointName] ?? '']
    return sentence === undefined ? [] : [sentence]
  })
}
