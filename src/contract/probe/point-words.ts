import { type Choice, type Learned, type Point, pointNames, type PointName, type Reason } from '#contract/learned.ts'

/** The title of each point. */
const titles: Readonly<Record<PointName, string>> = {
  'tokens-part': 'Administration of tokens',
  'users-part': 'Administration of users',
  'sign-in': 'Sign-in with email and password',
  'wrong-password': 'Sign-in with a wrong password',
  'missing-bearer': 'Call without an access token',
  'unknown-bearer': 'Unknown access token',
  'powerless-bearer': 'Access token without admin rights',
  administrators: 'Who may administer',
  'authorization-scheme': 'Authorization scheme',
  'bearer-of-inactive-user': 'Access token of an inactive user',
  'users-list': 'List of users',
  'list-shape': 'Shape of a list',
  'value-shape': 'Shape of a value',
  'value-kind': 'Kind of value',
  'token-fields': 'Fields of a token',
  'user-fields': 'Fields of a user',
  'list-carries-secret': 'Value in the list of tokens',
  'users-list-carries-hash': 'Password hash in the list of users',
  flags: 'Flags in responses',
  'moment-spelling': 'Dates in responses',
  'moments-unit': 'Unit of dates',
  'success-codes': 'Status of a success',
  'success-body': 'Body of a success',
  'content-type': 'Content type',
  'error-format': 'Errors',
  'omitted-on-put': 'Fields left out of an update',
  'value-on-put': 'Value after an update',
  transitions: 'Changing active by an update',
  'no-expiry-stored-as': 'Expiry not given: stored as',
  'no-expiry-means': 'Expiry not given: taken as',
  'past-expiry-on-create': 'Create with an expiry in the past',
  'expiry-enforced-in': 'How an expiry is enforced',
  'duplicate-on-create': 'Create with a name that is taken',
  'unknown-on-put': 'Update of an unknown name',
  'unknown-on-delete': 'Delete of an unknown name',
  'unknown-on-value': 'Value of an unknown name',
  'missing-name-on-value': 'Value without a name',
  'empty-name-on-create': 'Create with an empty name',
  'body-reading': 'Body that is not strict JSON',
  'create-swaps-flags': 'Flags of a new user',
  'admin-default': 'Default of admin for a new user',
  'user-omitted-on-put': 'Fields left out of an update of a user',
  'user-duplicate-on-create': 'Create with an email that is taken',
  'user-unknown-on-put': 'Update of an unknown email',
  'user-unknown-on-delete': 'Delete of an unknown email',
  'empty-email-on-create': 'Create with an empty email',
  'email-format': 'Email without a valid format',
  'empty-password': 'Empty password',
  'missing-password': 'Required field left out',
  'new-email-taken': 'New email that is taken',
  'password-rules': 'Rules for passwords',
  'other-calls': 'Calls other than administration',
  events: 'Events',
  'rate-limit': 'Rate limit',
  'largest-body': 'Largest request body',
  'most-rows': 'Largest number of tokens or users',
  'time-outs': 'Timeouts',
  versioning: 'Versions of the interface',
}

const part = { on: 'turned on', off: 'turned off' }
const access = { refused: 'refused, {status}', accepted: 'accepted, {status}' }
const kept = { kept: 'kept as they were', reset: 'reset to their defaults' }
const refusable = { refused: 'refused, {status}', ignored: 'answered {status}, nothing stored' }
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

