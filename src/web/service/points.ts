import type { Choice, PointName } from '#contract/learned.ts'

/** The groups of checks. */
export const groups = ['Sign-in', 'Answers', 'Tokens', 'Users', 'Limits and the rest'] as const
export type Group = (typeof groups)[number]

interface Shown<Name extends PointName> {
  group: Group
  /** The result that the documentation leads to expect; absent if it says nothing that a check can see. */
  documented?: Choice<Name>
}

/** The group of each check, and its documented result. */
export const points: { readonly [Name in PointName]: Shown<Name> } = {
  'tokens-part': { group: 'Tokens', documented: 'on' },
  'users-part': { group: 'Users', documented: 'on' },
  'sign-in': { group: 'Sign-in', documented: 'offered' },
  'wrong-password': { group: 'Sign-in', documented: 'refused' },
  'missing-bearer': { group: 'Sign-in', documented: 'refused' },
  'unknown-bearer': { group: 'Sign-in', documented: 'refused' },
  'powerless-bearer': { group: 'Sign-in', documented: 'refused' },
  administrators: { group: 'Sign-in', documented: 'not-tokens' },
  'authorization-scheme': { group: 'Sign-in', documented: 'bearer' },
  'bearer-of-inactive-user': { group: 'Sign-in' },
  'users-list': { group: 'Users', documented: 'offered' },
  'list-shape': { group: 'Answers', documented: 'data' },
  'value-shape': { group: 'Answers', documented: 'data' },
  'value-kind': { group: 'Answers', documented: 'jwt' },
  'token-fields': { group: 'Answers', documented: 'with-updated-at' },
  'user-fields': { group: 'Answers', documented: 'with-updated-at' },
  'list-carries-secret': { group: 'Answers', documented: 'no' },
  'users-list-carries-hash': { group: 'Answers', documented: 'no' },
  flags: { group: 'Answers', documented: 'boolean' },
  'moment-spelling': { group: 'Answers', documented: 'number' },
  'moments-unit': { group: 'Answers', documented: 'milliseconds' },
  'success-codes': { group: 'Answers', documented: 'created-201' },
  'success-body': { group: 'Answers', documented: 'json' },
  'content-type': { group: 'Answers', documented: 'sent' },
  'error-format': { group: 'Answers', documented: 'json-error' },
  'omitted-on-put': { group: 'Tokens', documented: 'reset' },
  'value-on-put': { group: 'Tokens', documented: 'kept' },
  transitions: { group: 'Tokens', documented: 'both-ways' },
  'no-expiry-stored-as': { group: 'Tokens', documented: 'updated-at' },
  'no-expiry-means': { group: 'Tokens' },
  'past-expiry-on-create': { group: 'Tokens', documented: 'accepted' },
  'expiry-enforced-in': { group: 'Tokens' },
  'duplicate-on-create': { group: 'Tokens', documented: 'refused' },
  'unknown-on-put': { group: 'Tokens', documented: 'refused' },
  'unknown-on-delete': { group: 'Tokens', documented: 'refused' },
  'unknown-on-value': { group: 'Tokens', documented: 'refused' },
  'missing-name-on-value': { group: 'Tokens', documented: 'refused' },
  'empty-name-on-create': { group: 'Tokens', documented: 'refused' },
  'body-reading': { group: 'Answers', documented: 'strict' },
  'create-swaps-flags': { group: 'Users', documented: 'no' },
  'admin-default': { group: 'Users', documented: 'false' },
  'user-omitted-on-put': { group: 'Users', documented: 'reset' },
  'user-duplicate-on-create': { group: 'Users', documented: 'refused' },
  'user-unknown-on-put': { group: 'Users', documented: 'refused' },
  'user-unknown-on-delete': { group: 'Users', documented: 'refused' },
  'empty-email-on-create': { group: 'Users', documented: 'refused' },
  'email-format': { group: 'Users', documented: 'free' },
  'empty-password': { group: 'Users', documented: 'refused' },
  'missing-password': { group: 'Users', documented: 'refused' },
  'new-email-taken': { group: 'Users', documented: 'refused' },
  'password-rules': { group: 'Limits and the rest' },
  'other-calls': { group: 'Limits and the rest' },
  events: { group: 'Limits and the rest' },
  'rate-limit': { group: 'Limits and the rest' },
  'largest-body': { group: 'Limits and the rest' },
  'most-rows': { group: 'Limits and the rest' },
  'time-outs': { group: 'Limits and the rest' },
  versioning: { group: 'Limits and the rest' },
}

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
