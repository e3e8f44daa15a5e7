/** Why a point could not be determined, as a phrase that follows “could not be determined: ”. */
export const reasons = {
  'needs-write': 'it needs checks that write, with temporary names',
  'part-off': 'the resource is turned off',
  'no-list': 'the service does not list users',
  failed: 'the service failed or refused an earlier call',
  contradicted: 'the response contradicts what was stored',
  interrupted: 'the checks were interrupted',
  'not-visible': 'no call of the API shows it',
} as const
/** One of `reasons`. */
export type Reason = keyof typeof reasons

/** One point that the documentation leaves open. */
interface Described<Choice extends string> {
  /** The line of the table that shows it. Tokens and users share a line where the service decides alike for both. */
  title: string
  /** What is said of each choice that a check can see; `{status}` is filled in from the finding. */
  choices: Readonly<Record<Choice, string>>
  /** The choice that the documentation names; absent if it says nothing about it. */
  documented?: Choice | undefined
  /** The choices that can do harm, whatever the documentation says. */
  harmful: readonly Choice[]
  /** The point that must be on or offered for this one to be visible. */
  needs: 'tokens-part' | 'users-part' | 'users-list' | undefined
}

function point<Choice extends string>(
  needs: Described<Choice>['needs'],
  title: string,
  documented: NoInfer<Choice> | undefined,
  choices: Readonly<Record<Choice, string>>,
  harmful: readonly NoInfer<Choice>[] = [],
): Described<Choice> {
  return { title, choices, documented, harmful, needs }
}

const onOff = { on: 'Turned on', off: 'Turned off' }
const offered = { offered: 'Offered', absent: 'Not offered' }
const omitted = { kept: 'Kept', reset: 'Reset to their defaults' }
const duplicate = [
  {
    refused: 'Refused ({status})',
    ignored: 'Answered {status}, nothing changed',
    changed: 'Answered {status}, the existing one changed',
  },
  ['ignored', 'changed'],
] as const
const unknown = [
  {
    refused: 'Refused ({status})',
    ignored: 'Answered {status}, nothing created',
    'refused-when-incomplete': 'Answered {status} if complete, else refused; nothing created',
    created: 'Answered {status}, created',
  },
  ['ignored', 'refused-when-incomplete', 'created'],
] as const
const secret = [{ no: 'None', yes: 'In every row. The console drops them.' }, ['yes']] as const

/** Every point that the console acts on, or that changes what an admin does, in display order. */
export const points = {
  'tokens-part': point(undefined, 'Administration of tokens', 'on', onOff),
  'users-part': point(undefined, 'Administration of users', 'on', onOff),
  'sign-in': point(undefined, 'Sign-in with email and password', undefined, offered),
  'users-list': point(undefined, 'List of users', undefined, offered),
  administrators: point(
    'tokens-part',
    'Who may administer',
    undefined,
    {
      'not-tokens': 'Admins only',
      'write-tokens-too': 'Admins, and tokens with write',
      'tokens-too': 'Admins, and any token',
    },
    ['write-tokens-too', 'tokens-too'],
  ),
  'moments-unit': point(undefined, 'Unit of dates', 'milliseconds', {
    milliseconds: 'Milliseconds',
    seconds: 'Seconds',
  }),
  'no-expiry-means': point(
    'tokens-part',
    'Token without an expiry',
    undefined,
    { never: 'Never expires', past: 'Counts as expired' },
    ['past'],
  ),
  'expiry-enforced-in': point(
    'tokens-part',
    'Token after its expiry',
    undefined,
    {
      milliseconds: 'Rejected from the exact millisecond on',
      seconds: 'Rejected from the full second on',
      'not-at-all': 'Still accepted',
    },
    ['not-at-all'],
  ),
  'value-on-put': point(
    'tokens-part',
    'Token value after an update',
    undefined,
    {
      kept: 'Kept',
      new: 'A new one every time. Programs that use the old one stop working.',
      'new-refused': 'A new one every time. The service rejects it until the token is repaired.',
      'new-unknown': 'A new one every time. Whether the service accepts it is unknown.',
    },
    ['new', 'new-refused', 'new-unknown'],
  ),
  'omitted-on-put': point('tokens-part', 'Fields left out of an update', undefined, {
    ...omitted,
    mixed: 'Some kept, some reset',
  }),
  'user-omitted-on-put': point('users-list', 'Fields left out of an update', undefined, omitted),
  'create-swaps-flags': point('users-list', 'Admin and active of a new user', 'no', {
    no: 'Stored as asked',
    yes: 'Swapped. The console corrects them.',
  }),
  'duplicate-on-create': point('tokens-part', 'Creation with a taken name', undefined, ...duplicate),
  'user-duplicate-on-create': point('users-part', 'Creation with a taken name', undefined, ...duplicate),
  'unknown-on-put': point('tokens-part', 'Update of an unknown name', undefined, ...unknown),
  'user-unknown-on-put': point('users-part', 'Update of an unknown name', undefined, ...unknown),
  'list-carries-secret': point('tokens-part', 'Secrets in list rows', undefined, ...secret),
  'users-list-carries-hash': point('users-list', 'Secrets in list rows', undefined, ...secret),
}

/** The name of a point. */
export type PointName = keyof typeof points
/** The choices of one point. */
export type Choice<Name extends PointName> = { [One in PointName]: keyof (typeof points)[One]['choices'] }[Name]

/** All points in display order. */
export const pointNames = Object.keys(points) as readonly PointName[]

/** How the point with this name is described, whichever it is. */
export function describedPoint(name: PointName): Described<string> {
  return points[name]
}
