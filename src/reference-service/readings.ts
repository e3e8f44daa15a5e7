/**
 * The points that the documentation leaves open and that the console can meet, as named switches: what each decides, and
 * its choices. The first choice is the plain reading of the documentation.
 */
export const READINGS = {
  flags: { means: 'how flags are written', choices: ['boolean', 'number'] },
  moments: { means: 'the unit in which the service counts moments', choices: ['ms', 's'] },
  answers: {
    means:
      'refusals and successes: JSON; or text without a content type, empty for a success or a rejected access token',
    choices: ['json', 'text'],
  },
  'list-secret': {
    means: 'whether list rows contain the value or the password hash',
    choices: ['left-out', 'carried'],
  },
  'users-list': { means: 'GET /_/user', choices: ['offered', 'absent'] },
  'sign-in': {
    means: 'POST /_/user/token/value; offered-with-tokens: only while tokens are administered here',
    choices: ['offered', 'absent', 'offered-with-tokens'],
  },
  'wrong-password': { means: 'the status of a failed sign-in', choices: ['refused-401', 'refused-400'] },
  administrators: {
    means: 'whose access tokens may administer: active admin users, and also …',
    choices: ['admin-users', 'and-write-tokens', 'and-tokens'],
  },
  'turned-off': { means: 'the resource whose calls are 404', choices: ['none', 'tokens', 'users', 'both'] },
  'unknown-name': {
    means:
      'an unknown name; query-server: PUT 200 if every field is given, else 400 (user: 500), DELETE 200 (user: 400), no value',
    choices: ['refused-404', 'query-server'],
  },
  'duplicate-on-create': { means: 'a taken name or email on create', choices: ['refused-409', 'ignored'] },
  'omitted-on-put': { means: 'what a PUT does to omitted fields', choices: ['reset', 'kept'] },
  'value-on-put': {
    means: 'what a PUT does to the value; new-refused: signs it with the former updated_at and then rejects it',
    choices: ['kept', 'new', 'new-refused'],
  },
  'create-swaps-flags': { means: 'whether creating a user swaps admin and active', choices: ['no', 'yes'] },
  'empty-password': { means: 'an empty password or new_password', choices: ['refused-400', 'stored'] },
  'new-email-taken': {
    means: 'a taken new_email; an empty one is refused in the same way, with 400 for 409',
    choices: ['refused-409', 'refused-500'],
  },
  'past-expiry-on-create': { means: 'an expiration_date in the past on create', choices: ['accepted', 'refused-400'] },
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
    answers: 'text',
    'list-secret': 'carried',
    'sign-in': 'offered-with-tokens',
    'wrong-password': 'refused-400',
    'unknown-name': 'query-server',
    'duplicate-on-create': 'ignored',
    'omitted-on-put': 'kept',
    'value-on-put': 'new-refused',
    'create-swaps-flags': 'yes',
    'empty-password': 'stored',
    'new-email-taken': 'refused-500',
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
      if (!Object.hasOwn(PRESETS, name)) throw unknownNameError(`The preset "${name}"`, Object.keys(PRESETS))
      Object.assign(chosen, PRESETS[name as PresetName])
      continue
    }
    if (!Object.hasOwn(READINGS, name)) throw unknownNameError(`The reading "${name}"`, Object.keys(READINGS))
    const choices: readonly string[] = READINGS[name as ReadingName].choices
    if (choice === undefined || !choices.includes(choice))
      throw unknownNameError(`The choice "${choice ?? ''}" for ${name}`, choices)
    chosen[name] = choice
  }
  return chosen as Readings
}

function unknownNameError(subject: string, names: readonly string[]): RangeError {
  return new RangeError(`${subject} is unknown; there are ${names.join(', ')}.`)
}
