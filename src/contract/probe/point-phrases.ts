import type { Choice, PointName } from '#contract/learned.ts'

const part = { on: 'switched on', off: 'switched off' }
const door = { refused: 'refused, {status}', accepted: 'accepted, {status}' }
const kept = { kept: 'kept as they were', reset: 'reset to their defaults' }
const refusable = { refused: 'refused, {status}', ignored: 'answered {status}, nothing stored' }
const duplicate = {
  refused: 'refused, {status}',
  ignored: 'answered {status}, nothing changed',
  changed: 'answered {status}, and changed the one that was there',
}
const unknown = {
  refused: 'refused, {status}',
  ignored: 'answered {status}, nothing created',
  'refused-when-incomplete': 'answered {status} when all is given, refused otherwise; nothing created',
  created: 'answered {status}, and created one',
}
const deleted = { refused: 'refused, {status}', ignored: 'answered {status}' }
const valued = { refused: 'refused, {status}', empty: 'answered {status}, with no value' }
const fields = { 'with-updated-at': '{with}', 'without-updated-at': '{with} (no updated_at)' }

/** A phrase for each choice; `{status}` and `{with}` stand for what a point carries. */
export const seenPhrases: { readonly [Name in PointName]: Readonly<Record<Choice<Name>, string>> } = {
  'tokens-part': part,
  'users-part': part,
  'sign-in': { offered: 'offered', absent: 'there is none' },
  'wrong-password': door,
  'missing-bearer': door,
  'unknown-bearer': door,
  'powerless-bearer': door,
  administrators: {
    'not-tokens': 'users; the value of a token may not',
    'write-tokens-too': 'the value of a token with write as well',
    'tokens-too': 'the value of any token as well',
  },
  'authorization-scheme': { bearer: 'Bearer and no other', any: 'any word is taken' },
  'bearer-of-inactive-user': {},
  'users-list': { offered: 'there is one', absent: 'there is none' },
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
  'value-kind': { jwt: 'a JWT, with its claims', opaque: 'says nothing of itself' },
  'token-fields': fields,
  'user-fields': fields,
  'list-carries-secret': { no: 'not in it', yes: 'in every row; the console drops it' },
  'users-list-carries-hash': { no: 'not in it', yes: 'in every row; the console drops it' },
  flags: {
    boolean: 'true and false',
    number: '0 and 1',
    'number-text': '"0" and "1"',
    'boolean-text': '"true" and "false"',
    mixed: 'in more than one way',
  },
  'moment-spelling': {
    number: 'numbers',
    text: 'numbers as text',
    iso: 'dates as text',
    mixed: 'in more than one way',
  },
  'moments-unit': { milliseconds: 'milliseconds since 1970', seconds: 'seconds since 1970' },
  'success-codes': {
    'created-201': '201 on create, 200 on update and delete',
    'all-200': '200',
    'deleted-204': '201 on create, 200 on update, 204 on delete',
    'all-204': '204',
    other: '{with}',
  },
  'success-body': { json: 'JSON', text: 'plain text', empty: 'empty', mixed: 'now this, now that' },
  'content-type': { sent: 'named', none: 'not named', sometimes: 'named by some answers' },
  'error-format': {
    'json-error': 'JSON, in error',
    'json-code': 'JSON, with code and message',
    problem: 'JSON, as problem details',
    json: 'JSON of another form',
    text: 'plain text',
    'text-or-empty': 'plain text, or empty',
    empty: 'empty',
    mixed: 'now this, now that',
  },
  'omitted-on-put': { ...kept, mixed: 'some kept, some reset' },
  'value-on-put': {
    kept: 'stays as it was',
    new: 'a new one is issued, every time',
    'new-refused': 'a new one is issued, and refused by the service until repaired',
    'new-unknown': 'a new one is issued; if the service takes it, does not show',
  },
  transitions: {
    'both-ways': 'on and off',
    'on-only': 'on, but not off',
    'off-only': 'off, but not on',
    none: 'neither on nor off',
  },
  'no-expiry-stored-as': { 'updated-at': 'equal to updated_at', null: 'nothing', other: 'another date' },
  'no-expiry-means': { never: 'never', past: 'past at once' },
  'past-expiry-on-create': { accepted: 'accepted, {status}', ...refusable },
  'expiry-enforced-in': {
    milliseconds: 'compared in milliseconds',
    seconds: 'compared in seconds',
    'not-at-all': 'nothing: a token past its date still works',
  },
  'duplicate-on-create': duplicate,
  'unknown-on-put': unknown,
  'unknown-on-delete': deleted,
  'unknown-on-value': valued,
  'missing-name-on-value': valued,
  'empty-name-on-create': { ...refusable, stored: 'answered {status}, and stored it' },
  'body-reading': { strict: 'refused, {status}', lenient: 'accepted, {status}' },
  'create-swaps-flags': {
    no: 'admin and active stored as asked',
    yes: 'admin and active stored the other way round',
  },
  'admin-default': { false: 'no admin', true: 'an admin' },
  'user-omitted-on-put': kept,
  'user-duplicate-on-create': duplicate,
  'user-unknown-on-put': unknown,
  'user-unknown-on-delete': deleted,
  'empty-email-on-create': { ...refusable, stored: 'answered {status}, and stored it' },
  'email-format': { ...refusable, free: 'accepted, {status}: any text will do' },
  'empty-password': { ...refusable, stored: 'accepted, {status}' },
  'missing-password': { ...refusable, stored: 'accepted, {status}' },
  'new-email-taken': duplicate,
  'password-rules': {},
  'other-calls': {},
  events: {},
  'rate-limit': { met: 'there is one: it answered 429' },
  'largest-body': {},
  'most-rows': {},
  'time-outs': {},
  versioning: {},
}
