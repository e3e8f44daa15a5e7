/**
 * Every point that the interface leaves open, as a named switch: what it decides, and its choices. The first choice
 * is the plain reading of the documentation.
 */
export const READINGS = {
  'list-shape': { means: 'the JSON around a list', choices: ['data', 'bare', 'named', 'items'] },
  'value-shape': {
    means: "the body around a token's value, and around the access token from a sign-in",
    choices: ['data', 'value', 'token', 'json-string', 'text'],
  },
  flags: { means: 'how flags are written', choices: ['boolean', 'number', 'number-text', 'boolean-text'] },
  moments: { means: 'the unit in which the service counts moments', choices: ['ms', 's'] },
  'moment-spelling': { means: 'how moments are written in a response', choices: ['number', 'text', 'iso'] },
  'list-secret': {
    means: 'whether list rows contain the value or the password hash',
    choices: ['left-out', 'carried'],
  },
  'value-kind': { means: 'the kind of value', choices: ['jwt', 'opaque'] },
  'omitted-on-put': { means: 'what a PUT does to omitted fields', choices: ['reset', 'kept'] },
  'value-on-put': {
    means: 'what a PUT does to the value; new-refused: signs it with the former updated_at and then rejects it',
    choices: ['kept', 'new', 'new-refused'],
  },
  'unknown-on-put': {
    means: 'an unknown name on PUT; query-server: a success if every field is given, else 400 (user: 500)',
    choices: ['refused-404', 'refused-400', 'ignored', 'query-server'],
  },
  'unknown-token-on-delete': {
    means: 'an unknown name on DELETE of a token',
    choices: ['refused-404', 'refused-400', 'ignored'],
  },
  'unknown-user-on-delete': {
    means: 'an unknown email on DELETE of a user',
    choices: ['refused-404', 'refused-400', 'ignored'],
  },
  'unknown-name-on-value': {
    means: 'the value of an unknown name',
    choices: ['refused-404', 'refused-400', 'empty'],
  },
  'duplicate-on-create': {
    means: 'a taken name or email on create',
    choices: ['refused-409', 'refused-400', 'ignored'],
  },
  'empty-name-on-create': {
    means: 'an empty name or email on create',
    choices: ['refused-400', 'ignored', 'stored'],
  },
  'create-swaps-flags': { means: 'whether creating a user swaps admin and active', choices: ['no', 'yes'] },
  'admin-default': { means: 'the default of admin for a new user', choices: ['false', 'true'] },
  'empty-password': { means: 'an empty password or new_password', choices: ['refused-400', 'stored'] },
  'new-email-taken': {
    means: 'a taken new_email; an empty one is refused in the same way, with 400 for 409',
    choices: ['refused-409', 'refused-400', 'refused-500'],
  },
  'error-format': {
    means: 'how refusals are written; text-or-empty: no text for a rejected access token',
    choices: ['json-error', 'json-code', 'problem', 'text', 'text-or-empty', 'empty'],
  },
  'success-codes': {
    means:
      'the status of a successful write; created-201: 201 on POST, else 200; deleted-204: the same, but 204 on DELETE',
    choices: ['created-201', 'all-200', 'deleted-204', 'all-204'],
  },
  'success-body': { means: 'the body of a successful write', choices: ['json', 'text', 'empty'] },
  'content-type': { means: 'whether responses have a content type', choices: ['sent', 'none'] },
  'users-list': { means: 'GET /_/user', choices: ['offered', 'absent'] },
  'sign-in': {
    means: 'POST /_/user/token/value; offered-with-tokens: only while tokens are administered here',
    choices: ['offered', 'absent', 'offered-with-tokens'],
  },
  'wrong-password': {
    means: 'the status of a failed sign-in',
    choices: ['refused-401', 'refused-400', 'refused-403'],
  },
  administrators: {
    means: 'whose access tokens may administer: active admin users, and also …',
    choices: ['and-fixed-bearer', 'admin-users', 'and-write-tokens', 'and-tokens'],
  },
  'refused-bearer': {
    means: 'the status for other access tokens; split: 401 if unknown, 403 if known',
    choices: ['all-401', 'all-403', 'split'],
  },
  'bearer-of-inactive-user': {
    means: 'whether an inactive user’s access token still reads and writes data (it never administers)',
    choices: ['ends', 'goes-on'],
  },
  'tokens-administration': { means: 'calls under /_/token; off: 404', choices: ['on', 'off'] },
  'users-administration': { means: 'calls under /_/user; off: 404', choices: ['on', 'off'] },
  'expiry-compared-in': {
    means: 'the unit in which expiration_date is compared with the clock',
    choices: ['ms', 's', 'not-at-all'],
  },
  'past-expiry-on-create': { means: 'an expiration_date in the past on create', choices: ['accepted', 'refused-400'] },
  'no-expiry-stored-as': {
    means: 'what is stored if no expiration_date is given',
    choices: ['updated-at', 'null'],
  },
  'no-expiry-means': { means: 'what no expiration_date means', choices: ['past', 'never'] },
} as const satisfies Record<string, { means: string; choices: readonly [string, ...string[]] }>