/** A phrase for each choice; `{status}` and `{with}` are filled in from the point. */
const seenPhrases: { readonly [Name in PointName]: Readonly<Record<Choice<Name>, string>> } = {
  'tokens-part': part,
  'users-part': part,
  'sign-in': { offered: 'offered', absent: 'not offered' },
  'wrong-password': access,
  'missing-bearer': access,
  'unknown-bearer': access,
  'powerless-bearer': access,
  administrators: {
    'not-tokens': 'admins only',
    'write-tokens-too': 'admins, and tokens with write',
    'tokens-too': 'admins, and any token',
  },
  'authorization-scheme': { bearer: 'only Bearer', any: 'any word' },
  'bearer-of-inactive-user': {},
  'users-list': { offered: 'offered', absent: 'not offered' },
  'list-shape': {
    data: '{"data": […]}',
    bare: '[…]',
    named: '{"tokens": […]}, {"users": […]}',
    items: '{"items": […]}',
    other: 'something else',
  },
  'value-shape': {
    data: '{"data": [{"token": …}]}',
    value: '{"value": …}',
    token: '{"token": …}',
    'json-string': 'a JSON string',
    text: 'plain text',
    other: 'something else',
  },
  'value-kind': { jwt: 'a JWT', opaque: 'opaque' },
  'token-fields': fields,
  'user-fields': fields,
  'list-carries-secret': { no: 'not included', yes: 'in every row; the console drops it' },
  'users-list-carries-hash': { no: 'not included', yes: 'in every row; the console drops it' },
  flags: {
    boolean: 'true and false',
    number: '0 and 1',
    'number-text': '"0" and "1"',
    'boolean-text': '"true" and "false"',
    mixed: 'varies',
  },
  'moment-spelling': {
    number: 'numbers',
    text: 'numbers as text',
    iso: 'dates as text',
    mixed: 'varies',
  },
  'moments-unit': { milliseconds: 'milliseconds since 1970', seconds: 'seconds since 1970' },
  'success-codes': {
    'created-201': '201 on create, 200 on update and delete',
    'all-200': '200',
    'deleted-204': '201 on create, 200 on update, 204 on delete',
    'all-204': '204',
    other: '{with}',
  },
  'success-body': { json: 'JSON', text: 'plain text', empty: 'empty', mixed: 'varies' },
  'content-type': { sent: 'sent', none: 'not sent', sometimes: 'sent with some responses' },
  'error-format': {
    'json-error': 'JSON with error',
    'json-code': 'JSON with code and message',
    problem: 'JSON problem details',
    json: 'other JSON',
    text: 'plain text',
    'text-or-empty': 'plain text, or empty',
    empty: 'empty',
    mixed: 'varies',
  },
  'omitted-on-put': { ...kept, mixed: 'some kept, some reset' },
  'value-on-put': {
    kept: 'stays as it was',
    new: 'a new one is issued, every time',
    'new-refused': 'a new one is issued, and refused by the service until repaired',
    'new-unknown': 'a new one is issued; whether the service accepts it is unknown',
  },
  transitions: {
    'both-ways': 'on and off',
    'on-only': 'on, but not off',
    'off-only': 'off, but not on',
    none: 'neither on nor off',
  },
  'no-expiry-stored-as': { 'updated-at': 'equal to updated_at', null: 'null', other: 'another date' },
  'no-expiry-means': { never: 'never', past: 'expired at once' },
  'past-expiry-on-create': { accepted: 'accepted, {status}', ...refusable },
  'expiry-enforced-in': {
    milliseconds: 'compared in milliseconds',
    seconds: 'compared in seconds',
    'not-at-all': 'not at all: an expired token still works',
  },
  'duplicate-on-create': duplicate,
  'unknown-on-put': unknown,
  'unknown-on-delete': deleted,
  'unknown-on-value': valued,
  'missing-name-on-value': valued,
  'empty-name-on-create': { ...refusable, stored: 'answered {status}, stored' },
  'body-reading': { strict: 'refused, {status}', lenient: 'accepted, {status}' },
  'create-swaps-flags': {
    no: 'admin and active stored as asked',
    yes: 'admin and active stored swapped',
  },
  'admin-default': { false: 'not an admin', true: 'an admin' },
  'user-omitted-on-put': kept,
  'user-duplicate-on-create': duplicate,
  'user-unknown-on-put': unknown,
  'user-unknown-on-delete': deleted,
  'empty-email-on-create': { ...refusable, stored: 'answered {status}, stored' },
  'email-format': { ...refusable, free: 'accepted, {status}: any text' },
  'empty-password': { ...refusable, stored: 'accepted, {status}' },
  'missing-password': { ...refusable, stored: 'accepted, {status}' },
  'new-email-taken': duplicate,
  'password-rules': {},
  'other-calls': {},
  events: {},
  'rate-limit': { met: 'limited: it answered 429' },
  'largest-body': {},
  'most-rows': {},
  'time-outs': {},
  versioning: {},
}

/** One line of the table of findings. */
export interface LearnedLine {
  name: PointName
  /** The title of the point. */
  title: string
  /** What was seen, as a phrase; undefined where it could not be determined. */
  seen: string | undefined
  /** Why it could not be determined; undefined where it was seen. */
  notSeen: string | undefined
  /** Milliseconds since 1970; undefined: not checked yet. */
  at: number | undefined
}

/** The words for “could not be determined”, before the reason. */
export const notDetermined = 'could not be determined'

/** The table of findings: every point in display order. */
export function learnedLines(learned: Learned): LearnedLine[] {
  return pointNames.map((name) => {
    const point = learned[name]
    const line = { name, title: titles[name], at: point?.at }
    if (point === undefined) return { ...line, seen: undefined, notSeen: 'not checked yet' }
    if ('notSeen' in point) return { ...line, seen: undefined, notSeen: reasonWords(point.notSeen) }
    return { ...line, seen: seenWords(name, point), notSeen: undefined }
  })
}

/** What was seen of a point, as a phrase: `answered 201, nothing changed`. */
export function seenWords(name: PointName, point: Extract<Point, { seen: unknown }>): string {
  const phrases: Readonly<Record<string, string>> = seenPhrases[name]
  const phrase = phrases[point.seen] ?? point.seen
  const status = point.status === undefined ? '' : String(point.status)
  const words = (point.with ?? []).join(', ')
  return phrase.replace('{status}', status).replace('{with}', words)
}

/** A reason, as a phrase that follows “could not be determined: ”. */
export function reasonWords(reason: Reason): string {
  switch (reason) {
    case 'needs-write':
      return 'it needs checks that write, with temporary names'
    case 'part-off':
      return 'the resource is turned off'
    case 'no-list':
      return 'the service does not list users'
    case 'no-sign-in':
      return 'the service offers no sign-in'
    case 'no-rows':
      return 'the list is empty'
    case 'failed':
      return 'the service failed or refused an earlier call'
    case 'contradicted':
      return 'the response contradicts what was stored'
    case 'interrupted':
      return 'the checks were interrupted'
    case 'not-visible':
      return 'no call of the API shows it'
    case 'would-harm':
      return 'checking it could harm the service'
    case 'not-safe':
      return 'a row with that name exists, and the checks touch only their own'
  }
}
