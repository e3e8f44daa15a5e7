/** The groups in which the page shows the points. */
export const groups = ['Sign-in', 'Answers', 'Tokens', 'Users', 'Limits and the rest'] as const
type Group = (typeof groups)[number]

/** Why a point could not be determined, as a phrase that follows “could not be determined: ”. */
export const reasons = {
  'needs-write': 'it needs checks that write, with temporary names',
  'part-off': 'the resource is turned off',
  'no-list': 'the service does not list users',
  'no-sign-in': 'the service offers no sign-in',
  failed: 'the service failed or refused an earlier call',
  contradicted: 'the response contradicts what was stored',
  interrupted: 'the checks were interrupted',
  'not-visible': 'no call of the API shows it',
  'would-harm': 'checking it could harm the service',
  'not-safe': 'a row with that name exists, and the checks touch only their own',
} as const
/** One of `reasons`. */
export type Reason = keyof typeof reasons

/** One point that the documentation leaves open. */
interface Described<Choice extends string> {
  group: Group
  title: string
  /** A phrase for each choice that a check can see; `{status}` and `{with}` are filled in from the finding. */
  choices: Readonly<Record<Choice, string>>
  /** The choice that the documentation leads to expect; absent if it says nothing that a check can see. */
  documented?: Choice | undefined
  /** The point that must be on or offered for this one to be visible. */
  needs?: 'tokens-part' | 'users-part' | 'users-list'
  /** Why checks do not try to determine it. */
  never?: Reason
}

function point<Choice extends string>(
  group: Group,
  title: string,
  documented: NoInfer<Choice> | undefined,
  choices: Readonly<Record<Choice, string>>,
): Described<Choice> {
  return { group, title, choices, documented }
}

function ofTokens<Choice extends string>(...described: Parameters<typeof point<Choice>>): Described<Choice> {
  return { ...point(...described), needs: 'tokens-part' }
}

function ofUsers<Choice extends string>(...described: Parameters<typeof point<Choice>>): Described<Choice> {
  return { ...point(...described), needs: 'users-part' }
}

function ofUsersList<Choice extends string>(...described: Parameters<typeof point<Choice>>): Described<Choice> {
  return { ...point(...described), needs: 'users-list' }
}

function hidden(group: Group, title: string, never: Reason): Described<never> {
  return { group, title, choices: {}, never }
}

const onOff = { on: 'turned on', off: 'turned off' }
const offered = { offered: 'offered', absent: 'not offered' }
const access = { refused: 'refused, {status}', accepted: 'accepted, {status}' }
const kept = { kept: 'kept as they were', reset: 'reset to their defaults' }
const refusable = { refused: 'refused, {status}', ignored: 'answered {status}, nothing stored' }
const named = { ...refusable, stored: 'answered {status}, stored' }
const accepted = { ...refusable, stored: 'accepted, {status}' }
const duplicate = {
  refused: 'refused, {status}',
  ignored: 'answered {status}, nothing changed',
  changed: 'answered {status}, existing one changed',
}
const unknown = {
  refused: 'refused, {status}',
  ignored: 'answered {status}, nothing created',
  'refused-when-incomplete': 'answered {status} when complete, refused otherwise; nothing created',
  created: 'answered {status}, created',
}
const deleted = { refused: 'refused, {status}', ignored: 'answered {status}' }
const valued = { refused: 'refused, {status}', empty: 'answered {status}, no value' }
const fields = { 'with-updated-at': '{with}', 'without-updated-at': '{with} (no updated_at)' }
const secret = { no: 'not included', yes: 'in every row; the console drops it' }