type Switches = typeof READINGS
export type ReadingName = keyof Switches
/** One choice for each switch: one service that the documentation allows. */
export type Readings = { readonly [Name in ReadingName]: Switches[Name]['choices'][number] }
export type PresetName = 'documented' | 'bare' | 'query-server'

const documented = Object.fromEntries(
  Object.entries(READINGS).map(([name, { choices }]) => [name, choices[0]]),
) as Readings

/** `query-server` is what a real server was seen to do; `bare` lacks what the documentation does not name. */
export const PRESETS: Readonly<Record<PresetName, Readings>> = {
  documented,
  bare: { ...documented, 'users-list': 'absent', 'sign-in': 'absent' },
  'query-server': {
    ...documented,
    flags: 'number',
    moments: 's',
    'list-secret': 'carried',
    'omitted-on-put': 'kept',
    'value-on-put': 'new-refused',
    'unknown-on-put': 'query-server',
    'unknown-token-on-delete': 'ignored',
    'unknown-user-on-delete': 'refused-400',
    'unknown-name-on-value': 'empty',
    'duplicate-on-create': 'ignored',
    'empty-name-on-create': 'ignored',
    'create-swaps-flags': 'yes',
    'admin-default': 'true',
    'empty-password': 'stored',
    'new-email-taken': 'refused-500',
    'error-format': 'text-or-empty',
    'success-body': 'empty',
    'content-type': 'none',
    'sign-in': 'offered-with-tokens',
    'wrong-password': 'refused-400',
    administrators: 'admin-users',
    'bearer-of-inactive-user': 'goes-on',
    'expiry-compared-in': 's',
    'past-expiry-on-create': 'refused-400',
    'no-expiry-means': 'never',
  },
}

/**
 * The readings that `text` names: a preset, `name=choice,…` on top of `documented`, or a preset and then such changes.
 * @throws {RangeError} one sentence that names what is unknown and lists what there is.
 */
export function parseReadings(text: string): Readings {
  const chosen: Record<string, string> = { ...documented }
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  for (const [position, part] of parts.entries()) {
    const [name = '', choice] = part.split('=', 2).map((word) => word.trim())
    if (choice === undefined && position === 0) {
      if (!Object.hasOwn(PRESETS, name)) throw new RangeError(notAmong(`The preset "${name}"`, Object.keys(PRESETS)))
      Object.assign(chosen, PRESETS[name as PresetName])
      continue
    }
    if (!Object.hasOwn(READINGS, name)) throw new RangeError(notAmong(`The reading "${name}"`, Object.keys(READINGS)))
    const choices: readonly string[] = READINGS[name as ReadingName].choices
    if (choice === undefined || !choices.includes(choice)) {
      throw new RangeError(notAmong(`The choice "${choice ?? ''}" for ${name}`, choices))
    }
    chosen[name] = choice
  }
  return chosen as Readings
}

function notAmong(what: string, there: readonly string[]): string {
  return `${what} is unknown; there ${there.length === 1 ? 'is' : 'are'} ${there.join(', ')}.`
}