/** Every point that the documentation leaves open, in display order. */
export const points = {
  'tokens-part': point('Tokens', 'Administration of tokens', 'on', onOff),
  'users-part': point('Users', 'Administration of users', 'on', onOff),
  'sign-in': point('Sign-in', 'Sign-in with email and password', 'offered', offered),
  'wrong-password': point('Sign-in', 'Sign-in with a wrong password', 'refused', access),
  'missing-bearer': point('Sign-in', 'Call without an access token', 'refused', access),
  'unknown-bearer': point('Sign-in', 'Unknown access token', 'refused', access),
  'powerless-bearer': point('Sign-in', 'Access token without admin rights', 'refused', access),
  administrators: ofTokens('Sign-in', 'Who may administer', 'not-tokens', {
    'not-tokens': 'admins only',
    'write-tokens-too': 'admins, and tokens with write',
    'tokens-too': 'admins, and any token',
  }),
  'authorization-scheme': point('Sign-in', 'Authorization scheme', 'bearer', {
    bearer: 'only Bearer',
    any: 'any word',
  }),
  'bearer-of-inactive-user': hidden('Sign-in', 'Access token of an inactive user', 'not-visible'),
  'users-list': point('Users', 'List of users', 'offered', offered),
  'list-shape': point('Answers', 'Shape of a list', 'data', {
    data: '{"data": […]}',
    bare: '[…]',
    named: '{"tokens": […]}, {"users": […]}',
    items: '{"items": […]}',
    other: 'something else',
  }),
  'value-shape': ofTokens('Answers', 'Shape of a value', 'data', {
    data: '{"data": [{"token": …}]}',
    value: '{"value": …}',
    token: '{"token": …}',
    'json-string': 'a JSON string',
    text: 'plain text',
    other: 'something else',
  }),
  'value-kind': ofTokens('Answers', 'Kind of value', 'jwt', { jwt: 'a JWT', opaque: 'opaque' }),
  'token-fields': ofTokens('Answers', 'Fields of a token', 'with-updated-at', fields),
  'user-fields': ofUsersList('Answers', 'Fields of a user', 'with-updated-at', fields),
  'list-carries-secret': ofTokens('Answers', 'Value in the list of tokens', 'no', secret),
  'users-list-carries-hash': ofUsersList('Answers', 'Password hash in the list of users', 'no', secret),
  flags: point('Answers', 'Flags in responses', 'boolean', {
    boolean: 'true and false',
    number: '0 and 1',
    'number-text': '"0" and "1"',
    'boolean-text': '"true" and "false"',
    mixed: 'varies',
  }),
  'moment-spelling': point('Answers', 'Dates in responses', 'number', {
    number: 'numbers',
    text: 'numbers as text',
    iso: 'dates as text',
    mixed: 'varies',
  }),
  'moments-unit': point('Answers', 'Unit of dates', 'milliseconds', {
    milliseconds: 'milliseconds since 1970',
    seconds: 'seconds since 1970',
  }),
  'success-codes': point('Answers', 'Status of a success', 'created-201', {
    'created-201': '201 on create, 200 on update and delete',
    'all-200': '200',
    'deleted-204': '201 on create, 200 on update, 204 on delete',
    'all-204': '204',
    other: '{with}',
  }),
  'success-body': point('Answers', 'Body of a success', 'json', {
    json: 'JSON',
    text: 'plain text',
    empty: 'empty',
    mixed: 'varies',
  }),
  'content-type': point('Answers', 'Content type', 'sent', {
    sent: 'sent',
    none: 'not sent',
    sometimes: 'sent with some responses',
  }),
  'error-format': point('Answers', 'Errors', 'json-error', {
    'json-error': 'JSON with error',
    'json-code': 'JSON with code and message',
    problem: 'JSON problem details',
    json: 'other JSON',
    text: 'plain text',
    'text-or-empty': 'plain text, or empty',
    empty: 'empty',
    mixed: 'varies',
  }),
  'omitted-on-put': ofTokens('Tokens', 'Fields left out of an update', 'reset', {
    ...kept,
    mixed: 'some kept, some reset',
  }),
  'value-on-put': ofTokens('Tokens', 'Value after an update', 'kept', {
    kept: 'stays as it was',
    new: 'a new one is issued, every time',
    'new-refused': 'a new one is issued, and refused by the service until repaired',
    'new-unknown': 'a new one is issued; whether the service accepts it is unknown',
  }),
  transitions: ofTokens('Tokens', 'Changing active by an update', 'both-ways', {
    'both-ways': 'on and off',
    'on-only': 'on, but not off',
  }),
  'no-expiry-stored-as': ofTokens('Tokens', 'Expiry not given: stored as', 'updated-at', {
    'updated-at': 'equal to updated_at',
    null: 'null',
    other: 'another date',
  }),
  'no-expiry-means': ofTokens('Tokens', 'Expiry not given: taken as', undefined, {
    never: 'never',
    past: 'expired at once',
  }),
  'past-expiry-on-create': ofTokens('Tokens', 'Create with an expiry in the past', 'accepted', {
    accepted: 'accepted, {status}',
    ...refusable,
  }),
  'expiry-enforced-in': ofTokens('Tokens', 'How an expiry is enforced', undefined, {
    milliseconds: 'compared in milliseconds',
    seconds: 'compared in seconds',
    'not-at-all': 'not at all: an expired token still works',
  }),
  'duplicate-on-create': ofTokens('Tokens', 'Create with a name that is taken', 'refused', duplicate),
  'unknown-on-put': ofTokens('Tokens', 'Update of an unknown name', 'refused', unknown),
  'unknown-on-delete': ofTokens('Tokens', 'Delete of an unknown name', 'refused', deleted),
  'unknown-on-value': ofTokens('Tokens', 'Value of an unknown name', 'refused', valued),
  'missing-name-on-value': ofTokens('Tokens', 'Value without a name', 'refused', valued),
  'empty-name-on-create': ofTokens('Tokens', 'Create with an empty name', 'refused', named),
  'body-reading': ofTokens('Answers', 'Body that is not strict JSON', 'strict', {
    strict: 'refused, {status}',
    lenient: 'accepted, {status}',
  }),
  'create-swaps-flags': ofUsersList('Users', 'Flags of a new user', 'no', {
    no: 'admin and active stored as asked',
    yes: 'admin and active stored swapped',
  }),
  'admin-default': ofUsersList('Users', 'Default of admin for a new user', 'false', {
    false: 'not an admin',
    true: 'an admin',
  }),
  'user-omitted-on-put': ofUsersList('Users', 'Fields left out of an update of a user', 'reset', kept),
  'user-duplicate-on-create': ofUsers('Users', 'Create with an email that is taken', 'refused', duplicate),
  'user-unknown-on-put': ofUsers('Users', 'Update of an unknown email', 'refused', unknown),
  'user-unknown-on-delete': ofUsers('Users', 'Delete of an unknown email', 'refused', deleted),
  'empty-email-on-create': ofUsers('Users', 'Create with an empty email', 'refused', named),
  'email-format': ofUsers('Users', 'Email without a valid format', 'free', {
    ...refusable,
    free: 'accepted, {status}: any text',
  }),
  'empty-password': ofUsers('Users', 'Empty password', 'refused', accepted),
  'missing-password': ofUsers('Users', 'Required field left out', 'refused', accepted),
  'new-email-taken': ofUsers('Users', 'New email that is taken', 'refused', duplicate),
  'password-rules': hidden('Limits and the rest', 'Rules for passwords', 'would-harm'),
  'other-calls': hidden('Limits and the rest', 'Calls other than administration', 'not-visible'),
  events: hidden('Limits and the rest', 'Events', 'not-visible'),
  'rate-limit': {
    ...point('Limits and the rest', 'Rate limit', undefined, { met: 'limited: it answered 429' }),
    never: 'would-harm' as const,
  },
  'largest-body': hidden('Limits and the rest', 'Largest request body', 'would-harm'),
  'most-rows': hidden('Limits and the rest', 'Largest number of tokens or users', 'would-harm'),
  'time-outs': hidden('Limits and the rest', 'Timeouts', 'would-harm'),
  versioning: hidden('Limits and the rest', 'Versions of the interface', 'not-visible'),
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
